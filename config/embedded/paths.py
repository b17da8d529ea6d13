"""Where the embedded default keeps things, and how other commands find its servers."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def var_folder() -> Path:
    """The folder with everything that is kept: `var/` beside manage.py, or `VAR_DIR`."""
    return Path(os.environ.get("VAR_DIR") or ROOT / "var").resolve()


@dataclass
class Running:
    """What is running for a data folder, as written in `run.json` for other commands to find."""

    database_url: str
    redis_url: str
    supervisor: int = 0
    """The process that started them and ends them."""
    site_url: str = ""
    folder: str = ""
    """Where the sockets are; empty when both servers are somebody else's."""
    processes: dict[int, float] = field(default_factory=dict)
    """Process ids with their start times, so that a reused id is never taken for ours."""

    @property
    def own_database(self) -> bool:
        """Whether the database is the embedded one."""
        return bool(self.folder) and self.folder in self.database_url

    def write(self, var: Path) -> None:
        """Write it down, whole or not at all: another command may be reading."""
        fresh = var / "run.json.new"
        fresh.touch(mode=0o600)
        fresh.write_text(json.dumps(asdict(self), indent=1))
        fresh.replace(var / "run.json")


def running(var: Path) -> Running | None:
    """What runs for this data folder; None when nothing does."""
    found = written(var)
    return found if found and is_alive(found.supervisor) else None


def is_alive(pid: int) -> bool:
    """Whether there is a process with this id."""
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True  # somebody else's
    except OSError:
        return False
    return pid > 0


def written(var: Path) -> Running | None:
    """What was last written about servers of this data folder, running or not; None when nothing was."""
    try:
        content = json.loads((var / "run.json").read_text())
        content["processes"] = {int(pid): started for pid, started in content["processes"].items()}
        return Running(**content)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def forget(var: Path) -> None:
    """Remove what `Running.write` wrote."""
    (var / "run.json").unlink(missing_ok=True)
