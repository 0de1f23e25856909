"""Steamroller scenarios: awards at the end of turns, objectives destroyed, casters lost, victory at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Refusal
from heraut.scenario import control
from heraut.scenario.armies import Armies, MatchOutcome, army_counts, separate
from heraut.scenario.definition import ElementKind, Scenario
from heraut.scenario.facts import SIDES, Facts, Side, place_of
from heraut.scenario.library import Layout, number
from heraut.scenario.scoring import Awards, PointsAward
from heraut.scenario.sheet import Ended, Ending, Tally, Win, WinKind

ROLL: tuple[ClauseId, ...] = (ClauseId("HOUSE-MATCH-2"),)
"""Who is first: the published text leaves it to the core rules."""
AGREE = ClauseId("SR-FAIR-2")
"""Who differ talk, then call an official."""
ORDER = ClauseId("SR-SC-1")
"""Turns are scored one after another."""
EDGES = ClauseId("SR-DEPL-2")
"""The first player chooses the edge."""
ON_TABLE = ClauseId("SR-TERR-1")
"""What is placed lies on the table."""
MUSTERS = False
COUNTS_AT_ONCE = True
CALLED: Mapping[str, str] = {"{turn}": "sequence"}
ENDS: frozenset[Ended] = frozenset({"concession", "forfeit", "clock"})
SCORING: tuple[type, ...] = (Awards,)
_END_CLAUSES: Mapping[Ended, str] = {"concession": "SR-WIN-15", "clock": "SR-VTIME-15"}


def edge_chooser(first: Seat, _loser: Seat | None) -> Seat | None:
    """The first player [SR-DEPL-2]."""
    return first


def scores_at(scenario: Scenario, by: Side, turn: int) -> bool:  # noqa: ARG001  # every scenario has the same moments
    """Whether the end of that turn is a usual scoring moment [SR-SC-1]."""
    return place_of(by, turn) >= number("first-scoring-turn").value


def moments(scenario: Scenario, turns: Iterable[int]) -> Iterator[tuple[int, Side | None]]:
    """The end of either player's turn is one [SR-SC-1], and what counts at once may come in any turn [SR-S11-3]."""
    assert isinstance(scenario.scoring, Awards)
    at_once = any(award.by == "destroyed" for award in scenario.scoring.awards)
    return ((turn, side) for turn in turns for side in SIDES if at_once or scores_at(scenario, side, turn))


def happen(sheet: Tally, facts: Facts) -> Tally | Refusal:
    """Objectives destroyed, casters lost, armies wiped out: each may end the game at once."""
    if (fault := _facts_fault(sheet, facts)) is not None:
        return fault
    now: Tally | Refusal = _wrecked(sheet, facts)
    for lost in facts.casters_lost:
        if isinstance(now, Refusal) or now.over:
            return now
        now = _casters_lost(now, lost)
    return now if isinstance(now, Refusal) or now.over else _wiped_out(now, facts)


def end_turn(sheet: Tally, facts: Facts) -> Tally | Refusal:
    """Kill Box, points of both sides, then victory [SR-SC-2]; what leaves or enters the table comes last."""
    facts = _positions(sheet, facts)
    sheet = _caged(sheet, facts)
    if sheet.over or not scores_at(sheet.scenario, facts.by, facts.turn):
        return _maintained(sheet, facts)
    if (fault := _draw_fault(sheet)) is not None:
        return fault
    before = sheet
    for side in SIDES:
        for award, points in earned(before, facts, side):
            spent = (*sheet.spent, *((side, award.element),) * points)
            opened = facts.index if sheet.opened is None and award.element == sheet.first_flag else sheet.opened
            sheet = replace(sheet, spent=spent, opened=opened)
            sheet = sheet.score(facts, side, points, award.clause, f"award-{award.by}", element=award.element)
        sheet = _locked(sheet, facts, side)
    return _maintained(_checked(sheet), facts)


