"""What counts as text that nobody could translate."""

from __future__ import annotations

import pytest

from tools.check_templates import untranslated, untranslated_plain


@pytest.mark.parametrize(
    "source",
    [
        '<p>{% translate "Your turn" %}</p>',
        "<p>{% blocktranslate count n=n %}One turn{% plural %}{{ n }} turns{% endblocktranslate %}</p>",
        "<p>{{ name }}</p>",
        '<img alt="" src="/x.svg"><a href="/games/" class="big button">{{ link }}</a>',
        '<button aria-label="{% translate "Close" %}">×</button>',
        "{# A note #}{% comment %}Another note{% endcomment %}",
        "<script>const words = 1;</script>",
        "<title>{% block title %}{% endblock %} · Night Mail</title>",
        "{% block body_class %}at table{% endblock %}",
    ],
)
def test_what_is_fine(source: str) -> None:
    assert untranslated(source) == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<p>Your turn</p>", "Your turn"),
        ('<img alt="A train">', "train"),
        ("<button aria-label='Close {{ name }}'></button>", "Close"),
        ("<p>{{ number }} points</p>", "points"),
        ("{% block title %}Welcome{% endblock %}", "Welcome"),
        ("<script>let a;</script><p>after it</p>", "after it"),
    ],
)
def test_what_is_found(source: str, words: str) -> None:
    assert untranslated(source) == [(1, words)]


def test_the_line_is_named() -> None:
    assert untranslated("{% blocktranslate %}\n\n{% endblocktranslate %}\n<p>\n  Hello\n</p>")[0][0] in {4, 5}


def test_mails_are_read_too() -> None:
    assert untranslated_plain('{% translate "Hello," %}\nYour turn: {{ url }}\n') == [(2, "Your turn")]
