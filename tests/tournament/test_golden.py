"""One short event of each format, whole: commands, events, refusals, and what each viewer sees at each step."""

from __future__ import annotations

from golden_text import check_golden, playthrough
from heraut.kernel import CLOCK, Tick
from heraut.tournament import commands as c
from heraut.tournament import engine
from heraut.tournament.awards import Award, By
from heraut.tournament.results import SagaReport, SteamrollerReport, WinKind
from heraut.tournament.settings import SagaSettings, SteamrollerSettings
from heraut.tournament.variants import Variants
from tournament.build import ANA, BAND, BEN, CHLOE, ORG, REF, army, at, roll


def test_a_saga_event_with_a_ranking_round():
    settings = SagaSettings(
        players={ANA: "Ana", BEN: "Ben", CHLOE: "Chloé"}, allowed_ages=("dark",), swiss_rounds=1, ranking_round=True,
        scenario_by_round=("clash", "capture"),
    )  # fmt: skip
    commands = (
        *(c.HandInBand(seat, band=BAND) for seat in (ANA, BEN, CHLOE)),
        *(c.CheckIn(ORG, player=seat) for seat in (ANA, BEN, CHLOE)),
        c.CloseRegistration(ORG),
        roll(7),
        c.PublishRound(ORG),
        c.DraftRound(ORG),
        c.PublishRound(ORG),
        c.ReportResult(ANA, report=SagaReport({ANA: 9, BEN: 9})),
        c.ReportResult(ANA, report=SagaReport({ANA: 9, BEN: 2})),
        c.ReportResult(BEN, report=SagaReport({ANA: 2, BEN: 9})),
        c.ReportResult(CHLOE, report=SagaReport({ANA: 9, BEN: 2})),
        c.SettleResult(REF, round=1, table=1, report=SagaReport({ANA: 2, BEN: 9}), reason="both sheets say so"),
        c.CorrectResult(REF, round=1, table=1, report=SagaReport({ANA: 9, BEN: 2}), reason="columns were swapped"),
        c.DraftRound(ORG),
        c.AdjustDraft(ORG, pairs=((CHLOE, ANA),), bye=BEN),
        c.PublishRound(ORG),
        c.SettleResult(REF, round=2, table=1, report=SagaReport({ANA: 3, CHLOE: 3}, first_player=CHLOE)),
        c.SetAwards(ORG, awards=(Award("champion", By.PLACE), Award("painted", By.VOTE))),
        c.OpenVotes(ORG),
        c.CastBallot(ANA, choices={"painted": ANA}),
        c.CastBallot(ANA, choices={"painted": BEN}),
        c.CastBallot(CHLOE, choices={"painted": BEN}),
        c.CloseVotes(ORG),
        c.AnnounceAward(ORG, award="painted"),
        c.AnnounceAward(ORG, award="champion"),
    )

    check_golden("tournament-saga.txt", playthrough(engine, settings, commands, (ANA, ORG, None)))


def test_a_steamroller_event_with_a_secret_length():
    settings = SteamrollerSettings(
        players={ANA: "Ana", BEN: "Ben"}, size=35, variants=Variants(rounds=1, rank_attrition=True)
    )
    lists = (army("Haley", size=35), army("Stryker", size=35))
    report = SteamrollerReport(BEN, WinKind.TB2, {ANA: 1, BEN: 2}, {ANA: 12, BEN: 9})
    commands = (
        *(c.HandInLists(seat, lists=lists) for seat in (ANA, BEN)),
        *(c.CheckIn(ORG, player=seat) for seat in (ANA, BEN)),
        c.CheckOff(ORG, item="explain-tie-breaks"),
        c.CloseRegistration(ORG),
        c.DrawScenario(ORG, round=1),
        roll(4, 3),
        roll(3, 2),
        c.DraftRound(ORG),
        roll(12345),
        c.PublishRound(ORG),
        c.StartClock(ORG, at=at(0)),
        roll(5),
        c.ChooseList(ANA, list_number=2),
        c.ChooseList(ANA, list_number=1),
        c.ChooseList(BEN, list_number=1),
        c.StartClock(ORG, at=at(0)),
        c.StartTurn(ANA, at=at(0)),
        c.AnnounceExtension(ANA, at=at(9)),
        c.StartTurn(BEN, at=at(14)),
        c.CallReferee(BEN, note="zone", at=at(20)),
        c.AnswerCall(REF, call=1),
        c.Rule(REF, text="The base is in the zone.", table=1, at=at(22)),
        c.GrantTime(REF, table=1, minutes=2, reason="ruling"),
        Tick(at=at(90), seat=CLOCK),
        Tick(at=at(92), seat=CLOCK),
        c.ReportResult(ANA, report=report),
        c.ReportResult(BEN, report=SteamrollerReport(BEN, WinKind.TB2, {ANA: 2, BEN: 2})),
        c.ReportResult(BEN, report=report),
    )

    check_golden("tournament-steamroller.txt", playthrough(engine, settings, commands, (ANA, ORG, None)))
