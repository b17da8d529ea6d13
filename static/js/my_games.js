// My games: shown anew when something happened in one of them, and for the sake of its clocks.
import { oneAtATime } from "./bell.js";
import { readClocks } from "./clocks.js";
import { MainPart } from "./main_part.js";

const games = new MainPart();
const look = oneAtATime(() => games.look());
document.addEventListener("bell", look);
readClocks(look);
