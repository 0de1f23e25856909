"""Letters between players: to one, to some, to all; for nobody else's eyes (chapter 32)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from heraut.campaign.absence import stand_ins
from heraut.campaign.state import Finished, Letter, LetterId, State
from heraut.campaign.subject import CampaignOrder, CampaignSubject, Code, refuse
from heraut.kernel.engine import Outcome, on
from heraut.kernel.message import Audience, Event, Outline, PublicEvent
from heraut.kernel.names import ORGANISER, Instant, Seat

LONGEST = 2_000
"""Characters of one letter: a page."""
LONGEST_SEALED = 6 * LONGEST
"""Characters of its envelope: a character is at most four bytes, and four of the envelope's hold three."""


class WriteLetter(CampaignOrder, frozen=True, kw_only=True):
    """Write to one or more other players [SC-LET-1]; `sealed` is the text in its envelope, as the journal keeps it."""

    enveloped: ClassVar[bool] = True

    to: tuple[Seat, ...]
    text: str = ""
    sealed: str = ""


class AllowTelling(CampaignOrder, frozen=True, kw_only=True):
    """Agree that a letter is told once the campaign is over, or no longer agree [SC-LET-5]."""

    letter: LetterId
    allow: bool = True


class LetterSent(Event, frozen=True):
    """A letter has reached its readers; `open` ones are read by the organiser too [SC-LET-2, SC-LET-3]."""

    audience: ClassVar[Audience] = Audience.OWNERS
    enveloped: ClassVar[bool] = True

    letter: LetterId
    seat: Seat
    to: tuple[Seat, ...]
    text: str = ""
    sealed: str = ""
    at: Instant = Instant(0)
    open: bool = False

    def owners(self) -> tuple[Seat, ...]:
        """Who may read it."""
        return (self.seat, *self.to, *((ORGANISER,) if self.open else ()))


class TellingAllowed(Event, frozen=True):
    """Somebody agrees that a letter is told, or no longer does; those it concerns know [SC-LET-5]."""

    audience: ClassVar[Audience] = Audience.OWNERS

    letter: LetterId
    seat: Seat
    allow: bool
    people: tuple[Seat, ...]

    def owners(self) -> tuple[Seat, ...]:
        """Whoever wrote or received the letter."""
        return self.people


class LetterTold(PublicEvent, frozen=True):
    """
    The campaign is over and all it concerns agree: the letter belongs to the chronicle [SC-LET-5].

    It has left its envelope: a file tells it wherever it is read.
    """

    enveloped: ClassVar[bool] = True

    seat: Seat
    to: tuple[Seat, ...]
    text: str = ""
    sealed: str = ""
    at: Instant = Instant(0)


COMMANDS = (WriteLetter, AllowTelling)
"""Beside the game: nothing of the campaign follows from them, no deadline begins with them."""


def write_letter(state: State, command: WriteLetter) -> Outcome:
    """A letter to other players of the campaign, for them alone [SC-LET-1 to SC-LET-4]."""
    if state.game.settings.letters == "off":
        return refuse("SC-LET-3", Code.LETTERS_OFF)
    if command.seat in stand_ins(state):
        return refuse("SC-LET-4", Code.LETTERS_REST)
    others = tuple(seat for seat in state.game.seats if seat in command.to and seat != command.seat)
    if not others or len(others) != len(command.to):
        return refuse("SC-LET-1", Code.LETTER_READERS)
    text, enclosed = command.text.strip(), len(command.sealed)
    if len(text) > LONGEST or enclosed > LONGEST_SEALED or bool(text) == bool(enclosed):
        return refuse("SC-LET-1", Code.LETTER_LENGTH, asked=len(text), allowed=LONGEST)
    opened = state.game.settings.letters == "open"
    name = _name(state, command.seat, others)
    return (LetterSent(name, command.seat, others, text, command.sealed, command.at, opened),)


def _name(state: State, seat: Seat, to: tuple[Seat, ...]) -> LetterId:
    """
    What the letter is called: its people, and its place among the letters from the same to the same.

    A number of all letters would tell each reader how many there are that they do not see [SC-LET-2].
    """
    same = sum(letter.seat == seat and letter.to == to for letter in state.letters)
    return LetterId(f"{seat}.{'.'.join(to)}.{same + 1}")


def allow_telling(state: State, command: AllowTelling) -> Outcome:
    """Whoever wrote or received a letter says whether it may be told [SC-LET-5]."""
    letter = next((one for one in state.letters if one.id == command.letter), None)
    if letter is None or command.seat not in letter.people or letter.told:
        return refuse("SC-LET-5", Code.NO_LETTER)
    if command.seat in stand_ins(state):
        return refuse("SC-LET-4", Code.LETTERS_REST)
    return (TellingAllowed(letter.id, command.seat, command.allow, letter.people),)


def tell(state: State) -> Iterator[LetterTold]:
    """Once the campaign is over, the letters all their people agree to tell, oldest first [SC-LET-5]."""
    if isinstance(state.phase, Finished):
        for letter in state.letters:
            if not letter.told and _all_agree(state, letter):
                yield LetterTold(letter.seat, letter.to, letter.text, letter.sealed, letter.at)


def _all_agree(state: State, letter: Letter) -> bool:
    """Whether all its people agree to tell a letter; a bot, which read nothing, is not asked."""
    return {*letter.people} <= {*letter.allowed, *state.bots}


def _sent(state: State, event: LetterSent) -> State:
    letter = Letter(event.letter, event.seat, event.to, event.text, event.sealed, event.at, event.open)
    return replace(state, letters=(*state.letters, letter))


def _allowed(state: State, event: TellingAllowed) -> State:
    letter = next(one for one in state.letters if one.id == event.letter)
    allowed = tuple(seat for seat in letter.allowed if seat != event.seat) + ((event.seat,) if event.allow else ())
    return _with(state, replace(letter, allowed=allowed))


def _told(state: State, event: LetterTold) -> State:
    """
    The letter that says what the event says; an envelope says it for its text.

    Two that say the same at the same moment are the same to everybody: it is the one more people spoke of.
    """
    said = (event.seat, event.to, event.at, event.sealed or event.text)
    same = (one for one in state.letters if (one.seat, one.to, one.at, one.sealed or one.text) == said)
    letter = max((one for one in same if not one.told), key=lambda one: len(one.allowed))
    return _with(state, replace(letter, told=True, text=event.text))


def _with(state: State, letter: Letter) -> State:
    return replace(state, letters=tuple(letter if one.id == letter.id else one for one in state.letters))


def is_post(events: Iterable[Event | Outline]) -> bool:
    """Whether nothing but letters came of a command, and none was told: going back in the game leaves it."""
    return all(isinstance(event, LetterSent | TellingAllowed) for event in events)


def letters_of(state: State, viewer: Seat | None) -> tuple[Letter, ...]:
    """The letters the viewer may read, oldest first; while somebody plays for them, they rest [SC-LET-2, SC-LET-4]."""
    if viewer is None or viewer in stand_ins(state):
        return ()
    return tuple(one for one in state.letters if viewer in one.people or (one.open and viewer == ORGANISER))


SUBJECT = CampaignSubject(
    decides=(on(WriteLetter, write_letter), on(AllowTelling, allow_telling)),
    evolves=(on(LetterSent, _sent), on(TellingAllowed, _allowed), on(LetterTold, _told)),
)
