import pytest

from heraut.dice import Fallen, Law, MoreDice, PoolRoll, PoolTally


def test_dice_that_have_fallen_are_counted_and_remembered():
    dice = Fallen.of([6, 1, 4, 3])

    assert dice.successes("attack", 3, 3) == Law.sure(2)
    assert dice.steps == [PoolRoll("attack", (6, 1, 4), 3, 2)]
    assert dice.left == (3,)


def test_a_pool_without_dice_takes_none():
    dice = Fallen.of([5])

    assert dice.successes("attack", 0, 3) == Law.sure(0)
    assert dice.unanswered("defence", Law.sure(0), 2, extra=4) == Law.sure(0)
    assert dice.tally("attack", 0, 3, 3) == Law.sure(PoolTally(0, False))
    assert dice.steps == []


def test_each_hit_is_answered_by_its_dice():
    assert Fallen.of([5, 4]).unanswered("defence", Law.sure(2), 2) == Law.sure(1)
    assert Fallen.of([5, 6, 5, 6]).unanswered("defence", Law.sure(2), 2, per_hit=2) == Law.sure(0)
    assert Fallen.of([1, 1, 6]).unanswered("defence", Law.sure(2), 2, extra=1) == Law.sure(1)


def test_faces_alike_are_seen_on_the_table():
    assert Fallen.of([2, 2, 2]).tally("attack", 3, 3, 3) == Law.sure(PoolTally(0, True))
    assert Fallen.of([2, 2, 6]).tally("attack", 3, 3, 3) == Law.sure(PoolTally(1, False))


def test_a_total_adds_the_faces():
    dice = Fallen.of([6, 5])

    assert dice.total("abuse", 2) == Law.sure(11)
    assert dice.steps == [PoolRoll("abuse", (6, 5), None, 11)]


def test_when_the_faces_run_out_the_next_pool_is_named():
    dice = Fallen.of([6, 6])
    dice.successes("attack", 2, 3)

    with pytest.raises(MoreDice) as due:
        dice.successes("defence", 3, 2)

    assert (due.value.pool, due.value.dice) == ("defence", 3)
