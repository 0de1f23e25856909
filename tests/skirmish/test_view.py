"""What one may see: hidden enemies, secret rolls, surprise; and who may speak for whom."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.kernel.codec import encode
from heraut.kernel.message import Audience, Roll, shown
from heraut.kernel.names import FATE, ORGANISER, Seat
from heraut.kernel.refusal import Refusal
from heraut.skirmish import engine
from heraut.skirmish.announcements import Announce
from heraut.skirmish.dodges import Dodge
from heraut.skirmish.game_master import CallRoll, PutAside
from heraut.skirmish.moves import Move
from heraut.skirmish.orders import Order
from heraut.skirmish.playing import Unseen
from heraut.skirmish.secrecy import Uncovered
from heraut.skirmish.settings import Enlisted, FightOptions, Settings
from heraut.skirmish.sheet import Trait
from heraut.skirmish.sheet_text import ambush, duel_of_warriors, samples
from heraut.skirmish.state import State, next_announcer
from heraut.skirmish.strikes import Strike
from heraut.skirmish.turn import Proceed
from skirmish.build import ANA, BEN, Table, man, quick, strike

GM = ORGANISER


def watched(**sheet: object) -> Table:
    roster = (
        man("Ari", "one", seat=ANA, traits=quick(20)),
        man("Bo", "two"),
        man("Spy", "two", hidden=True, **sheet),
    )
    return Table(*roster).begin()


def test_a_hidden_enemy_is_in_nobodys_view_but_the_game_masters():
    table = watched().announce()
    assert [fighter.id for fighter in engine.view(table.state, ANA).fighters] == ["Ari", "Bo"]
    assert [fighter.id for fighter in engine.view(table.state, None).fighters] == ["Ari", "Bo"]
    assert [fighter.id for fighter in engine.view(table.state, GM).fighters] == ["Ari", "Bo", "Spy"]
    assert "Spy" not in encode(engine.view(table.state, ANA)).decode()


def test_nothing_of_a_players_view_or_log_depends_on_what_is_hidden():
    def told(table: Table, command: object) -> list[object]:
        table.send(command)
        return [event for event in (shown(event, ANA) for event in table.last) if event is not None]

    one, other = watched(), watched(traits={"swords": Trait(9, 9)}, confidence=3)
    logs: tuple[list[object], list[object]] = ([], [])
    for table, log, actions in ((one, logs[0], 2), (other, logs[1], 5)):
        while table.state.segment == 0:
            who = next_announcer(table.state).id
            log.extend(told(table, Announce(seat=GM, who=who, actions=actions if who == "Spy" else 1)))
        log.extend(told(table, Move(seat=GM, who="Spy")))
        log.extend(told(table, Dodge(seat=GM, who="Spy")))
        log.extend(told(table, Roll(faces=(3,) * table.pool.dice)))
    assert logs[0] == logs[1]
    assert engine.view(one.state, ANA) == engine.view(other.state, ANA)


def test_whoever_suspects_nothing_is_not_told_so():
    table = watched().announce()
    before = engine.view(table.state, ANA)
    table.send(PutAside(who="Ari", how="unaware"))

    assert [shown(event, ANA) for event in table.last if shown(event, ANA) is not None] == []
    assert engine.view(table.state, ANA) == before
    ari = next(one for one in engine.view(table.state, GM).fighters if one.id == "Ari")
    assert ari.conditions[-1] == ari.own.effects[-1].code == "unaware"


def test_a_secret_roll_is_the_game_masters():
    table = watched().announce().send(CallRoll(who="Ari", trait="vigilance", difficulty=15, hidden=True))
    assert engine.view(table.state, ANA).due is None
    assert engine.view(table.state, GM).due.pools[0].who == "Ari"
    assert all(shown(event, ANA) is None for event in table.last)
    (awaited,) = engine.awaits(table.state, GM)
    assert (awaited.seat, awaited.chance.roller, awaited.subject) == (FATE, GM, "Ari")
    assert [(one.seat, one.subject, one.chance) for one in engine.awaits(table.state, ANA)] == [(GM, None, None)]
    table.flat(3)
    assert all(shown(event, ANA) is None for event in table.last)
    assert all(shown(event, GM) is not None for event in table.last)


def test_dice_that_are_due_are_seen_by_all_with_whose_they_are_how_many_and_why():
    table = watched().announce(Ari=3).to(1).send(strike("Ari", "Bo"))
    due = engine.view(table.state, BEN).due
    assert [(part.code, part.dice, part.clause) for part in due.pools[0].parts] == [
        ("swords", 5, "SK-DICE-3"),
        ("declared", -2, "SK-DECL-3"),
    ]
    (awaited,) = engine.awaits(table.state, ORGANISER)
    assert (awaited.chance.sides, awaited.chance.roller) == ((6, 6, 6), ANA)


def test_only_the_owner_and_the_game_master_see_a_sheet():
    table = watched().announce()
    seen = {
        viewer: {one.id: one.own is not None for one in engine.view(table.state, viewer).fighters}
        for viewer in (ANA, GM)
    }
    assert seen[ANA] == {"Ari": True, "Bo": False}
    assert all(seen[GM].values())


def test_every_event_says_who_may_see_it():
    kinds = engine.events.__args__
    assert {kind.audience for kind in kinds} == {
        Audience.EVERYBODY,
        Audience.OFFICIALS,
        Audience.OWNERS_AND_OFFICIALS,
    }


def test_others_cannot_speak_for_a_character():
    table = watched().announce().to(3)
    outcome = engine.decide(table.state, Strike(seat=BEN, who="Ari", target="Bo", weapon="sword"))
    assert isinstance(outcome, Refusal)
    assert outcome.code == "not-your-seat"
    assert table.refused(Proceed(seat=ANA))[1] == "not-your-seat"
    assert table.refused(Strike(seat=Seat("zoe"), who="Ari", target="Bo"))[1] == "unknown-seat"
    assert table.refused(Strike(seat=ANA, who="Ari", target="Spy", weapon="sword"))[1] == "skirmish-unknown-fighter"


# --- who fights


def test_copies_of_a_type_are_numbered_and_the_samples_start():
    for fight in (duel_of_warriors(), ambush()):
        state = engine.start(fight, engine.rules)
        assert isinstance(state, State)
    men = [f"Homme-{number}" for number in range(1, 7)]
    assert list(state.fighters) == ["Ambiorix", "Brennos", "Archer", "Chef", *men, "cavalier-9d5256"]
    assert {man.id for man in state.men_of("Chef")} == {*men, "cavalier-9d5256"}
    assert (state.fighters["Archer"].right, state.fighters["Archer"].left) == ("bow", "bow")


def test_every_fault_of_the_settings_is_told_at_once():
    sheet = samples()["archer"]
    wrong = Settings(
        fighters=(
            Enlisted(id="A", side="one", sheet=sheet, seat=Seat("zoe")),
            Enlisted(id="A", side="two", sheet=sheet, chief="Nobody"),
            Enlisted(id="B", side="two", sheet=sheet, count=0),
        ),
        options=FightOptions(dice_model="cards"),
    )
    refusal = engine.start(wrong, engine.rules)
    assert isinstance(refusal, Refusal)
    assert {fault.code for fault in refusal.all()} == {
        "skirmish-same-name-twice", "skirmish-bad-line", "skirmish-no-such-chief", "skirmish-no-such-model",
        "unknown-seat",
    }  # fmt: skip
    assert engine.start(replace(wrong, fighters=()), engine.rules).code == "skirmish-nobody-fights"


def test_the_view_carries_the_options_in_force():
    table = Table(man("Ari", "one"), man("Bo", "two"), celtic=False)
    assert engine.view(table.state, None).options.celtic is False


def test_an_order_to_men_of_whom_one_is_hidden_names_him_to_nobody():
    chief = man("Chef", "one", traits={"command": Trait(2, 5), **quick(20)})
    men = (man("Bo", "one", chief="Chef"), man("Cy", "one", chief="Chef", hidden=True))
    table = Table(chief, *men, man("Di", "two", seat=ANA)).begin().announce().to(3)
    table.send(Order(seat=ORGANISER, who="Chef", order="hearten", men=("Bo", "Cy")))

    assert b'"Cy"' not in encode([event for event in table.last if not isinstance(event, Unseen)])
    assert b'"Cy"' not in encode(engine.view(table.state, ANA))


def test_whoever_attacks_from_hiding_is_seen_by_all_from_then_on():
    hidden = man("Bo", "two", hidden=True, traits=quick(20))
    table = Table(man("Ari", "one", seat=ANA), hidden).begin().announce().to(3).send(strike("Bo", "Ari"))

    assert Uncovered(who="Bo") in table.last
    assert [one.id for one in engine.view(table.state, ANA).fighters] == ["Ari", "Bo"]
