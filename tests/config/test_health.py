"""/healthz: does the site work?"""

from django.test import Client


def test_it_says_that_both_servers_answer(db, client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"database": True, "redis": True}
