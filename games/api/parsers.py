"""Reading bodies."""

import json
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

DEEPEST = 20  # lists and objects in one another; ours are four deep


class PlainParser(JSONParser):
    """JSON that can be stored and said again: not nested without end, and all its texts Unicode.

    Half a surrogate pair is legal JSON, but it cannot be written anywhere.
    """

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
            if deeper_than(data, DEEPEST):
                raise ParseError("The body is nested too deeply.")
            json.dumps(data, ensure_ascii=False).encode()
        except RecursionError:
            raise ParseError("The body is nested too deeply.") from None
        except UnicodeEncodeError:
            raise ParseError("A text in the body is no Unicode.") from None
        return data


def deeper_than(data: Any, levels: int) -> bool:
    """Are lists and objects nested deeper than so many levels?"""
    if not isinstance(data, dict | list):
        return False
    inner = data.values() if isinstance(data, dict) else data
    return levels == 0 or any(deeper_than(part, levels - 1) for part in inner)
