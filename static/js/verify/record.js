// Compares the record of a finished game with the game dealt again from its seed.
import { CardGameDealer, Dealer, UnknownAction } from "./dealer.js";
import { fromHex, sha256, toHex } from "./sha256.js";

export const kinds = ["red", "orange", "yellow", "green", "blue", "purple", "black", "white", "locomotive"];
// Events that tell where cards and tickets are, and their fields; all others are left aside.
const dealing = {
  seats_drawn: ["order"],
  deck_shuffled: ["deck"],
  tickets_shuffled: ["ticket_deck"],
  long_tickets_shuffled: ["tickets"],
  card_drawn: ["seat", "card"],
  face_up_taken: ["seat", "place", "card"],
  place_filled: ["place", "card"],
  row_discarded: [],
  row_stays: [],
  tickets_offered: ["seat", "tickets"],
  long_tickets_offered: ["seat", "tickets"],
  tickets_kept: ["seat", "tickets"],
  first_tickets_kept: ["seat", "tickets"],
  first_tickets_chosen: ["numbers"],
  route_claimed: ["seat", "route", "cards"],
  tunnel_tried: ["seat", "route", "cards"],
  tunnel_card_turned_up: ["seat", "card", "counts"],
  tunnel_paid: ["seat", "cards"],
  tunnel_declined: ["seat", "route"],
  station_built: ["seat", "city", "cards"],
  locomotive_given: ["seat"],
  trains_placed: ["seat", "cards"],
  cards_gathered: [],
};

// The first place where the record is not what comes from the seed; seq is null for the record as a whole.
export class Difference extends Error {
  constructor(seq, expected, found) {
    super("difference");
    Object.assign(this, { seq, ...narrowed(expected, found) });
  }
}

// Gives the name of each step that is in order, with what was counted. Throws a Difference. `commitment` is what the
// page says, which was there from the start.
export function* verify(record, commitment) {
  const seed = fromHex(record.seed);
  const hash = toHex(sha256(seed));
  compare(null, commitment, hash);
  compare(null, record.commitment, hash);
  yield { step: "commitment", facts: {} };

  compare(null, { kinds }, { kinds: record.dealing.cards.map(([kind]) => kind) });
  for (const pile of ["tickets", "long_tickets"]) {
    compare(null, { [pile]: [...record.dealing[pile]].sort() }, { [pile]: record.dealing[pile] });
  }
  yield { step: "before", facts: before(record.dealing) };

  const dealer = new ("given" in record.dealing ? CardGameDealer : Dealer)(seed, record.seats, record.dealing);
  const [setUp, ...moves] = record.moves;
  yield { step: "setup", facts: counted(dealAgain(dealer, 0, setUp)) };
  const events = moves.flatMap((move, place) => dealAgain(dealer, place + 1, move));
  compare(moves.length, "game_ended", last(record.moves).events.at(-1)?.type);
  yield { step: "moves", facts: { moves: moves.length, ...counted(events) } };

  // What nobody is told of would otherwise count as the same.
  const scores = record.result?.scores ?? [];
  const seats = [...Array(record.seats).keys()];
  compare(null, { seats }, { seats: scores.map(({ seat }) => seat).sort() });
  for (const { seat, tickets } of scores) {
    const scored = tickets.map((ticket) => ticket.id).sort();
    compare(null, { tickets: [...dealer.tickets[seat]].sort() }, { tickets: scored });
  }
  yield { step: "scores", facts: {} };
}

function last(list) {
  return list[list.length - 1];
}

// One move compared; gives its events that deal.
function dealAgain(dealer, seq, move) {
  const found = move.events.filter(({ type }) => type in dealing).map(bare);
  compare(seq, { seq }, { seq: move.seq });
  let expected;
  try {
    expected = dealer.move(seq, move.seat, move.action, found.some(({ type }) => type === "cards_gathered"));
  } catch (problem) {
    if (problem instanceof UnknownAction) throw problem;
    throw new Difference(seq, "an action that can be carried out", move.action);
  }
  for (let place = 0; place < Math.max(expected.length, found.length); place++) {
    compare(seq, expected[place] ?? null, found[place] ?? null);
  }
  return found;
}

// An event with the fields that deal alone, in one order.
function bare(event) {
  return { type: event.type, ...Object.fromEntries(dealing[event.type].map((name) => [name, event[name]])) };
}

function compare(seq, expected, found) {
  if (text(expected) !== text(found)) throw new Difference(seq, expected, found);
}

// As JSON, whatever the order of names: of counts of cards it means nothing.
function text(value) {
  return JSON.stringify(value, (_name, inner) =>
    inner && inner.constructor === Object ? Object.fromEntries(Object.entries(inner).sort()) : inner,
  );
}

// Of two events of one kind that differ in a long list: only the first place of it.
function narrowed(expected, found) {
  const list = Object.keys(expected ?? {}).find(
    (name) => Array.isArray(expected[name]) && Array.isArray(found?.[name]) && text(expected[name]) !== text(found[name]),
  );
  if (!list || expected.type !== found.type) return { expected, found };
  const place = expected[list].findIndex((value, at) => text(value) !== text(found[list][at]));
  const at = place < 0 ? expected[list].length : place;
  const one = (event) => ({ ...(event.type && { type: event.type }), [`${list}[${at}]`]: event[list][at] ?? null });
  return { expected: one(expected), found: one(found) };
}

function before({ cards, tickets, long_tickets: long }) {
  return { cards: cards.reduce((sum, [, number]) => sum + number, 0), tickets: tickets.length + long.length };
}

function counted(events) {
  const of = (type) => events.filter((event) => event.type === type);
  return {
    drawn: of("card_drawn").length,
    taken: of("face_up_taken").length,
    filled: of("place_filled").length,
    shuffles: of("deck_shuffled").length,
    tickets: [...of("tickets_offered"), ...of("long_tickets_offered")].flatMap((event) => event.tickets).length,
  };
}