def asks(sheet: Tally) -> frozenset[str]:
    """The facts the scenario asks for at the end of a turn."""
    rules = sheet.awards
    kinds = {award.by for award in rules.awards}
    wanted = {"casters_lost", "entries"}
    wanted |= {"controls", "contests"} if "control" in kinds else set()
    wanted |= {"objectives"} if "objective" in kinds else set()
    wanted |= {"destroyed"} if "destroyed" in kinds else set()
    wanted |= {"touches"} if any(award.touching for award in rules.awards) else set()
    wanted |= {"caster_contests"} if any(award.caster_at for award in rules.awards) else set()
    wanted |= {"zone"} if rules.caps is not None and rules.caps.per_turn is not None else set()
    wanted |= {"casters_out"} if rules.cage is not None else set()
    wanted |= {"wiped_out"} if sheet.options.no_assassination else set()
    return frozenset(wanted)


def _facts_fault(sheet: Tally, facts: Facts) -> Refusal | None:
    plain = facts.given() & {"controls", "contests", "touches", "caster_contests", "casters_out"}
    if facts.entries is not None and plain:
        return Refusal(ClauseId("SR-SC-6"), "facts-both-ways", subject=min(plain))
    return _names_fault(sheet, facts) or _control_fault(facts)


def _names_fault(sheet: Tally, facts: Facts) -> Refusal | None:
    by_side = (facts.controls, facts.contests, facts.touches, facts.caster_contests)
    named = {id for fact in by_side for ids in fact.values() for id in ids} | {*facts.objectives.values()}
    named |= set(facts.zone.values())
    wrecked = {id for group in facts.destroyed for id in group} | set(facts.objectives)
    unknown = sheet.scenario.unknown
    areas = unknown(sorted(named), ElementKind.ZONE, ElementKind.FLAG)
    if (fault := areas or unknown(sorted(wrecked), ElementKind.OBJECTIVE)) is not None:
        return fault
    if gone := named.intersection(sheet.gone):
        return Refusal(sheet.scenario.clause, "element-gone", subject=min(gone))
    return None


def _control_fault(facts: Facts) -> Refusal | None:
    """Nobody controls what the opponent controls or contests [SR-CTRL-7]."""
    for side in SIDES:
        other = {*facts.controls.get(side.other, ()), *facts.contests.get(side.other, ())}
        both = sorted(other & set(facts.controls.get(side, ())))
        if both:
            return Refusal(ClauseId("SR-CTRL-7"), "controlled-and-contested", subject=both[0], asked=side.value)
    return None


def _wrecked(sheet: Tally, facts: Facts) -> Tally | Refusal:
    shield = number("shielded-turns")
    if facts.destroyed and facts.turn <= shield.value:
        return Refusal(shield.clause, "objective-shielded", facts.destroyed[0][0], facts.turn, shield.value + 1)
    for group in facts.destroyed:
        for id in group:
            if id in sheet.gone:
                return Refusal(sheet.scenario.clause, "element-gone", subject=id)
            sheet = replace(sheet, gone=(*sheet.gone, id), wrecked=(*sheet.wrecked, id))
            for award in sheet.awards.awards:
                if award.by == "destroyed" and award.element == id and award.to is not None:
                    sheet = sheet.score(facts, award.to, award.points, award.clause, "award-destroyed", element=id)
        sheet = _checked(sheet)
        if sheet.over:
            return sheet
    return sheet


def _casters_lost(sheet: Tally, lost: Mapping[Side, int]) -> Tally | Refusal:
    for side, count in lost.items():
        if not 0 <= count <= sheet.casters[side]:
            return Refusal(ClauseId("SR-WIN-1"), "too-many-casters", side.value, count, sheet.casters[side])
    casters = {side: sheet.casters[side] - lost.get(side, 0) for side in SIDES}
    return _assassinated(replace(sheet, casters=casters), WinKind.ASSASSINATION, ClauseId("SR-WIN-1"))


def _assassinated(sheet: Tally, kind: WinKind, clause: ClauseId, cause: str | None = None) -> Tally:
    """One side alone has casters: it wins. Neither has: nobody does, and the game is over [SR-WIN-14]."""
    if sheet.options.no_assassination or all(sheet.casters.values()):
        return sheet
    standing = [side for side in SIDES if sheet.casters[side]]
    win = Win(standing[0], kind, clause, cause) if standing else None
    return replace(sheet, win=win, over=True)


def _wiped_out(sheet: Tally, facts: Facts) -> Tally:
    """Without assassination, a player with no model left loses [SR-VWIN-2]."""
    if not facts.wiped_out:
        return sheet
    standing = [side for side in SIDES if side not in facts.wiped_out]
    win = Win(standing[0], WinKind.WIPE_OUT, ClauseId("SR-VWIN-2")) if standing else None
    return replace(sheet, win=win, over=True)


