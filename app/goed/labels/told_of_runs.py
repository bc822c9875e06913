"""What a domain says of a part of a run as a whole: measures of it, and circumstances of its items, stored with it."""

from __future__ import annotations

from collections.abc import Sequence

from goed.domains.domain import Answered
from goed.domains.registry import domain_of
from goed.errors import visible
from goed.study import splits as store_splits
from goed.study.outputs import OutputBook
from goed.study.predictions import PartPredictions
from goed.study.splits import Split
from goed.study.study import Study


def tell_what_domains_say(
    study: Study, book: OutputBook, split: Split, size: int, parts: Sequence[PartPredictions]
) -> list[str]:
    """Add measures and circumstances to predictions that are about to be stored, where their domain has some.

    Where it fails at that, predictions are stored without; what is missing then is returned.
    """
    domain = domain_of(split.domain)
    if domain.measures is None and domain.circumstances is None:
        return []
    missing = []
    learned_from = store_splits.training_set(study, split.id, size)
    for part in parts:
        answers = {book.item_ids[handle]: book.answers[handle] for handle in part.handles}
        items = store_splits.part_items(study, split.id, part.part, size)
        answered = [Answered(item, answers.get(item.id)) for item in items]
        for what in ("measures", "circumstances"):
            tell = getattr(domain, what)
            try:
                setattr(part, what, dict(tell(learned_from, answered)) if tell else {})
            except (Exception, SystemExit) as error:  # somebody else's package: anything can happen
                reason = visible(f"{type(error).__name__}: {error}")
                where = f"{split}, size {size}, {part.part}"
                missing.append(f"the {what} of {domain.name} are missing for {where}: {reason}")
    return missing
