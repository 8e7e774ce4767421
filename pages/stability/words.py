"""What the Stability page says of a stream in words: is it stable, which regimes, what that is based on."""

from __future__ import annotations

from ksdt_core.fourier.stability_report import QUIET_STEPS
from ksdt_core.studies.detectors import ENSEMBLE, Detected
from ksdt_core.studies.regimes import Regime
from ksdt_core.studies.stream_plan import StreamPlan
from ksdt_core.studies.stream_watch import WatchedStream
from ksdt_core.text import counted, in_letters, percent, printable, score
from pages.stability import streams
from pages.stability.state import Followed
from pages.stability.streams import LEAST_ROWS

MOST_LISTED = 3  # alarms and regimes that the answer lists; of more it says how many
ANSWERS = ("the main prediction, which most trees share (eigenvector 1),", "the second (eigenvector 2)")
NAMES = {ENSEMBLE: "Trees of the ensemble", "Page-Hinkley": "Page–Hinkley"}


def answer(watched: WatchedStream, wanted: Followed) -> str:
    """Whether the ensemble is stable; of a demonstration it says first that no table of the reader is meant."""
    said = verdict(watched)
    return f"In the demonstration stream, {said[:1].lower()}{said[1:]}" if wanted.is_demonstration else said


def verdict(watched: WatchedStream) -> str:
    """Whether the ensemble is stable, how many alarms there are, and which regimes."""
    n, drift = len(watched.report.steps), watched.plan.drift
    alarms = [position + 1 for position in watched.report.alarms]
    if not alarms and n < QUIET_STEPS + 2:
        return (
            f"{counted(n, 'update').capitalize()} cannot show whether the ensemble is stable: the first "
            f"{QUIET_STEPS} are needed to learn the normal variation, and an alarm needs two more."
        )
    if not alarms and drift is not None:
        return f"No alarm in {n} updates, although the rule changes at update {drift}: the change was missed."
    if not alarms:
        return f"The ensemble is stable: no alarm in {counted(n, 'update')}, one regime (A)."
    if len({regime.name for regime in watched.regimes}) == 1:
        return (
            f"{alarm_words(alarms).capitalize()}, but the trees before and after it make similar predictions: the "
            f"ensemble stays in regime {watched.regimes[0].name}."
        )
    regimes = f", {regime_words(watched.regimes)}" if watched.regimes else ""
    return f"The ensemble is not stable: {alarm_words(alarms)}{regimes}."


def alarm_words(alarms: list[int]) -> str:
    """`one alarm at update 25`, `two alarms at updates 15 and 30`, `5 alarms, the first at update 12`."""
    if len(alarms) == 1:
        return f"one alarm at update {alarms[0]}"
    if len(alarms) > MOST_LISTED:
        return f"{in_letters(len(alarms))} alarms, the first at update {alarms[0]}"
    return f"{in_letters(len(alarms))} alarms at updates {', '.join(map(str, alarms[:-1]))} and {alarms[-1]}"


def regime_words(regimes: tuple[Regime, ...]) -> str:
    """`two regimes: A (updates 1–24), B (updates 25–45)`; of many stretches the names in their order."""
    n = in_letters(len({regime.name for regime in regimes}))
    if len(regimes) > MOST_LISTED:
        return f"{n} regimes in the order {', '.join(regime.name for regime in regimes)}"
    return f"{n} regimes: {', '.join(f'{regime.name} ({span(regime)})' for regime in regimes)}"


def span(regime: Regime) -> str:
    if regime.first == regime.last:
        return f"update {regime.first}"
    return f"updates {regime.first}–{regime.last}"


def basis(watched: WatchedStream, wanted: Followed, *, why: str = "") -> str:
    """Which stream it is, how it was followed, and what is known about a true change."""
    plan = watched.plan
    how = f"{plan_words(plan)}."
    if not wanted.is_demonstration:
        order = "in the order of its rows, taken as time" if plan.time is None else f"ordered by {printable(plan.time)}"
        filled = f" {counted(watched.n_filled, 'missing value')} filled." if watched.n_filled else ""
        return f"{printable(watched.name)}, {plan.n_rows:,} of {watched.n_rows:,} rows {order}. {how}{filled}"
    return " ".join(part for part in ("Demonstration stream.", why, truth(watched), how) if part)


