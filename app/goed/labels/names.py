"""How people are shown the names of classes and errors: -e for the code e, which no spreadsheet takes for a formula."""

from __future__ import annotations

from collections.abc import Iterable

from goed_classifiers.registry import BUILT_IN, registry

ARROW = "→"
TITLES = {"eng": "English past tense", "deu": "German noun plurals", "ara": "Arabic noun plurals"}


def title_of(language: str) -> str:
    """What is learnt in a language that comes with goed; another one's own name."""
    return TITLES.get(language, language)


class NamesForPeople:
    """Classes and errors as the classifier of their language would have people see them."""

    def __init__(self) -> None:
        self._registry = registry()

    def of(self, language: str, name: str) -> str:
        """The name of a class, or of an error that is made of two: (e)s→e is shown as -(e)s→-e."""
        shown_as = self._registry.of(language).shown_as
        if not shown_as:
            return name
        return ARROW.join(shown_as.get(part, part) for part in name.split(ARROW))

    def of_any(self, name: str, languages: Iterable[str] = BUILT_IN) -> str:
        """The name of a class or an error where it is not said of which language: that of the first one that has it."""
        parts = set(name.split(ARROW))
        language = next((one for one in languages if parts <= set(self._registry.of(one).classes)), None)
        return name if language is None else self.of(language, name)

    def classifier(self, language: str) -> str:
        """Name and version of the classifier of a language, as labels have it."""
        return str(self._registry.of(language))

    def code(self, language: str, name: str) -> str:
        """The name that is stored for one that people are shown, or the name as it is: (e)s→e for -(e)s→-e."""
        codes = {shown: code for code, shown in self._registry.of(language).shown_as.items()}
        return ARROW.join(codes.get(part, part) for part in name.split(ARROW))
