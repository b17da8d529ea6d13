// Is the table laid out as on a phone? static/css/narrow.css says the same.
export const phone = matchMedia("(max-width: 47.99rem), (max-height: 31rem)");
