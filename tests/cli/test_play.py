from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import heraut
from heraut import catalogue
from heraut.cli import run
from heraut.cli.command_schema import commands_of
from heraut.kernel.text import from_line

SETTINGS = '{"settings": {"bidders": {"ana": "Ana", "ben": "Ben"}, "lots": ["helm"]}}'


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str, *options: str
) -> tuple[int, list[dict[str, object]], str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    code = run(["play", "auction", *options])
    out, err = capsys.readouterr()
    return code, [json.loads(line) for line in out.splitlines()], err


def test_each_command_gets_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    text = f'{SETTINGS}\n{{"type":"PlaceBid","seat":"ana","amount":3}}\n# a remark\nPlaceBid seat=ben amount=2\n'

    code, lines, _ = play(capsys, monkeypatch, text, "--view", "ben", "--view", "spectator")

    assert code == 0
    assert lines[0] == {
        "events": [{"type": "BidPlaced", "seat": "ana", "amount": 3}],
        "awaits": [{"seat": "ben", "code": "auction-bid", "clause": "HOUSE-SEAL-1"}],
    }
    assert [event["type"] for event in lines[1]["events"]] == ["BidPlaced", "BidsRevealed", "LotSold"]  # type: ignore[attr-defined]
    assert lines[2]["of"]["sold"] == [["helm", "ana"]]  # type: ignore[index]
    assert lines[3]["view"] == "spectator"


def test_a_refusal_is_a_line_and_exit_code_one(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    code, lines, _ = play(capsys, monkeypatch, f"{SETTINGS}\nPlaceBid seat=ana amount=99\n")

    assert code == 1
    assert lines == [
        {
            "refused": {
                "clause": "HOUSE-SEAL-1",
                "code": "auction-too-much",
                "subject": "ana",
                "asked": 99,
                "allowed": 10,
            }
        }
    ]


def test_a_seed_draws_the_dice_and_draws_them_alike(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    text = f"{SETTINGS}\nPlaceBid seat=ana amount=3\nPlaceBid seat=ben amount=3\n"

    first = play(capsys, monkeypatch, text, "--seed", "1")
    again = play(capsys, monkeypatch, text, "--seed", "1")

    assert first == again
    assert first[1][1]["events"][-1]["type"] == "LotSold"  # type: ignore[index]


def test_undo_is_a_command_too(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    text = f"{SETTINGS}\nPlaceBid seat=ana amount=3\nUndo seat=organiser entry=1\n"

    code, lines, _ = play(capsys, monkeypatch, text)

    assert (code, lines[1]["events"]) == (0, [{"type": "Undone", "seat": "organiser", "entry": 1}])
    assert [one["seat"] for one in lines[1]["awaits"]] == ["ana", "ben"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"{SETTINGS}\nPlaceBid seat=ana amount=two\n", "line 2: “amount”: there must be a whole number, not text."),
        (
            f'{SETTINGS}\n\n{{"type":"Fly","seat":"ana"}}\n',
            "line 3: “type”: “Fly” is not a possible value: choose one from the list."
            " The commands are DraftBid, PlaceBid, CloseBidding, Roll, Undo.",
        ),
        (
            '{"settings": {"bidders": 3}}\n',
            "settings: “bidders”: there must be an object in braces, not a whole number.",
        ),
    ],
)
def test_bad_input_names_the_line_and_the_field(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
):
    code, _, err = play(capsys, monkeypatch, text)

    assert (code, err) == (2, f"heraut: {sentence}\n")


def test_a_line_that_cannot_be_read_is_told_and_the_game_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    text = f"{SETTINGS}\nPlaceBid seat=ana amount=two\nPlaceBid seat=ana amount=99\nPlaceBid seat=ana amount=2\n"

    code, lines, err = play(capsys, monkeypatch, text)

    assert (code, [next(iter(line)) for line in lines]) == (2, ["malformed", "refused", "events"])
    assert (lines[0]["line"], err) == (2, f"heraut: {lines[0]['malformed']}\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{SETTINGS}\nPlaceBid seat=ana amount=2 amonut=3\n", "line 2: “amonut” is not expected here"),
        (f'{SETTINGS}\n{{"type":"PlaceBid","seat":"ana","amount":2,"amonut":3}}\n', "line 2: “amonut”"),
        ('{"settings": {"bidders": {"ana": "Ana", "ben": "Ben"}, "lots": ["helm"], "purses": 3}}\n', "“purses”"),
        ('{"setings": {"bidders": {"ana": "Ana", "ben": "Ben"}, "lots": ["helm"]}}\n', "“setings”"),
    ],
)
def test_a_field_nobody_knows_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str, said: str
):
    code, lines, err = play(capsys, monkeypatch, text)

    assert (code, [line for line in lines if "events" in line]) == (2, [])
    assert said in err