def _caged(sheet: Tally, facts: Facts) -> Tally:
    """A caster outside the box at the end of one's own turn costs all of them [SR-S02-2]."""
    cage = sheet.awards.cage
    if cage is None or not facts.casters_out or facts.turn < cage.from_turn:
        return sheet
    kind = WinKind(sheet.options.kill_box_counts_as)
    lost = replace(sheet, casters={**sheet.casters, facts.by: 0})
    return _assassinated(lost, kind, ClauseId("SR-S02-3"), "kill_box")


def _draw_fault(sheet: Tally) -> Refusal | None:
    rules = sheet.awards
    if rules.later is not None and sheet.first_flag is None:
        return Refusal(rules.later.clause, "match-draw-needed")
    if rules.removal is not None and sheet.removed is None:
        return Refusal(rules.removal.clause, "match-draw-needed")
    return None


def _locked(sheet: Tally, facts: Facts, side: Side) -> Tally:
    """A line of 0 points that says why [SR-S04-3]."""
    lock = sheet.awards.lock
    if lock is None or not is_locked(sheet, facts, side):
        return sheet
    return sheet.score(facts, side, 0, lock.clause, "award-locked", element=lock.zone(side))


def _checked(sheet: Tally) -> Tally:
    """Victory, or a new cycle when both reach the points together [SR-SC-3, SR-S05-6, SR-S06-6]."""
    rules = sheet.awards
    if rules.victory.points is None:
        return sheet
    reached = [side for side in SIDES if sheet.points[side] >= sheet.goal]
    ahead = [side for side in reached if sheet.points[side] > sheet.points[side.other]]
    winners = ahead if rules.victory.lead else reached
    if len(winners) == 1:
        return replace(sheet, win=Win(winners[0], WinKind.SCENARIO, rules.victory.clause), over=True)
    at_level = rules.caps.at_level if rules.caps is not None and len(reached) == 2 else None
    match at_level:
        case "cycle":
            return replace(sheet, goal=sheet.goal + rules.victory.points, spent=())
        case "lift":
            return replace(sheet, lifted=True)
        case _:
            return sheet


def _maintained(sheet: Tally, facts: Facts) -> Tally:
    """A flag leaves by lot; a second objective comes where the first of its half was destroyed."""
    removal = sheet.awards.removal
    if removal is not None and sheet.removed and (facts.by, facts.turn) == (removal.after, removal.turn):
        sheet = replace(sheet, gone=(*sheet.gone, sheet.removed))
    back = {
        later.id
        for later in sheet.scenario.elements
        if later.later and later.id not in sheet.wrecked and _first_of(sheet, later.owner) <= {*sheet.wrecked}
    }
    return replace(sheet, gone=tuple(id for id in sheet.gone if id not in back))


def _first_of(sheet: Tally, owner: Side | None) -> frozenset[str]:
    """The objectives that stand in a half from the start."""
    return frozenset(
        element.id
        for element in sheet.scenario.of_kind(ElementKind.OBJECTIVE)
        if element.owner is owner and not element.later
    )


def earned(sheet: Tally, facts: Facts, side: Side) -> list[tuple[PointsAward, int]]:
    """What the side scores now, its limits applied."""
    rules = sheet.awards
    if is_locked(sheet, facts, side):
        return []
    earned = [(award, points) for award in rules.awards if (points := _worth(sheet, facts, side, award))]
    if rules.caps is None or rules.caps.per_turn is None or len(earned) <= rules.caps.per_turn:
        return earned
    chosen = facts.zone.get(side)
    earned.sort(key=lambda one: (one[0].element != chosen, (side.other, one[0].element) in sheet.spent))
    return earned[: rules.caps.per_turn]


def is_locked(sheet: Tally, facts: Facts, side: Side) -> bool:
    """Whether the enemy contests the zone without which the side scores nothing [SR-S04-3]."""
    lock = sheet.awards.lock
    return lock is not None and lock.zone(side) in _contested(facts, side.other)


def _contested(facts: Facts, side: Side) -> set[str]:
    """What the side contests: who controls something has a model there, which contests it [SR-CTRL-4, SR-CTRL-7]."""
    return {*facts.contests.get(side, ()), *facts.controls.get(side, ())}


