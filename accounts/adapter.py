"""How allauth's pages deal with our accounts."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):
    """allauth's own behaviour; the place for what this site does differently."""
