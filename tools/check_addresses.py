"""Find addresses of package registries, and paths of one machine, in the files of the repository.

A lock with an address in it works only where that address can be reached; hashes alone say what is meant, and
each machine's own set-up says where to get it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Spelled so that this file does not find itself.
HOSTS = [r"py[p]i\.org", r"python[h]osted\.org", r"registry\.np[m]js", r"np[m]js\.org", r"deb\.de[b]ian\.org"]
PATHS = [r"/ro[o]t/", r"/ho[m]e/\w+/"]
UNWANTED = re.compile("|".join(HOSTS + PATHS))
LOCKS = "requirements/*.txt"


def tracked() -> list[Path]:
    """Every file under version control, or about to be."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def complaints() -> list[str]:
    """A line for every unwanted address."""
    found = []
    for path in tracked():
        name = path.relative_to(ROOT)
        pattern = re.compile(r"://") if name.match(LOCKS) else UNWANTED
        for number, line in enumerate(path.read_text(errors="ignore").splitlines(), start=1):
            if pattern.search(line):
                found.append(f"{name}:{number}: {line.strip()[:100]}")
    return found


if __name__ == "__main__":
    lines = complaints()
    print("\n".join(lines))
    sys.exit(bool(lines))
