"""Lets a fault strike goed at any moment of its work, puts it right, and looks at what is left.

At its moment goed waits until the fault has struck, so that the same faults strike at the same moments.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import sqlite3
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path

from benchmarks.annotator import Annotator, Shown, case_on
from faults.faults import FAULTS, Fault, small_disk
from faults.scenes import Scene, do, labelled
from faults.what_counts import left_over, said_by, what_counts
from moments import NEVER, a_gate, counted, goed_until, has_come, n_moments
from waiting import wait_for

STUDY = "study.goed"
MOMENT = re.compile(rb"20\d\d-\d\d-\d\dT[\d:]+|20\d\d-\d\d-\d\d \d\d:\d\d(:\d\d)?")  # at which a file was written


@dataclass
class Tally:
    """What was done to goed, and what came of it."""

    faults: Counter[str] = field(default_factory=Counter)
    in_time: int = 0  # faults that struck while the command was at work
    acknowledged: int = 0
    lost: int = 0
    wrong: int = 0  # faults after which something was not as it should be

    def __str__(self) -> str:
        kinds = ", ".join(f"{name} {number}" for name, number in self.faults.items())
        return (
            f"faults injected: {self.faults.total()} ({kinds}), {self.in_time} of them during the work; "
            f"acts acknowledged: {self.acknowledged:,}; acts lost: {self.lost}; "
            f"faults that left anything half done, or a file behind: {self.wrong}"
        )

    @contextmanager
    def counting(self, fault: Fault) -> Iterator[None]:
        """Count a fault, and whether it left anything that is wrong."""
        self.faults[fault.name] += 1
        try:
            yield
        except AssertionError:
            self.wrong += 1
            raise


class Stage:
    """A scene, played again and again from the same beginning."""

    def __init__(self, scene: Scene, folder: Path) -> None:
        self.scene = scene
        self._beginning = folder / "beginning"
        self._beginning.mkdir(parents=True)
        scene.prepare(self._beginning)
        _forget_copies(self._beginning)
        self.before = _state(self._beginning)
        with self._set(folder / "undisturbed", needs_own_disk=False) as there:
            with a_gate() as gate:
                process = self._start(there, goed_until(gate, NEVER))
                _, errors = process.communicate()
                assert process.returncode == 0, errors
                self.n_moments = counted(gate)
            self.after = _state(there)
            self.made = self._made(there)

    def strike(self, fault: Fault, chance: random.Random, folder: Path) -> bool:
        """Play the scene once, struck; whether the fault came before the end."""
        with self._set(folder, fault.needs_own_disk) as there, a_gate() as gate:
            process = self._start(there, goed_until(gate, chance.randint(1, self.n_moments)))
            was_at_work = has_come(process, gate)
            fault.strike(process.pid, there)
            gate.open()
            try:
                output, errors = process.communicate()
            finally:
                process.kill()
                fault.put_right(process.pid, there)
            self._judge_end(fault, process.returncode, output, errors)
            try:
                self._judge_what_is_there(there, is_done=process.returncode == 0)
            except AssertionError as error:
                raise AssertionError(f"{self.scene.name}, {fault.name}:\n{output}{errors}") from error
        return was_at_work

    @contextmanager
    def _set(self, folder: Path, needs_own_disk: bool) -> Iterator[Path]:
        """The folder as it is at the beginning, perhaps on a small disk of its own."""
        if needs_own_disk:
            with small_disk(folder) as there:
                shutil.copytree(self._beginning, there, dirs_exist_ok=True)
                yield there
        else:
            shutil.copytree(self._beginning, folder)
            yield folder
            shutil.rmtree(_temporary(folder), ignore_errors=True)
        shutil.rmtree(folder)

    def _start(self, there: Path, goed: Sequence[str]) -> subprocess.Popen[str]:
        _temporary(there).mkdir(exist_ok=True)
        return subprocess.Popen(
            [*goed, *self.scene.command, "--study", STUDY],
            cwd=there,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUTF8": "1", "TMPDIR": str(_temporary(there))},
            start_new_session=True,
        )

    def _judge_end(self, fault: Fault, code: int, output: str, errors: str) -> None:
        """It ends by itself, with a sentence."""
        said = f"{self.scene.name}, {fault.name}, exit code {code}:\n{output}{errors}"
        assert "Traceback" not in errors, said
        assert "should not have happened" not in errors, said
        # -1: the terminal was cut before goed had begun to listen, or when it was all but over
        assert code in (0, 1, *((-9, -1, 129) if fault.ends_it else ())), said
        if code == 1:
            assert "goed: " in errors or " failed: " in errors, said

    def _judge_what_is_there(self, there: Path, is_done: bool) -> None:
        """The study is whole, the work is done or can be done now, and nothing else is left."""
        _wait_until_nobody_works(there)
        if _has_study(there):  # without one, the next goed that makes one looks after what is left
            for study in sorted(there.glob("*.goed")):  # SQLite's own files go when a study is opened the next time
                do("check", "--study", study)
            left = _left_over(there)
            assert not left, f"left: {left}"
        if self.scene.is_all_or_nothing or is_done:
            assert _state(there) in ((self.after,) if is_done else (self.before, self.after))
        made = self._made(there)
        assert made.items() <= self.made.items(), f"files that are not whole: {_unlike(made, self.made)}"
        if (_state(there), made) != (self.after, self.made):
            self._do_again(there)
        assert _state(there) == self.after
        made = self._made(there)
        assert made == self.made, f"files that are not whole: {_unlike(self.made, made)}"
        left = _left_over(there)
        assert not left, f"left after it was done again: {left}"

    def _do_again(self, there: Path) -> None:
        """The same command goes on, or does it now."""
        before = Path.cwd()
        os.chdir(there)
        try:
            do(*self.scene.command, "--study", STUDY, *self.scene.again)
        finally:
            os.chdir(before)

    def _made(self, there: Path) -> dict[str, bytes]:
        """The files that were made, by their names."""
        found = {}
        for name in self.scene.made:
            for path in [there / name, *sorted((there / name).rglob("*"))]:
                if path.is_file():
                    content = MOMENT.sub(b"", path.read_bytes())
                    found[str(path.relative_to(there))] = (
                        content if path.suffix != ".goed" else what_counts(path).encode()
                    )
        return found


def _unlike(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    return [
        "".join(unified_diff(*(side.get(name, b"").decode(errors="replace").splitlines(True) for side in (other, one))))
        for name in one
        if one[name] != other.get(name)
    ]


def _has_study(folder: Path) -> bool:
    return (folder / STUDY).exists()


def _state(folder: Path) -> str:
    return what_counts(folder / STUDY) if _has_study(folder) else "no study"


def _left_over(folder: Path) -> list[str]:
    """Temporary files, in the folder and where the system has its own."""
    there = _temporary(folder)
    return [*left_over(folder), *(f"tmp/{path.name}" for path in (there.iterdir() if there.exists() else ()))]


def _temporary(folder: Path) -> Path:
    """What is the system's folder for temporary files to a process that works in a folder."""
    return folder.with_name(f"tmp-of-{folder.name}")


