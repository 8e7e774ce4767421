"""The methods of the About page: what is computed, in sentences and formulas."""

from __future__ import annotations

import streamlit as st

from ksdt_core.fourier.stability_report import ALARM_WIDTH, CALIBRATION, TO_DEVIATION
from pages.about.layout import HEIGHT

_STEPS = """
1. **Match.** Attributes and classes of the two tables are matched by name, or by maps that you give.
2. **Missing values** stop the mining, are filled, or are dropped with their rows or columns.
3. **Scale.** Values are compared in their original units, in standard deviations, or as ranks within each table.
   Thresholds are always given in the units of both tables.
4. **Balance**, if asked for: rows of rare classes are oversampled until both tables have the same class ratios.
5. **Attributes.** Of more than 100, the fifth that ranks highest by information gain in both tables is considered.
"""

_SPLIT = r"\mathrm{IDT} = w_{\mathrm{IG}}\,\mathrm{IG} + w_{\mathrm{DS}}\,\mathrm{DSN} + w_{\mathrm{ATD}}\,\mathrm{ATD}"
_GAIN = r"\mathrm{IG} = H(V) - \sum_k \frac{n_k}{n} H(V_k), \qquad H = -\sum_c p_c \log_2 p_c"
_DSN = (
    r"\mathrm{DSN}(V) = \frac{\mathrm{CDV}_1(V) \cdot \mathrm{CDV}_2(V)}"
    r"{\lVert \mathrm{CDV}_1(V) \rVert \, \lVert \mathrm{CDV}_2(V) \rVert}"
)
_TREE = (
    r"\mathrm{SA} = \min(\mathrm{acc}_1, \mathrm{acc}_2), \qquad "
    r"\mathrm{DS} = \frac{1}{|T|} \sum_{V \in T} \mathrm{DSN}(V)"
)
_TREE_QUALITY = r"\mathrm{SDTQ} = \min(\mathrm{SA}, \mathrm{DS}) \cdot \mathrm{mean}(\mathrm{SA}, \mathrm{DS})"
_PAIR = r"\mathrm{TPD}(T, T') = 1 - \cos(\mathrm{AUS}(T), \mathrm{AUS}(T'))"
_SET = r"\mathrm{TD} = \operatorname*{mean}_{i < j} \mathrm{TPD}(T_i, T_j)"
_QUALITY = (
    r"\mathrm{SDTSQ} = \min(\mathrm{SA}, \mathrm{DS}, \mathrm{TD}) \cdot "
    r"\mathrm{mean}(\mathrm{SA}, \mathrm{DS}, \mathrm{TD})"
)
_CHANCE = r"p = \max_{\text{nulls}} \; \frac{1 + \#\{\text{shuffles that reach the set}\}}{1 + \#\{\text{shuffles}\}}"
_COEFFICIENT = r"w_j(f) = \frac{1}{|\Lambda|} \sum_{x \in \Lambda} f(x)\, \overline{\psi_j(x)}"
_PRODUCT = (
    r"\langle f, g \rangle = \frac{1}{|\Lambda|} \sum_{x \in \Lambda} f(x)\, g(x) = \sum_j w_j(f)\, \overline{w_j(g)}"
)
_PARSEVAL = r"\sum_j |w_j(f)|^2 = \frac{1}{|\Lambda|} \sum_{x \in \Lambda} f(x)^2"
_STABILITY = (
    r"\lVert u_1 - \tilde{u}_1 \rVert \le \frac{4 \lVert E \rVert_F}{\delta - \sqrt{2}\, \lVert E \rVert_F}, \qquad "
    r"|\lambda_1 - \tilde{\lambda}_1| \le \sqrt{2}\, \lVert E \rVert_F"
)
_ALARM = rf"\lVert E \rVert_F > \mathrm{{median}} + {ALARM_WIDTH:g} \cdot {TO_DEVIATION:g} \, \mathrm{{MAD}}"
_FALSE_DISCOVERY = r"q_{(i)} = \min_{j \ge i} \; \frac{m}{j}\, p_{(j)}"


