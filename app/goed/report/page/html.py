"""HTML from trusted tags and untrusted text: whatever is not markup is escaped."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterable
from functools import cache

from goed.errors import visible
from goed_classifiers.registry import registry

VOID = frozenset({"meta", "br", "link", "col"})  # elements without content


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(element: str, /, *content: str, **attributes: str | None) -> Markup:
    """An element. Text in it is shown, never obeyed; attributes are named as Python allows: class_, aria_label.

    >>> tag("p", "a < b", class_="note")
    '<p class="note">a &lt; b</p>'
    """
    words = [f' {key.rstrip("_").replace("_", "-")}="{text(value)}"' for key, value in attributes.items() if value]
    opening = f"<{element}{''.join(words)}>"
    return Markup(opening if element in VOID else f"{opening}{joined(*content)}</{element}>")


def joined(*content: str) -> Markup:
    """Pieces one after another; those that are no markup are escaped."""
    return Markup("".join(piece if isinstance(piece, Markup) else text(piece) for piece in content))


def table(label: str, head: Markup, rows: Iterable[Markup]) -> Markup:
    """A table with a row of headings, in a box of its own that can be moved along."""
    inside = tag("table", tag("thead", head), tag("tbody", *rows), aria_label=label)
    return tag("div", inside, class_="table", role="region", aria_label=label, tabindex="0")


def text(untrusted: str) -> Markup:
    """Text as HTML: nothing hidden in it, nothing that is taken for a tag."""
    return Markup(html.escape(visible(untrusted), quote=True))


def sentence(untrusted: str) -> Markup:
    """A sentence of goed's; what stands in backticks is code."""
    pieces = untrusted.split("`")
    if len(pieces) % 2 == 0:
        return text(untrusted)
    return joined(*(tag("code", piece) if place % 2 else text(piece) for place, piece in enumerate(pieces)))


def word(untrusted: str, language: str = "") -> Markup:
    """A word of any language, which does not turn the direction of what is beside it."""
    if untrusted.isascii():
        return text(untrusted)
    direction = "rtl" if any(unicodedata.bidirectional(c) in ("R", "AL") for c in untrusted) else None
    return tag("bdi", untrusted, dir=direction, lang=_language_tag(language) if direction else None)


@cache
def _language_tag(language: str) -> str | None:
    """BCP 47 has two letters where there are two."""
    return registry().pack(language).tag or None