def _forget_copies(folder: Path) -> None:
    """What the preparation kept is no part of the scene."""
    for path in folder.glob("*.backups"):
        shutil.rmtree(path)


def _wait_until_nobody_works(folder: Path) -> None:
    """Processes that worked for one that was killed end by themselves."""
    wait_for(lambda: not any(_works_in(Path(f"/proc/{number}"), folder) for number in os.listdir("/proc")))


def _works_in(process: Path, folder: Path) -> bool:
    try:
        return os.path.samefile(process / "cwd", folder)
    except OSError:  # over, or somebody else's
        return False


class Sittings:
    """An annotator at the terminal UI, struck again and again; their acts must be in the file."""

    def __init__(self, folder: Path) -> None:
        self._beginning = folder / "beginning"
        self._beginning.mkdir(parents=True)
        labelled(self._beginning)
        _forget_copies(self._beginning)

    def strike(self, fault: Fault, chance: random.Random, folder: Path, tally: Tally) -> None:
        """Label until something happens, go on a little, and look what is in the file."""
        set_ = small_disk(folder) if fault.needs_own_disk else nullcontext(folder)
        with set_ as there:
            shutil.copytree(self._beginning, there, dirs_exist_ok=True)
            _temporary(there).mkdir()
            done = self._sit(fault, chance, there)
            _wait_until_nobody_works(there)
            do("check", "--study", there / STUDY)
            assert _left_over(there) == []
            in_file = Counter(said_by(there / STUDY, "sp"))
            assert set(in_file.values()) <= {1}, "an act is doubled"
            tally.acknowledged += len(done)
            tally.lost += len(set(done) - in_file.keys())
            # The last one may be written and its next case not drawn yet.
            assert in_file.total() <= len(done) + 1
        shutil.rmtree(folder)

    def _sit(self, fault: Fault, chance: random.Random, there: Path) -> list[tuple[str, str]]:
        environment = {"TMPDIR": str(_temporary(there))}
        kind = chance.choice(["INSERT INTO act ", "INSERT INTO annotation"])
        with (
            a_gate() as gate,
            Annotator(
                there / STUDY,
                size=(80, 24),
                environment=environment,
                goed=goed_until(gate, chance.randint(1, 30), kind),
            ) as annotator,
        ):
            done = annotator.work_until(lambda: gate.has_visitors)
            fault.strike(annotator.process.pid, there)
            gate.open()
            try:
                if not fault.ends_it:
                    done += self._what_became_of_the_last(annotator)
            finally:
                fault.put_right(annotator.process.pid, there)
            if not fault.ends_it:
                annotator.send("q")
                assert annotator.wait_for_end() == 0, annotator.screen.text
            assert "Traceback" not in annotator.screen.text
        return [(case.lemma, case.predicted) for case in done]

    def _what_became_of_the_last(self, annotator: Annotator) -> list[Shown]:
        """The next case is drawn, or it is told why not."""
        last = annotator.pending
        annotator.wait_until(lambda screen: case_on(screen) not in (None, last) or WARNING.search(screen.text))
        return [last] if last is not None and case_on(annotator.screen) not in (None, last) else []