def truth(watched: WatchedStream) -> str:
    """What is known about the generated stream, beside the first alarm."""
    drift, alarms = watched.plan.drift, [position + 1 for position in watched.report.alarms]
    if drift is None:
        return "Its rule never changes."
    if not alarms:
        why = ""
        if drift <= QUIET_STEPS:
            why = f" The first {QUIET_STEPS} updates are needed to learn the normal variation."
        elif drift == len(watched.report.steps):
            why = " An alarm needs two updates after the change."
        return f"Its rule changes at update {drift}.{why}"
    late = alarms[0] - drift
    if late == 0:
        return f"Its rule changes at update {drift}, where the alarm is."
    when = f"{counted(late, 'update')} later" if late > 0 else "before that, so it is false"
    return f"Its rule changes at update {drift}; the first alarm is {when}."


def why_not_the_pair() -> str:
    """Why a demonstration is shown while a pair is open."""
    if not streams.of_the_pair() or streams.suited() is not None:
        return ""
    if streams.are_short():
        return f"The tables of the current pair have fewer than {LEAST_ROWS:,} rows, which is too few to follow."
    return (
        f"Of the current pair, no table of {LEAST_ROWS:,} rows or more can be followed: the rows are sorted by class."
    )


def plan_words(plan: StreamPlan) -> str:
    """What is followed, in short."""
    rows, updates = counted(plan.chunk, "row"), counted(plan.n_updates, "update")
    return f"{plan.n_first} trees at the start, then {updates}; {rows} for each tree"


def moment(watched: WatchedStream, step: int, *, is_alarm: bool) -> str:
    """What an update did, in one line."""
    if not step:
        return f"The ensemble starts with {watched.report.n_trees} trees; no update so far."
    at = watched.report.steps[step - 1]
    turns = [at.eigenvector_change, None if at.second is None else at.second.change]
    turned = [f"{name} rotated by {score(turn)}" for name, turn in zip(ANSWERS, turns, strict=True) if turn is not None]
    alarm = " Alarm." if is_alarm else ""
    wrong = f" The trees were wrong on {percent(watched.errors[step - 1])} of the new rows."
    line = watched.report.lines[step - 1]
    limit = "" if line is None else f"; alarm line {score(line)}"
    changed = "; ".join([f"the predictions changed by {score(at.frobenius)} (‖E‖{limit})", *turned])
    return f"Update {step}: {changed}.{alarm}{wrong}"


def regime_line(regimes: tuple[Regime, ...]) -> str:
    """What the trees of each regime test."""
    known = {regime.name: regime.attributes for regime in reversed(regimes)}
    shown = {name: ", ".join(map(printable, attributes)) for name, attributes in known.items()}
    return " ".join(
        f"Regime {name}: {f'most trees test {shown[name]}' if shown[name] else 'no attribute that most trees test'}."
        for name in sorted(known, key=lambda name: (len(name), name))
    )


def detector_name(detected: Detected) -> str:
    return NAMES.get(detected.detector, detected.detector)


def detectors_sentence(detected: tuple[Detected, ...], change: int | None) -> str:
    """Who found the change first, or that nobody knows a change."""
    if change is None:
        return "No true change of this stream is known, so delays and false alarms cannot be counted."
    found = sorted((each.delay, detector_name(each)) for each in detected if each.delay is not None)
    if not found:
        return "No detector found the change in time."
    missed = [detector_name(each) for each in detected if each.delay is None]
    rest = f" Not found in time by: {', '.join(missed)}." if missed else ""
    return f"First to find the change: {found[0][1]}, after {counted(found[0][0], 'row')}.{rest}"
