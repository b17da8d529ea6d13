// My games: shown anew when something happened in one of them.
import { oneAtATime } from "./bell.js";
import { MainPart } from "./main_part.js";

const games = new MainPart();
document.addEventListener("bell", oneAtATime(() => games.look()));