def test_a_slip_in_an_optional_field_of_a_result_is_no_result(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """`sudden_los` was passed over once, and a lost game counted 19 to 1 for the loser."""
    report = '{"format":"saga","victory_points":{"ana":9,"ben":2},"sudden_los":"ana"}'
    settings = '{"settings": {"format": "saga", "allowed_ages": ["dark"], "players": {"ana": "Ana", "ben": "Ben"}}}'
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{settings}\nReportResult seat=ana report={report}\n"))

    assert run(["play", "tournament", "--seed", "1"]) == 2
    assert "“sudden_los” is not expected here" in capsys.readouterr().err


def test_a_view_is_printed_after_each_command_or_when_a_line_asks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    text = f"{SETTINGS}\nPlaceBid seat=ana amount=2\nview ben\nawaits\nlegal ben\nPlaceBid seat=ben amount=1\n"

    _, lines, _ = play(capsys, monkeypatch, text, "--view", "ana", "--each")

    assert [next(iter(line)) for line in lines] == ["events", "view", "view", "awaits", "legal", "events", "view"]
    assert [line["view"] for line in lines if "view" in line] == ["ana", "ben", "ana"]
    assert {command["type"] for command in lines[4]["legal"]} == {"DraftBid", "PlaceBid"}  # type: ignore[attr-defined]


@pytest.mark.parametrize("options", [("--view", "nobody"), ("--view", "nobody", "--each"), ()])
def test_a_seat_there_is_not_sees_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
):
    asks = "" if options else "view nobody\nlegal nobody\n"

    code, lines, told = play(capsys, monkeypatch, f"{SETTINGS}\nPlaceBid seat=ana amount=2\n{asks}", *options)

    assert code == 2
    assert [next(iter(line)) for line in lines] == ["events", *(["malformed"] * (1 if options else 2))]
    assert "there is no “nobody” here" in told


