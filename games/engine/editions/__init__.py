"""The games that can be played, found by folder: each has a package with a list `EDITIONS`."""

from importlib import import_module
from pkgutil import iter_modules

from games.engine.core.edition import Edition

EDITIONS: dict[str, Edition] = {
    edition.id: edition
    for folder in sorted(module.name for module in iter_modules(__path__))
    for edition in import_module(f"{__name__}.{folder}").EDITIONS
}
