"""How sure a share of rows is: Wilson's interval, and the binomial test of a count against a baseline."""

from __future__ import annotations

import math

Z_95 = 1.959963984540054  # the normal quantile of 97.5 %


def wilson_interval(correct: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share p = correct / n by Wilson's score [W27, score interval].

    (p + z²/2n ± z √(p (1 − p) / n + z²/4n²)) / (1 + z²/n) with z = 1.96. It never leaves [0, 1] and, unlike p ± 1.96
    standard errors, is not empty where all rows or none are correct.
    """
    share, squared = correct / n, Z_95 * Z_95 / n
    middle = share + squared / 2
    reach = Z_95 * math.sqrt(share * (1 - share) / n + squared / (4 * n))
    low = 0.0 if correct == 0 else (middle - reach) / (1 + squared)
    high = 1.0 if correct == n else (middle + reach) / (1 + squared)
    return low, high


def binomial_p_value(correct: int, n: int, baseline: float) -> float:
    """P(X ≥ correct) for X ~ Bin(n, baseline): how often guessing at the baseline does as well (one-sided).

    It is the incomplete beta function I_baseline(correct, n − correct + 1), and 1 where nothing is correct.
    """
    if correct <= 0:
        return 1.0
    if baseline >= 1:
        return 1.0
    from scipy.special import betainc  # late: most commands do without it

    return float(betainc(correct, n - correct + 1, baseline))
