"""Between numbers inside and names outside: one coder for each field name, the same in all kinds.

Field names mean one thing throughout an edition (`route` is always a route), so an event or action
is written by writing its fields.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple


class Coder(NamedTuple):
    """How one field leaves and comes back. None means hidden and is written as null."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


AS_IS = Coder(lambda value: value, lambda value: value)
NUMBERS = Coder(list, tuple)


def named(names: Iterable[str]) -> Coder:
    """A number that stands for the name at that place."""
    names = tuple(names)
    place = {name: number for number, name in enumerate(names)}
    return Coder(names.__getitem__, place.__getitem__)


def each(coder: Coder) -> Coder:
    """A tuple of such values, of which some may be hidden."""
    return Coder(
        lambda values: [None if value is None else coder.write(value) for value in values],
        lambda values: tuple([coder.read(value) for value in values]),
    )


def type_name(kind: Any) -> str:
    """RouteClaimed -> route_claimed."""
    return with_underscores(kind.__name__)


@cache
def with_underscores(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class KindCodec:
    """Writes and reads instances of some NamedTuple kinds."""

    def __init__(self, kinds: Iterable[Any], coders: Mapping[str, Coder]) -> None:
        self.kinds = {type_name(kind): kind for kind in kinds}
        self.coders = coders
        self.readers = {
            name: [(field, coders.get(field, AS_IS).read) for field in kind._fields]
            for name, kind in self.kinds.items()
        }

    def write(self, value: Any) -> dict[str, Any]:
        """{type, field: ...} in the order of the kind's fields."""
        written: dict[str, Any] = {"type": type_name(type(value))}
        for name, field in zip(value._fields, value, strict=True):
            written[name] = None if field is None else self.coders.get(name, AS_IS).write(field)
        return written

    def read(self, raw: Mapping[str, Any]) -> Any:
        """The instance; fields that the kind does not have (seq, at, ...) are left aside."""
        name = raw["type"]
        return self.kinds[name](*[read(raw[field]) for field, read in self.readers[name]])
