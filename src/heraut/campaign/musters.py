"""Preparation: hidden recruitment and transfers; a lord's name, story, experience and note (chapters 12 to 16)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from heraut.campaign import bands
from heraut.campaign.bands import Arrangement, arrange, muster
from heraut.campaign.board import Board, Lord, LordId, TerritoryMuster, charged
from heraut.campaign.settings import TurnStep
from heraut.campaign.state import Passing, Preparing, State
from heraut.campaign.subject import (
    CampaignOrder,
    CampaignScene,
    CampaignSubject,
    Code,
    Defaulted,
    Drafted,
    Revealed,
    SealedEvent,
    SealedOrder,
    SealedStep,
    Steps,
    refuse,
)
from heraut.campaign.tables import Points
from heraut.campaign.turns import StepOpened
from heraut.kernel.engine import Outcome, on
from heraut.kernel.message import Awaited, Command, PublicEvent
from heraut.kernel.names import Seat
from heraut.kernel.refusal import HouseCode, Refusal, house, together
from heraut.kernel.sealed import SealedBox, commitment


class Prepare(SealedOrder, frozen=True, kw_only=True):
    """Recruit and transfer; `ready` False keeps a draft that may still be illegal [SC-SEQ-4]."""

    musters: tuple[TerritoryMuster, ...] = ()
    ready: bool = True


class DescribeLord(CampaignOrder, frozen=True, kw_only=True):
    """Name, story, experience and note of one's lord [SC-LRD-6, SC-LRD-7]; None leaves it as it is."""

    lord: LordId
    name: str | None = None
    story: str | None = None
    experience: int | None = None
    note: str | None = None


class PreparationDrafted(Drafted, frozen=True):
    """Orders kept but not handed in."""

    musters: tuple[TerritoryMuster, ...]


class PreparationSealed(SealedEvent, frozen=True):
    """Orders handed in [SC-SEQ-4]."""

    musters: tuple[TerritoryMuster, ...]


class PreparationDefaulted(Defaulted, frozen=True):
    """An absent player recruits and transfers nothing [SC-GEN-9]."""


class PreparationsRevealed(Revealed, frozen=True):
    """The orders of all take effect together [SC-SEQ-4]."""

    arrangements: tuple[Arrangement, ...]
    serial: int


class LordDescribed(PublicEvent, frozen=True):
    """A lord's name, story, experience and note [SC-LRD-6, SC-LRD-7]."""

    seat: Seat
    lord: Lord


def prepare(state: State, command: Prepare) -> Outcome:
    """Only the final situation must be legal, and only when it is handed in [SC-SEQ-4]."""
    if not isinstance(state.phase, Preparing) or command.seat not in state.phase.box.seats:
        return house(HouseCode.WRONG_PHASE, "prepare")
    if not command.ready:
        return (PreparationDrafted(command.seat, command.musters),)
    worked = work_out(state, command.seat, command.musters, state.board.serial)
    if isinstance(worked, Refusal):
        return worked
    promised = commitment(command.musters, command.salt)
    return (PreparationSealed(command.seat, command.musters, salt=command.salt, commitment=promised),)


def work_out(
    state: State, seat: Seat, musters: tuple[TerritoryMuster, ...], serial: int
) -> tuple[tuple[Arrangement, ...], int] | Refusal:
    """
    What the orders of a player come to, or everything that is wrong with them.

    Their price is rounded up once: halves bought on two territories make a whole [SC-REC-2].
    """
    done: list[Arrangement] = []
    faults: list[Refusal] = []
    total: Points = 0
    for asked in musters:
        if any(one.territory == asked.territory for one in done):
            faults.append(refuse("SC-SEQ-4", Code.TERRITORY_TWICE, asked.territory))
            continue
        worked = muster(state, seat, asked, serial)
        if isinstance(worked, Refusal):
            faults.append(worked)
        else:
            arrangement, serial = worked
            before, total = total, total + asked.points() + len(arrangement.lords) * state.game.settings.lord_cost
            done.append(replace(arrangement, cost=charged(total) - charged(before)))
    faults += _limits(state, seat, done)
    return together(tuple(faults)) or (tuple(done), serial)