def test_dice_that_are_due_at_once_are_drawn_at_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sys.stdin", io.StringIO('{"settings":{"scenario":"capture","players":{"ana":"A","ben":"B"}}}'))

    assert run(["play", "match", "--seed", "1"]) == 0
    (line,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert ([event["type"] for event in line["drawn"]], line["awaits"][0]["code"]) == (["RollWon"], "match-role")


@pytest.mark.parametrize("engine", ["tournament", "match", "campaign", "skirmish", "auction"])
def test_the_schema_describes_settings_and_every_command(capsys: pytest.CaptureFixture[str], engine: str):
    assert run(["play", engine, "--schema"]) == 0
    settings, *commands = map(json.loads, capsys.readouterr().out.splitlines())
    kinds = {kind.__name__: kind for kind in commands_of(catalogue.engine(engine))}

    if engine != "auction":
        assert heraut.Game.start(engine, settings["example"]).awaits
        fields = [field for fields in settings["fields"].values() for field in fields]
        assert [field["name"] for field in fields if set(field.get("say", ())) != {"fr", "en"}] == []
        assert all(field["type"] for field in fields)
    assert [command["command"] for command in commands] == list(kinds)
    for command in commands:
        kind = kinds[command["command"]]
        assert isinstance(from_line(command["example"], kind), kind)
        assert all(command["say"][language] for language in ("fr", "en"))
        assert [field["name"] for field in command["fields"]] == list(kind.__struct_encode_fields__)
        if engine != "auction":
            assert [field["name"] for field in command["fields"] if set(field.get("say", ())) != {"fr", "en"}] == []


def test_a_game_begins_at_a_position(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    (tmp_path / "event.toml").write_text('[given]\nrounds = [["ana 23-19 ben", "chloe 7-2 david"]]\n', encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("DraftRound seat=organiser\n"))

    assert run(["play", "tournament", "--from", str(tmp_path / "event.toml"), "--seed", "1"]) == 0
    (line,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert line["events"][-1]["pairing"]["pairs"][0]["first"] == "ana"


CONCEDED = """{"settings": {"scenario": "clash", "players": {"ana": "Ana", "ben": "Ben"}}}
StateRoles seat=ana first=ana
SkipSetup seat=ana
Concede seat=ana
"""


@pytest.mark.clause("HOUSE-NAME-1")
def test_an_old_name_is_read_with_a_notice_in_a_line_and_in_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    old = "CorrectEnd seat=referee reason=dice kind=sudden-loss loser=first"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{CONCEDED}{old}\n"))
    assert run(["play", "match"]) == 0
    line = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [event.get("kind") for event in line["events"]] == [None, "sudden_loss", None]
    assert line["notices"] == [
        {"clause": "HOUSE-NAME-1", "code": "old-name", "facts": {"old": "kind=sudden-loss", "new": "kind=sudden_loss"}}
    ]

    settings = "settings = {scenario = 'clash', players = {ana = 'Ana', ben = 'Ben'}}"
    when = [*CONCEDED.splitlines()[1:], old]
    (tmp_path / "end.toml").write_text(f"{settings}\nwhen = {when}\n", encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("view referee\n"))
    assert run(["play", "match", "--from", str(tmp_path / "end.toml")]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["of"]["result"]["kind"] == "sudden_loss"
    assert "“kind=sudden-loss” is now called “kind=sudden_loss”" in err


def test_numbers_come_as_decimals_with_their_fractions_beside_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    (tmp_path / "event.toml").write_text('[given]\nrounds = [["ana 7-7 ben", "chloe 7-2 david"]]\n', encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("view\n"))

    assert run(["play", "tournament", "--from", str(tmp_path / "event.toml")]) == 0
    told = json.loads(capsys.readouterr().out)
    points = {row["id"]: row["values"]["points"] for row in told["of"]["standings"]}
    assert points["ana"] == 10.5
    assert [path for path, exact in told["exact"].items() if exact == "21/2" and path.endswith("points")] != []


def test_a_position_that_cannot_be_read_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    (tmp_path / "event.toml").write_text("[given]\nround = []\n", encoding="utf-8")

    assert run(["play", "tournament", "--from", str(tmp_path / "event.toml")]) == 2
    assert "position: “round” is not expected here" in capsys.readouterr().err
    assert run(["play", "tournament", "--from", str(tmp_path / "nowhere.toml")]) == 2


def test_settings_the_rules_refuse_are_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    code, lines, _ = play(capsys, monkeypatch, "", "--settings", '{"bidders": {"ana": "Ana"}, "lots": ["helm"]}')

    assert (code, lines[0]["refused"]["code"]) == (1, "auction-few-bidders")  # type: ignore[index]


def test_a_settings_file_that_is_not_there_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    code, _, err = play(capsys, monkeypatch, "", "--settings", "@nowhere.json")

    assert code == 2
    assert "nowhere.json" in err


@pytest.mark.parametrize("given", ["[1]", "3"])
def test_settings_that_are_no_object_are_bad_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, given: str
):
    code, _, err = play(capsys, monkeypatch, f'{{"settings": {given}}}\n')

    assert (code, err) == (2, "heraut: settings: There must be an object in braces.\n")


def test_what_is_no_utf_8_is_told_as_such(tmp_path: Path):
    """As where the console reads UTF-8 strictly, which a test's own console does not."""
    latin = SETTINGS.replace("Ana", "Anaïs").encode("latin-1")
    (tmp_path / "latin.json").write_bytes(latin)
    lines = f"{SETTINGS}\n".encode() + latin

    def said(typed: bytes, *words: str) -> tuple[int, str]:
        ran = subprocess.run(
            [sys.executable, "-c", "import conftest; from heraut.cli import main; main()", "play", "auction", *words],
            input=typed, capture_output=True, check=False, cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": "utf-8:strict"},
        )  # fmt: skip
        return ran.returncode, ran.stderr.decode()

    wrong = "This is not UTF-8 text: save it as UTF-8.\n"
    assert said(latin) == (2, f"heraut: settings: {wrong}")
    assert said(lines) == (2, f"heraut: line 2: {wrong}")
    assert said(b"", "--settings", "@latin.json")[0] == 2


def test_an_unknown_engine_is_named(capsys: pytest.CaptureFixture[str]):
    assert run(["play", "jousting"]) == 2
    assert "there is no engine “jousting”" in capsys.readouterr().err


def test_a_game_kept_in_a_file_goes_on_from_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    (tmp_path / "another.jsonl").write_text("not a game at all")
    kept = ("--keep", str(tmp_path / "sale.jsonl"))
    play(capsys, monkeypatch, f"{SETTINGS}\nPlaceBid seat=ana amount=3\n", *kept)
    code, lines, _ = play(capsys, monkeypatch, "PlaceBid seat=ben amount=2\n", *kept, "--view", "spectator")

    assert code == 0
    assert [event["type"] for event in lines[0]["events"]] == ["BidPlaced", "BidsRevealed", "LotSold"]  # type: ignore[attr-defined]
    assert [json.loads(line)["command"] for line in (tmp_path / "sale.jsonl").read_text().splitlines()[1:]] == [
        {"type": "PlaceBid", "seat": "ana", "amount": 3}, {"type": "PlaceBid", "seat": "ben", "amount": 2},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [("match sale.jsonl", "sale is a game of auction: say heraut play auction"),
     ("auction sale.txt", "give a file name that ends in .jsonl")],
)  # fmt: skip
def test_a_game_is_kept_in_a_file_of_its_own_engine(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: str, said: str
):
    play(capsys, monkeypatch, f"{SETTINGS}\n", "--keep", str(tmp_path / "sale.jsonl"))
    engine, file = words.split()

    assert run(["play", engine, "--keep", str(tmp_path / file)]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no folder that takes no files")
def test_a_folder_that_takes_no_file_is_told_at_once(capsys: pytest.CaptureFixture[str]):
    assert run(["play", "auction", "--keep", "/proc/x.jsonl", "--settings", SETTINGS[13:-1]]) == 2
    assert capsys.readouterr().err == (
        "heraut: The folder /proc cannot be used (no file can be written in it): choose another.\n"
    )


def kept(folder: Path) -> list[object]:
    """The commands a file holds."""
    return [json.loads(line)["command"].get("amount") for line in (folder / "sale.jsonl").read_text().splitlines()[1:]]


def test_a_refusal_shifts_no_id_so_the_next_run_loses_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    keep = ("--keep", str(tmp_path / "sale.jsonl"))
    first = "DraftBid seat=ana amount=99\nDraftBid seat=ana amount=1\nDraftBid seat=ana amount=2\n"
    play(capsys, monkeypatch, f"{SETTINGS}\n{first}", *keep)
    _, lines, _ = play(capsys, monkeypatch, "DraftBid seat=ana amount=3\nDraftBid seat=ana amount=4\n", *keep)

    assert [line["events"][0]["amount"] for line in lines] == [3, 4]  # type: ignore[index]
    assert kept(tmp_path) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "line",
    ["PlaceBid seat=ana amount=3 command_id=k7", '{"type":"PlaceBid","seat":"ana","amount":3,"command_id":"k7"}'],
)
def test_a_command_with_an_id_counts_once_in_the_next_run_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str
):
    keep = ("--keep", str(tmp_path / "sale.jsonl"))
    _, once, _ = play(capsys, monkeypatch, f"{SETTINGS}\n{line}\n", *keep)
    _, again, _ = play(capsys, monkeypatch, f"{line}\n", *keep)
    code, other, _ = play(capsys, monkeypatch, "PlaceBid seat=ana amount=4 command_id=k7\n", *keep)

    assert again == [{**once[0], "repeated": True}]
    assert (code, other[0]["refused"]["code"]) == (1, "id-taken")  # type: ignore[index]
    assert kept(tmp_path) == [3]


def test_two_processes_play_on_one_file_and_none_loses_anything(tmp_path: Path):
    settings = SETTINGS.removeprefix('{"settings": ')[:-1].replace(
        '"lots": ["helm"]', '"lots": ["helm"], "purse": 1000'
    )
    script = "import conftest, sys; from heraut.cli import run; sys.exit(run(sys.argv[1:]))"
    words = ["play", "auction", "--keep", str(tmp_path / "sale.jsonl"), "--settings", settings]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", script, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
        )
        for _seat in ("ana", "ben")
    ]
    answers = []
    for run_, seat in zip(runs, ("ana", "ben"), strict=True):
        assert run_.stdin is not None
        run_.stdin.write("".join(f"DraftBid seat={seat} amount={number}\n" for number in range(60)))
        run_.stdin.close()
    for run_ in runs:
        assert run_.stdout is not None
        answers += [json.loads(line) for line in run_.stdout]
        run_.stdout.close()
        assert run_.wait() == 0

    stored = [json.loads(line) for line in (tmp_path / "sale.jsonl").read_text().splitlines()[1:]]
    by_seat = {
        seat: [e["command"]["amount"] for e in stored if e["command"]["seat"] == seat] for seat in ("ana", "ben")
    }
    assert len([answer for answer in answers if "events" in answer]) == len(stored) == 120
    assert by_seat == {"ana": list(range(60)), "ben": list(range(60))}
    assert [entry["sequence"] for entry in stored] == list(range(1, 121))
