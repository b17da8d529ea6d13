"""How and when a person is reached: the ledger of notices, mail, push, webhooks, digests, quiet hours.

What there is to tell comes from other parts of the site, as a subject (see `subjects`): it knows no game.
"""