def _limits(state: State, seat: Seat, done: list[Arrangement]) -> Iterator[Refusal]:
    """The stock left after the bids [SC-REC-7] and the number of lords [SC-LRD-2]."""
    cost, stock = sum(one.cost for one in done), state.board.stocks[seat]
    if cost > stock:
        yield refuse("SC-REC-7", Code.TOO_DEAR, asked=cost, allowed=stock)
    yield from bands.lord_faults(state, seat, hired=sum(len(one.lords) for one in done))


def describe_lord(state: State, command: DescribeLord) -> Outcome:
    """Name, story, experience and note of one's own lord [SC-LRD-6, SC-LRD-7]."""
    lord = next((lord for lord in state.board.living_lords(command.seat) if lord.id == command.lord), None)
    if lord is None:
        return refuse("SC-LRD-7", Code.NOT_YOUR_LORD, command.lord)
    asked = {"name": command.name, "story": command.story, "experience": command.experience, "note": command.note}
    return (LordDescribed(command.seat, replace(lord, **{k: v for k, v in asked.items() if v is not None})),)


def open_step(scene: CampaignScene) -> Steps[None]:
    """Those with anything to decide are asked [SC-GEN-8]."""
    seats = tuple(seat for seat in scene.state.game.seats if may_prepare(scene.board, seat))
    yield StepOpened(TurnStep.PREPARE, seats)


def may_prepare(board: Board, seat: Seat) -> bool:
    """Whether there is anything to recruit or to transfer: an own village, or two bands on one territory."""
    standing = [band.territory for band in board.bands_of(seat)]
    if len(set(standing)) < len(standing):
        return True
    return any(
        not board.enemy_at(at, seat) or at in standing or board.villages[at].lords for at in board.villages_of(seat)
    )


def _reveal(scene: CampaignScene, box: SealedBox[tuple[TerritoryMuster, ...]]) -> Steps[None]:
    """The orders of all take effect and become visible together [SC-SEQ-4]."""
    serial, arrangements = scene.board.serial, list[Arrangement]()
    for seat, musters in box.values.items():
        worked = work_out(scene.state, seat, musters, serial)
        assert not isinstance(worked, Refusal)
        done, serial = worked
        arrangements += done
    yield PreparationsRevealed(tuple(arrangements), serial, defaulted=box.defaulted, opened=box.openings)


def _revealed(state: State, event: PreparationsRevealed) -> State:
    board = state.board
    for done in event.arrangements:
        board = arrange(board, done)
    board = replace(board, serial=event.serial)
    return replace(state, board=board, phase=Passing(TurnStep.PREPARE, done=True), opened=event.opened)


def _described(state: State, event: LordDescribed) -> State:
    board, lord = state.board, event.lord
    for band in board.bands.values():
        if band.lord is not None and band.lord.id == lord.id:
            return replace(state, board=replace(board, bands={**board.bands, band.id: replace(band, lord=lord)}))
    for at, village in board.villages.items():
        if any(one.id == lord.id for one in village.lords):
            return replace(state, board=board.with_village(at, replace(village, lords=_renamed(village.lords, lord))))
    armies = {id: replace(army, lords=_renamed(army.lords, lord)) for id, army in board.armies.items()}
    return replace(state, board=replace(board, armies=armies))


def _renamed(lords: tuple[Lord, ...], lord: Lord) -> tuple[Lord, ...]:
    return tuple(lord if one.id == lord.id else one for one in lords)


def _answers(state: State, awaited: Awaited) -> Iterator[Command]:
    """Nothing; then, in each village open to recruits, units for the reserve or a band there, or a new band."""
    seat, board = awaited.seat, state.board
    yield Prepare(seat)
    for at in board.villages_of(seat):
        if not board.enemy_at(at, seat):
            yield from (Prepare(seat, musters=(one,)) for one in bands.musters(state.game, board, seat, at))


PREPARATIONS = SealedStep(
    Preparing, PreparationSealed, PreparationDefaulted, "musters", nothing=(), drafted=PreparationDrafted
)


PREPARE = PREPARATIONS.question("campaign-prepare", "SC-SEQ-4", _answers)


SUBJECT = CampaignSubject(
    decides=(on(Prepare, prepare), on(DescribeLord, describe_lord)),
    evolves=(*PREPARATIONS.changes(), on(PreparationsRevealed, _revealed), on(LordDescribed, _described)),
    phases=(PREPARATIONS.rules(PREPARE, _reveal),),
    questions=(PREPARE,),
)