def show() -> None:
    """Everything from two tables to many pairs of them."""
    with st.container(height=HEIGHT, border=False):
        _show_mining()
        _show_chance()
        _show_functions()
        _show_many_pairs()


def _show_mining() -> None:
    """How trees are grown and scored."""
    st.subheader("From two tables to a pair")
    st.markdown(_STEPS)
    st.subheader("Which split is the best?")
    st.markdown(
        "The split with the highest weighted sum of three terms: how well it predicts the class (IG), how "
        "similar the tables are in its children (DSN), and how much the tree then differs from the others (ATD):"
    )
    st.latex(_SPLIT)
    st.latex(_GAIN)
    st.latex(_DSN)
    st.markdown(
        "CDV₁(V) and CDV₂(V) are the class counts of the two tables at node V; the DSN of a split is the mean of "
        "its two children's, and IG is that of the rows of both tables together. ATD is the difference (TPD) of "
        "the tree from the others: the mean, the minimum, or the mean of the smallest. Gain ratio or Gini "
        "reduction can replace IG. If scores are equal, the earlier attribute wins, then the smaller threshold."
    )
    st.markdown(
        "PKSDT grows all trees of a set in turns, one split at a time; SKSDT grows them one after another; SDT-Miner "
        "grows a single tree, by IG and DSN alone."
    )
    st.subheader("How good is a tree, how good a set?")
    for formula in (_TREE, _TREE_QUALITY, _PAIR, _SET, _QUALITY):
        st.latex(formula)
    st.markdown(
        "Of a set, SA and DS are means over its trees. |T| is the number of nodes of T, leaves included; AUS(T) says "
        "how often and how near the root T tests each attribute."
    )


def _show_chance() -> None:
    st.subheader("Can it be trusted?")
    st.markdown(
        "Deep trees on wide tables fit shuffled classes as well as real ones. Therefore the mining is repeated "
        "with the classes of one table shuffled, with those of the other shuffled and, if values are scaled, "
        "with attributes matched at random. The test statistic is the mean SDTQ of the trees."
    )
    st.latex(_CHANCE)


def _show_functions() -> None:
    st.subheader("Trees as functions")
    st.markdown("Λ is the set of all possible rows. A tree f is a sum of waves ψ, one for each partition j:")
    st.latex(_COEFFICIENT)
    st.latex(_PRODUCT)
    st.markdown(
        "With g = f this is Parseval's identity: the squared coefficients of a tree add up to its mean square, which "
        "for a tree of two classes is the share of inputs that it assigns to the second class. So a cut spectrum keeps "
        "a known share of the energy:"
    )
    st.latex(_PARSEVAL)
    st.markdown(
        "The inner products give the distances of the page Ensemble space, and, with E the change of their matrix when "
        "a tree is replaced and δ the gap of its two largest eigenvalues, the bounds of the page Stability:"
    )
    st.latex(_STABILITY)
    st.markdown(
        "u₁ is the dominant eigenvector and λ₁ its eigenvalue. Bounds are wide. The estimate is the bound times "
        f"α, the mean ratio of change to bound in the first {CALIBRATION} updates that have a bound. An alarm is "
        "raised when two updates in a row exceed a line computed from the updates before them:"
    )
    st.latex(_ALARM)
    st.markdown("MAD is the median distance from the median. The minimum of 1.4826 MAD is a twentieth of the median.")


def _show_many_pairs() -> None:
    st.subheader("Many pairs")
    st.markdown(
        "The page Atlas mines every pair of its tables. If m pairs are tested, some p-values are small by "
        "chance. With the p-values sorted, each pair has the q-value"
    )
    st.latex(_FALSE_DISCOVERY)
    st.markdown(
        "Of the pairs with q ≤ 0.05, about one in twenty is expected to be due to chance. Tables are joined step "
        "by step, starting with the two groups whose pairs have the smallest "
        "mean 1\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}SDTSQ."
    )
