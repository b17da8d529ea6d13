"""Where Django looks for the tags of an app; they are written beside the pages that use them."""

from games.web.templatetags.rulebook import register

__all__ = ["register"]
