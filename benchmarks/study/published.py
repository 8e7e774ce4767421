"""What DH14 prints about its 15 pairs."""

from __future__ import annotations

BEST = {  # SA, DS, TD, SDTSQ of the best sets; the other pairs are not printed
    "BC:CN": (0.98, 0.98, 0.99, 0.96),
    "BC:DH": (0.97, 0.98, 1.00, 0.95),
    "BC:LB": (0.97, 0.97, 1.00, 0.95),
    "BC:LM": (0.74, 0.94, 1.00, 0.67),
    "BC:PC": (0.97, 0.97, 1.00, 0.95),
    "CN:PC": (0.98, 0.98, 0.99, 0.96),
}
BEST_MEAN = (0.95, 0.96, 0.99, 0.92)  # of all 15
BEST_BY_PARALLEL = 9  # of 15 pairs
BEST_OVER_WORST = (4.8, 20.5)  # percent: mean, most
OVER_SINGLE = (13.8, 45.3)  # percent of SDTQ: mean, most
OVER_SINGLE_DS, OVER_SINGLE_SA = 3.2, 5.4
ALL_OVER_FIRST = 34.2  # percent
EXAMPLE = (0.963, 0.977, 1.0, 0.944)  # SA, DS, TD, SDTSQ of two trees of DH:LM, section 5.2
CASES = {"A": ("LM:PC", "IG"), "B": ("BC:DH", "DS"), "C": ("BC:CN", "ATD")}  # pairs and the weight that should be high
