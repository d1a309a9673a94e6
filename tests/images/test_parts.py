"""Parts that several games' pictures are made of: what they say, and where they stand."""

from __future__ import annotations

from images.canvas import Lettering
from images.news import Line, strip
from images.parts import Card, Cards, Flow, Header, Picture, Stamp, Text, column, row, space
from images.theme import INK, MUTE, PANEL, PAPER
from tests.images.record import Record
from tests.images.test_pictures import assert_twins


class _Texts(Record):
    """Words with their size and colour."""

    def __init__(self) -> None:
        super().__init__()
        self.styles: list[tuple[str, int, int]] = []

    def letter(self, x: int, y: int, text: Lettering) -> None:
        self.styles.append((text.words, text.size, text.ink))


def _card(name: str, key: str = "", foot: str = "") -> Card:
    does = Text("It does a lot.", 30, face="t", lines=2, brief="")
    parts = [space(54), Text(name, 40, say=f"{name}:", brief=name), does]
    return Card(parts, live=bool(key), key=key, foot=Text(foot, 28), height=240)


def test_a_hand_tells_first_what_can_be_played_and_in_brief_only_its_names() -> None:
    cards = Cards([_card("One", foot="Wait"), _card("Two", "1", "On A"), _card("Six", "2")], 2)
    assert list(cards.words()) == [
        "Playable: 1 Two: It does a lot (On A); 2 Six: It does a lot.",
        "Not now: One: It does a lot (Wait).",
    ]
    assert list(cards.words(brief=True)) == [
        "Playable: 1 Two (On A); 2 Six.",
        "Not now: One (Wait).",
    ]
    assert cards.least()[1] == 2 * 240 + cards.gap
    picture = Picture(Header("A game", "A moment", (1,), "acts"), column(cards))
    assert_twins(picture.page(), picture.compose)


def test_an_alt_text_too_long_says_each_part_in_brief() -> None:
    parts = [Text("word " * 90, say="word " * 90, brief="A word.") for _ in range(3)]
    picture = Picture(Header("A game", "A moment"), column(*parts), more=lambda: ["And more."])
    assert picture.alt_text() == "A game: A moment. A word. A word. A word."
    assert picture.long_description().split("\n")[-1] == "And more."
    panel = row(Text("Some"), Text("thing"), panel=PANEL)
    assert (
        Picture(Header("A game", "", say="It began."), panel).alt_text() == "It began. Some, thing."
    )


def test_what_stands_between_title_and_actor_leaves_both_their_room() -> None:
    flag = row(Stamp("FLAG", 36, width=200))
    header = Header("A game of many words", "A moment " * 9, (0,), "does a good many things", flag)
    picture = Picture(header, column(Text("Below")), edge=0)
    assert_twins(picture.page(), picture.compose)


def test_parts_in_lines_know_how_high_they_are_where_their_width_is_given() -> None:
    tags = [Text("", width=100, height=40) for _ in range(5)]
    assert Flow(tags, width=220).least() == (220, 3 * 40 + 2 * 8)
    assert Flow(tags).least() == (0, 0)


def test_a_long_phrase_of_a_header_stands_whole_in_two_lines() -> None:
    body, title = column(Text("Below")), "Duel 1 · Turn 29"
    for phrase, lines in (("attacks", 1), ("may answer the Bootlegger Reverse, or wait", 2)):
        record = Record()
        Picture(Header("A game", title, (3, 4, 5, 1), phrase), body).compose(record)
        told = [words for part, words in record.texts if part == "header"][: lines + 1]
        assert (" ".join(told[:lines]), told[lines]) == (phrase, "A GAME")


def test_the_newest_line_of_news_is_larger_and_brighter() -> None:
    foot = strip([Line("First"), Line("Then"), Line("Now")])
    assert foot is not None
    texts = _Texts()
    foot.draw(texts, 0, 0, 1200, 80, INK)
    assert texts.styles[1:] == [("Then", 34, MUTE), ("Now", 40, PAPER)]
    foot, texts = strip([Line("First"), Line("Now"), Line("Now")]), _Texts()
    assert foot is not None
    foot.draw(texts, 0, 0, 1200, 80, INK)
    assert texts.styles[1:] == [("First", 34, MUTE), ("Now", 40, PAPER)], "no line twice"