WARNING = re.compile(r"^ ! ", re.MULTILINE)


class Labellings:
    """Commands that label, one after the other; the one that is struck may be done or not, those before are."""

    def __init__(self, folder: Path) -> None:
        self._beginning = folder / "beginning"
        self._beginning.mkdir(parents=True)
        labelled(self._beginning)
        shutil.copytree(self._beginning, folder / "undisturbed")
        self._n_moments = n_moments(*LABEL, 100, "--study", folder / "undisturbed" / STUDY)

    def strike(self, fault: Fault, chance: random.Random, folder: Path, tally: Tally) -> None:
        """Label three outputs, and let something happen in between."""
        set_ = small_disk(folder) if fault.needs_own_disk else nullcontext(folder)
        with set_ as there:
            shutil.copytree(self._beginning, there, dirs_exist_ok=True)
            struck, acknowledged = chance.randrange(3), []
            for place in range(3):
                with a_gate() as gate:
                    moment = chance.randint(1, self._n_moments) if place == struck else NEVER
                    process = subprocess.Popen(
                        [*goed_until(gate, moment), *LABEL, str(100 + place), "--study", STUDY],
                        cwd=there, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                    )  # fmt: skip
                    if place == struck:
                        has_come(process, gate)
                        fault.strike(process.pid, there)
                    gate.open()
                    _, errors = process.communicate()
                if place == struck:
                    fault.put_right(process.pid, there)
                assert "Traceback" not in errors, errors
                if process.returncode == 0:
                    acknowledged.append(100 + place)
            do("check", "--study", there / STUDY)
            with closing(sqlite3.connect(there / STUDY)) as connection:
                in_file = [number for (number,) in connection.execute(SAID_OF)]
            assert len(in_file) == len(set(in_file))
            tally.acknowledged += len(acknowledged)
            tally.lost += len(set(acknowledged) - set(in_file))
            assert left_over(there) == []
        shutil.rmtree(folder)


LABEL = ("label", "--class", "stem", "--annotator", "sp")
SAID_OF = (
    "SELECT output_id FROM annotation JOIN act ON act.id = act_id JOIN annotator ON annotator.id = annotator_id "
    "WHERE name = 'sp'"
)


def possible_faults() -> Sequence[Fault]:
    """Those that this machine, and who works on it, can bring about."""
    return [fault for fault in FAULTS if fault.is_possible()]


def temporary_folder() -> Path:
    """A folder on a real disk: some faults do not touch one in memory."""
    return Path(tempfile.mkdtemp(prefix="faults-", dir=Path.cwd()))
