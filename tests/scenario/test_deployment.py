from __future__ import annotations

import pytest

from heraut.scenario import engine
from heraut.scenario.deployment import Deployed, DeployUnits, Muster, UnitsDeployed, bonus_dice
from heraut.scenario.facts import Figure
from heraut.scenario.setup import EndStep
from scenario.build import ANA, BEN, FIRST, ORGA, SECOND, actors, deploying, forward, play, refused, setting_up, units


class TestDeploying:
    @pytest.mark.clause("ST-CLA-10")
    def test_clash_units_are_deployed_one_at_a_time_in_turn(self):
        state = deploying("clash", 2, 2)
        seen = []
        for number in range(4):
            seen += actors(state)
            state = play(state, DeployUnits(ANA, units(1, start=number)))

        assert seen == [ANA, BEN, ANA, BEN]
        assert engine.awaits(state, None)[0].code == "match-turn"
        assert refused(deploying("clash"), DeployUnits(ANA, units(2))) == ("ST-CLA-10", "wrong-number-of-units")

    @pytest.mark.clause("ST-CLA-10", "ST-CAP-6", "ST-CAP-7")
    def test_every_figure_is_wholly_within_a_long_stick_of_its_edge(self):
        inside = Deployed("u", (Figure(10, 11.5, 25.4), Figure(1, 0.5, 25.4)))
        outside = Deployed("u", (Figure(10, 11.5, 25.4), Figure(10, 11.51, 25.4)))
        state = deploying("clash")

        assert refused(state, DeployUnits(ANA, (outside,))) == ("ST-CLA-10", "outside-deployment")
        after = play(state, DeployUnits(ANA, (inside,)))
        assert refused(after, DeployUnits(BEN, (inside,))) == ("ST-CLA-10", "outside-deployment")
        capture = deploying("capture", 1, 1)
        assert refused(capture, DeployUnits(ANA, (outside,))) == ("ST-CAP-6", "outside-deployment")
        later = play(capture, DeployUnits(ANA, (inside,)))
        assert refused(later, DeployUnits(BEN, (inside,))) == ("ST-CAP-6", "outside-deployment")

    @pytest.mark.clause("ST-CLA-11", "ST-CLA-12")
    @pytest.mark.parametrize(
        ("n1", "n2", "dice"),
        [(5, 7, (0, 2)), (7, 5, (1, 0)), (5, 5, (0, 0)), (6, 5, (0, 0)), (5, 6, (0, 1)), (1, 4, (0, 3))],
    )
    def test_clash_the_player_left_alone_gets_dice(self, n1: int, n2: int, dice: tuple[int, int]):
        state = deploying("clash", n1, n2)
        got = {FIRST: 0, SECOND: 0}
        for number in range(n1 + n2):
            events = engine.decide(state, DeployUnits(ANA, units(1, start=number)))
            assert isinstance(events[0], UnitsDeployed)
            got[events[0].side] += events[0].bonus
            state = play(state, DeployUnits(ANA, units(1, start=number)))

        assert (got[FIRST], got[SECOND]) == dice
        assert tuple(bonus_dice(n1, n2).values()) == dice

    @pytest.mark.clause("ST-CON-8", "ST-CON-9", "ST-GAM-12")
    def test_conquest_half_then_the_other_band_then_the_rest(self):
        state = deploying("conquest", 7, 3)

        assert refused(state, DeployUnits(ANA, units(3)))[1] == "wrong-number-of-units"
        state = play(state, DeployUnits(ANA, units(4)))
        assert actors(state) == [BEN]
        state = play(state, DeployUnits(BEN, units(3)))
        assert refused(state, DeployUnits(ANA, units(2)))[1] == "wrong-number-of-units"
        high = Deployed("u", (Figure(10, 13),))
        assert refused(state, DeployUnits(ANA, (high, *units(2)))) == ("ST-CON-8", "outside-deployment")
        assert engine.awaits(play(state, DeployUnits(ANA, units(3))), None)[0].code == "match-turn"

    @pytest.mark.clause("ST-ADV-5", "ST-ADV-6")
    def test_advance_any_number_in_blue_then_the_rest_in_orange(self):
        blue = Deployed("u", (Figure(10, 9.5, 25.4), Figure(10, 4.5, 25.4)))
        orange = Deployed("v", (Figure(10, 3.5, 25.4),))
        state = deploying("advance", 2, 2)

        assert refused(state, DeployUnits(ANA, (orange,))) == ("ST-ADV-5", "outside-deployment")
        state = play(state, DeployUnits(ANA, (blue,)), DeployUnits(BEN, ()))
        assert refused(state, DeployUnits(ANA, (blue,))) == ("ST-ADV-5", "outside-deployment")
        state = play(state, DeployUnits(ANA, (orange,)))
        assert refused(state, DeployUnits(BEN, units(1)))[1] == "wrong-number-of-units"
        assert engine.awaits(play(state, DeployUnits(BEN, units(2))), None)[0].code == "match-turn"
        everything = play(deploying("advance", 2, 2), DeployUnits(ANA, units(2)), DeployUnits(BEN, units(2)))
        assert engine.awaits(everything, None)[0].code == "match-turn"

    @pytest.mark.clause("ST-DES-13", "ST-DES-14")
    def test_desecration_at_least_half_between_a_medium_and_a_long_stick(self):
        def at(y: float) -> Deployed:
            return Deployed(f"u-{y * 100:.0f}", (Figure(10, y, 25.4),))

        state = deploying("desecration", 5, 2)
        assert refused(state, DeployUnits(ANA, units(2)))[1] == "wrong-number-of-units"
        assert refused(state, DeployUnits(ANA, (at(6.49), *units(3))))[1] == "outside-deployment"
        assert refused(state, DeployUnits(ANA, (at(11.51), *units(3))))[1] == "outside-deployment"
        state = play(state, DeployUnits(ANA, (at(6.5), at(11.5), *units(2))), DeployUnits(BEN, units(2)))
        assert engine.awaits(play(state, DeployUnits(ANA, units(1))), None)[0].code == "match-turn"

    @pytest.mark.clause("ST-DIA-11")
    def test_diagonal_the_second_player_deploys_half_first_and_in_their_zone(self):
        state = deploying("diagonal", 3, 3)
        assert actors(state) == [BEN]
        wrong = Deployed("u", (Figure(40, 5),))
        assert refused(state, DeployUnits(BEN, (wrong, *units(1)))) == ("ST-DIA-11", "outside-deployment")
        state = play(state, DeployUnits(BEN, units(2)), DeployUnits(ANA, (wrong, *units(2))))

        assert engine.awaits(play(state, DeployUnits(BEN, units(1))), None)[0].code == "match-turn"

    def test_units_are_counted_first_and_once(self):
        state = setting_up("capture")
        while engine.awaits(state, None)[0].code != "match-muster":
            state = play(state, next(forward(state)))

        assert refused(state, DeployUnits(ANA, units(1)))[1] == "muster-first"
        assert refused(state, Muster(ANA, FIRST, 0))[1] == "match-no-units"
        assert refused(state, Muster(ANA, FIRST, 1001)) == ("ST-GAM-12", "match-too-many-units")
        state = play(state, Muster(ANA, FIRST, 1), Muster(BEN, SECOND, 1), DeployUnits(ANA, units(1)))
        assert refused(state, Muster(ANA, FIRST, 4))[1] == "muster-too-late"

    @pytest.mark.clause("SR-DEPL-1", "SR-DEPL-3")
    def test_steamroller_armies_deploy_in_their_zone_or_ahead(self):
        state = play(setting_up("overrun"), EndStep(ORGA))

        def at(x: float, y: float, *, ahead: bool = False) -> DeployUnits:
            return DeployUnits(ANA, (Deployed("u", (Figure(x, y, 25.4),), ahead=ahead),))

        assert refused(state, at(10, 8))[1] == "outside-deployment"
        assert refused(state, at(10, 14, ahead=True))[1] == "outside-deployment"
        play(state, at(10, 7.5))
        state = play(state, at(10, 13.5, ahead=True))
        assert actors(state) == [BEN]
        radial = play(setting_up("sacrifice"), EndStep(ORGA))
        play(radial, at(47.5, 17))
        assert refused(radial, at(36, 13))[1] == "outside-deployment"
        assert refused(radial, at(48, 5))[1] == "outside-deployment"
