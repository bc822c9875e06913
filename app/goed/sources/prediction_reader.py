"""Files of predictions, matched line by line to the items that were asked."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from pathlib import Path

from goed.errors import InputError, quoted
from goed.forms import MOST_ACCENTS, refuse_what_is_no_form
from goed.sources.header import LEMMA_FEATURES_FORM, LEMMA_FORM_FEATURES, PREDICTIONS, Columns, Reading
from goed.sources.lines import TextFile
from goed.study.items import Item
from goed.study.outputs import OutputBook
from goed.study.predictions import PartPredictions
from goed_classifiers.forms import normal

SAMPLE = 20  # lines from which the order of columns is told


class PredictionReader:
    """Reads files of predictions for the items of one part, in whatever order their lines stand.

    Models often predict the same form for an item, so whole lines recur from file to file: a line is taken apart
    once, and then known.
    """

    def __init__(self, book: OutputBook, what: str, part: str, items: Sequence[Item]) -> None:
        self._book = book
        self._what = what
        self._part = part
        self._items = {(item.word, item.features): item.id for item in items}
        self._features = {item.features for item in items}
        self._known: dict[Columns, dict[bytes, int]] = {}
        self._raw: dict[bytes, bytes] = {}  # lines whose form is not stored as it stands → the form as it stands

    def read(self, path: Path, reading: Reading) -> PartPredictions:
        """The predictions of one file, matched by lemma and features."""
        file, order = reading.read(path, PREDICTIONS)
        while file.lines and not file.lines[-1].strip():
            file.lines.pop()
        order = order or self._column_order(file)
        known = self._known.setdefault(order, {})
        handles = [known.get(line, -1) for line in file.lines]
        n_unmatched = 0
        if -1 in handles:
            n_unmatched = self._take_apart(file, order, known, handles)
            handles = [handle for handle in handles if handle >= 0]
        handles = self._one_an_item(file, known, handles)
        if not handles:
            raise InputError(path, f"none of its {n_unmatched} lines is about an item of {self._what}")
        handles.sort(key=self._book.item_ids.__getitem__)  # rows are stored, and the table grows, in this order
        predictions = PartPredictions(self._part, len(self._items), array("I", handles), n_unmatched=n_unmatched)
        predictions.source = (str(path), file.sha256)
        if self._raw:
            for line in file.lines:
                if line in self._raw and line in known:
                    predictions.bytes_of[self._book.item_ids[known[line]]] = self._raw[line]
        return predictions

    def _take_apart(self, file: TextFile, order: Columns, known: dict[bytes, int], handles: list[int]) -> int:
        """Find the outputs of lines that were not seen before; how many lines are about no item of this part."""
        n_unmatched = 0
        for index, handle in enumerate(handles):
            if handle < 0 and file.lines[index].strip():
                line = file.lines[index]
                handles[index] = known.get(line, -1)
                if handles[index] < 0:
                    handles[index] = self._output(file, order, line, index + 1)
                    if handles[index] < 0:
                        n_unmatched += 1
                    else:
                        known[line] = handles[index]
        return n_unmatched

    def _output(self, file: TextFile, order: Columns, line: bytes, number: int) -> int:
        """The output that a line predicts; -1 where it is about no item of this part."""
        fields = self._fields(file, line, number)
        if len(fields) == 2 and order == LEMMA_FEATURES_FORM and normal(fields[1]) in self._features:
            fields.append("")  # an editor took away the tab before an empty prediction
        if len(fields) != 3:
            raise InputError(
                file.path,
                f"{len(fields)} column{'s' * (len(fields) != 1)} where lemma, predicted form and features are expected",
                number,
            )
        item_id = self._items.get((fields[0], fields[order.features]))
        if item_id is None:
            item_id = self._items.get((normal(fields[0]), normal(fields[order.features])))
            if item_id is None:
                return -1
        form = normal(fields[order.form])
        if form != fields[order.form]:
            self._raw[line] = fields[order.form].encode("utf-8")
        return self._book.handle(item_id, form)

    def _fields(self, file: TextFile, line: bytes, number: int) -> list[str]:
        """The cells of a line, none of them longer than a form can be."""
        fields = file.decode(line, number).split("\t")
        if len(line) > MOST_ACCENTS:
            for field in fields:
                refuse_what_is_no_form(file.path, number, field, "lemma, form or features")
        return fields

    def _one_an_item(self, file: TextFile, known: dict[bytes, int], handles: list[int]) -> list[int]:
        """Repeated lines count once; two different predictions for one item are an error."""
        item_ids = self._book.item_ids
        if len({item_ids[handle] for handle in handles}) == len(handles):
            return handles
        line_of: dict[int, tuple[int, int]] = {}
        for number, line in enumerate(file.lines, start=1):
            handle = known.get(line)
            if handle is not None:
                first, first_number = line_of.setdefault(item_ids[handle], (handle, number))
                if first != handle:
                    fields = [quoted(field) for field in file.decode(line, number).split("\t")]
                    raise InputError(
                        file.path,
                        f"predicts otherwise for the same item than line {first_number}: {' '.join(fields)}",
                        number,
                    )
        return list(dict.fromkeys(handles))

    def _column_order(self, file: TextFile) -> Columns:
        """The order in which more lines are about items of this part; where none is, that of known features."""
        for order, known in self._known.items():
            if file.lines and file.lines[0] in known:
                return order
        scores = {LEMMA_FORM_FEATURES: 0, LEMMA_FEATURES_FORM: 0}
        for number, line in enumerate(file.lines[:SAMPLE], start=1):
            fields = self._fields(file, line, number)
            for order in scores:
                if len(fields) == 3 and normal(fields[order.features]) in self._features:
                    scores[order] += 1 + 1000 * ((normal(fields[0]), normal(fields[order.features])) in self._items)
        return max(scores, key=scores.__getitem__)
