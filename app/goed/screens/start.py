"""Starting the terminal UI; the study is read while Textual is imported."""

from __future__ import annotations

from pathlib import Path

from goed.annotation.queue_filter import Filter
from goed.screens.study_thread import DeskThread


def run(path: Path, annotator: str, chosen: Filter | None = None, configuration: Path | None = None) -> int:
    """Run the UI until the annotator quits; returns the exit code."""
    desk = DeskThread(path, annotator)
    try:
        if chosen is not None:  # an error in the filter is reported before the UI takes over the screen
            from goed.annotation.typed_names import with_stored_names

            wanted = chosen
            chosen = desk.wait_for(
                lambda there: there.open(with_stored_names(there.study, wanted), is_remembered=False).filter
            )
        from goed.screens.app import GoedApp

        app = GoedApp(path, annotator, chosen, configuration=configuration, desk=desk)
        try:
            app.run()
        finally:
            app.background.stop()
    finally:
        desk.close()
    if app.return_code == 1:
        raise app.unexpected or RuntimeError("Textual has ended the UI")
    return app.return_code or 0
