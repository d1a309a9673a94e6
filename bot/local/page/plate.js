/**
 * Discs that stand for people and the bot. They say nothing about a game: a seat's letter and
 * livery belong to one match, and one person sits at another letter in the next.
 */
import { el } from "./dom.js";

/** The round picture of somebody: the blade for the bot, the name's first letter for a person. */
export function avatar(name, bot, kind = "avatar") {
  if (bot) {
    return el("span", { class: `${kind} bot`, "aria-hidden": "true" }, el("i", { class: "blade" }));
  }
  const first = [...name].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? [...name][0] ?? "?";
  return el("span", { class: kind, "aria-hidden": "true" }, first.toUpperCase());
}
