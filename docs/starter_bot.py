#!/usr/bin/env python3
"""A first program that plays Night Mail. Needs nothing but Python; docs/bots.md tells how to go on from here.

NIGHT_MAIL_KEY=nm_... python3 starter_bot.py http://127.0.0.1:8000            plays in all its games, for ever
NIGHT_MAIL_KEY=nm_... python3 starter_bot.py http://127.0.0.1:8000 usa easy   opens a table, plays that game
"""

import heapq
import json
import os
import sys
import time
import urllib.error
import urllib.request

SITE, *NEW_TABLE = sys.argv[1:]
EVERY_S = float(os.environ.get("EVERY_S", "2"))  # between two looks while others think


def call(method, path, body=None, key=""):
    """The answer, of a refusal too. Waits where it is told to, and asks again: with its key that is safe."""
    headers = {"Authorization": f"Token {os.environ['NIGHT_MAIL_KEY']}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{SITE}/api/{path}", data, headers, method=method)
    request.add_header("Idempotency-Key", key)
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            if refused.code in (409, 422):  # the game has moved on; the rules do not allow it
                return json.load(refused)
            if refused.code < 500 and refused.code != 429:
                sys.exit(f"{method} {path}: {refused.code} {refused.read().decode()}")
            time.sleep(float(refused.headers.get("Retry-After", 5)))
        except OSError:  # no answer: nobody knows whether it arrived
            time.sleep(5)


def wanted(game, board):
    """Free routes on the shortest ways that my tickets need. Own routes cost nothing, others' are closed."""
    me, claims, closed = game["you"]["seat"], game["board"]["claims"], game["board"]["closed"]
    tracks = [t for t in board["routes"] if claims.get(t["id"], me) == me and t["id"] not in closed]
    trains, found = game["seats"][me]["trains"], set()
    for ticket in game["you"]["tickets"]:
        queue, seen = [(0, ticket["cities"][0], [])], set()
        while queue and not ticket["blocked"] and ticket["missing"] <= trains:
            length, city, way = heapq.heappop(queue)
            if city == ticket["cities"][1]:
                found.update(way)
                break
            seen.add(city)
            for track in (t for t in tracks if city in t["cities"] and not seen.issuperset(t["cities"])):
                (there,) = set(track["cities"]) - {city}
                new = [] if track["id"] in claims else [track["id"]]
                heapq.heappush(queue, (length + len(new) * track["length"], there, way + new))
    return found


def choose(game, board):
    """One of the legal actions: the longest claim that helps a ticket, or else cards, or else any."""
    legal, tracks = game["you"]["legal"], {track["id"]: track for track in board["routes"]}
    if legal[0]["type"] == "keep_tickets":
        worth = {ticket["id"]: ticket["points"] - ticket["missing"] for ticket in game["you"]["offered"]}
        return max(legal, key=lambda action: sum(worth[ticket] for ticket in action["tickets"]))
    needed = wanted(game, board)
    claims = [a for a in legal if a["type"] == "claim_route" and (not needed or a["route"] in needed)]
    if claims:  # the longest, with the fewest locomotives
        return max(claims, key=lambda a: (tracks[a["route"]]["length"], -a["cards"].get("locomotive", 0)))
    colours = {tracks[route]["colour"] for route in needed}
    draws = {action["from"]: action for action in legal if action["type"] == "draw_card"}
    shown = [draws[place] for place, card in enumerate(game["face_up"]) if card in colours and place in draws]
    return (shown or [draw for place, draw in draws.items() if place == "deck"] or legal)[0]


def play(number):
    """Answer for as long as this game asks me; gives the game as it is then."""
    game = call("GET", f"games/{number}/")
    while decision := game["you"]["decision"]:
        body = {"decision": decision, "action": choose(game, BOARDS[game["edition"]])}
        reply = call("POST", f"games/{number}/actions/", body, key=decision)
        if "game" not in reply:  # 422 for what was listed as legal: a fault of ours
            sys.exit(f"Refused: {body} {reply}")
        game = reply["game"]  # of 409 stale_decision, too: the game has moved on, and this is how it is now
    return game


BOARDS = {line["id"]: call("GET", f"editions/{line['id']}/") for line in call("GET", "editions/")}
if NEW_TABLE:
    asked = {"edition": NEW_TABLE[0], "seats": 2, "options": {"public": False}}
    table = call("POST", "games/", asked)["id"]
    call("POST", f"games/{table}/seats/", {"bot": NEW_TABLE[1]})  # no seat is free any more: the game begins
    while (game := play(table))["status"] == "running":
        time.sleep(EVERY_S)
    print(*[f"seat {score['seat']}: {score['total']} points" for score in game["result"]["scores"]], sep=", ")
while not NEW_TABLE:
    for line in call("GET", "games/?mine=1&status=running")["results"]:
        play(line["id"])
    time.sleep(EVERY_S)