def _worth(sheet: Tally, facts: Facts, side: Side, award: PointsAward) -> int:
    if not award.is_for(side) or award.element in sheet.gone or not _is_open(sheet, facts, side, award):
        return 0
    match award.by:
        case "control":
            met = award.element in facts.controls.get(side, ()) and all(_needs(facts, side, award))
            return award.points if met else 0
        case "objective":
            return award.points * sum(1 for zone in facts.objectives.values() if zone == award.element)
        case _:
            return 0


def _needs(facts: Facts, side: Side, award: PointsAward) -> Iterator[bool]:
    """What must hold besides the usual conditions [SR-S13-2, SR-S14-2, SR-S16-2]."""
    yield award.contesting is None or award.contesting in _contested(facts, side)
    yield award.touching is None or award.touching in facts.touches.get(side, ())
    yield not award.caster_at or any(flag in award.caster_at for flag in facts.caster_contests.get(side, ()))


def _is_open(sheet: Tally, facts: Facts, side: Side, award: PointsAward) -> bool:
    """Whether the element may still, or already, score for the side [SR-S05-3, SR-S06-3, SR-S06-4]."""
    rules = sheet.awards
    early = sheet.opened is None or facts.index <= sheet.opened
    if rules.later is not None and award.element != sheet.first_flag and early:
        return False
    most = None if rules.caps is None or sheet.lifted else rules.caps.per_element
    return most is None or sheet.spent.count((side, award.element)) < most


def plain(sheet: Tally, facts: Facts) -> Facts:
    """The facts without positions: of everything that these tell, what the scenario asks for."""
    worked = _positions(sheet, facts)
    blank, unasked = Facts(by=facts.by, turn=facts.turn), worked.given() - asks(sheet)
    return replace(worked, **{name: getattr(blank, name) for name in unasked})


def _positions(sheet: Tally, facts: Facts) -> Facts:
    """The facts of a turn from where the models stand at its end; objectives are entered as they are [SR-SC-6]."""
    if facts.entries is None:
        return facts
    layout, entries, gone, cage = Layout(sheet.scenario), facts.entries, sheet.gone, sheet.awards.cage
    return replace(
        facts,
        controls=_some(control.controls(layout, entries, gone)),
        contests=_some(control.contested(layout, entries, gone)),
        touches=_some(control.touched(layout, entries)),
        caster_contests=_some(control.caster_contested(layout, entries)),
        casters_out=cage is not None and control.caster_outside(entries, facts.by, layout.elements[cage.box]),
        entries=None,
    )


def _some(by_side: Mapping[Side, tuple[str, ...]]) -> dict[Side, tuple[str, ...]]:
    """The sides that have any."""
    return {side: ids for side, ids in by_side.items() if ids}


def ended(sheet: Tally, *, timed_at: int | None, more: bool | None) -> ClauseId | None:  # noqa: ARG001  # no sixth turn
    """Dice down ends the turn under way, which is still scored [SR-DICE-3]."""
    return ClauseId("SR-DICE-4") if timed_at is not None and sheet.turns > timed_at else None


def end_clause(kind: Ended) -> ClauseId:
    """The clause by which a game ends against one side."""
    return ClauseId(_END_CLAUSES.get(kind, "SR-FAIR-6"))


def is_counted(sheet: Tally, *, decided: bool) -> bool:  # noqa: ARG001  # destroyed points count in every event
    """What is left of the armies is counted, won or not [SR-DEST-10]."""
    return True


def outcome(sheet: Tally, stated: Win | None, ending: Ending | None, left: Armies | None) -> MatchOutcome:  # noqa: ARG001  # one shape
    """The victory on the sheet, the end that was stated, or what the tie-break conditions say."""
    counts = army_counts(sheet, left)
    win = (sheet.win or stated) if stated is not None else separate(sheet, left or Armies())
    return MatchOutcome(win=win, armies=counts)


def examples(sheet: Tally) -> Iterator[Facts]:
    """Some things the sheet could say of the turn under way."""
    side, turn = sheet.next_turn
    yield Facts(by=side, turn=turn)
    standing = tuple(
        one.id for one in sheet.scenario.of_kind(ElementKind.ZONE, ElementKind.FLAG) if one.id not in sheet.gone
    )
    yield from (Facts(by=side, turn=turn, controls={owner: standing[:1]}) for owner in SIDES)
