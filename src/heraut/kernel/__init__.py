"""What every room stands on: seats, clauses, refusals, an engine's shape, sealed choices, the journal's protocol."""

from heraut.kernel.codec import Malformed, decode, encode, from_plain, prepare, to_plain
from heraut.kernel.engine import AnyEngine, Engine, ImpossibleEvent, evolve_all
from heraut.kernel.fate import Awaited, Chance, Roll, Tick, rolls
from heraut.kernel.message import Audience, Command, Event, Outline, room_of, shown
from heraut.kernel.names import (
    CLOCK,
    FATE,
    OFFICIALS,
    ORGANISER,
    REFEREE,
    ActorId,
    ClauseId,
    CommandId,
    EngineId,
    Instant,
    RulesVersion,
    Seat,
    StreamId,
)
from heraut.kernel.refusal import Fact, HouseCode, Reason, Refusal, exact, house, together
from heraut.kernel.sealed import Box, Choice, SlotView, Stage
from heraut.kernel.text import from_line, to_line

__all__ = [
    "CLOCK",
    "FATE",
    "OFFICIALS",
    "ORGANISER",
    "REFEREE",
    "ActorId",
    "AnyEngine",
    "Audience",
    "Awaited",
    "Box",
    "Chance",
    "Choice",
    "ClauseId",
    "Command",
    "CommandId",
    "Engine",
    "EngineId",
    "Event",
    "Fact",
    "HouseCode",
    "ImpossibleEvent",
    "Instant",
    "Malformed",
    "Outline",
    "Reason",
    "Refusal",
    "Roll",
    "RulesVersion",
    "Seat",
    "SlotView",
    "Stage",
    "StreamId",
    "Tick",
    "decode",
    "encode",
    "evolve_all",
    "exact",
    "from_line",
    "from_plain",
    "house",
    "prepare",
    "rolls",
    "room_of",
    "shown",
    "to_line",
    "to_plain",
    "together",
]
