"""Starting the UI: the study is read while Textual is imported."""

from __future__ import annotations

from pathlib import Path

from app.annotation.queue_filter import Filter
from app.ui.desk_thread import DeskThread


def run(
    path: Path,
    annotator: str,
    chosen: Filter | None = None,
    start: str = "label",
    configuration: Path | None = None,
) -> int:
    """Run the UI until the annotator quits; the exit code."""
    desk = DeskThread(path, annotator)
    from app.ui.app import GoedApp

    app = GoedApp(path, annotator, chosen, start, configuration, desk)
    try:
        app.run()
    finally:
        app.background.stop()
        app.desk.close()
    if app.unexpected is not None:
        raise app.unexpected
    return app.return_code or 0
