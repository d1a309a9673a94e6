/** What a message says in plain words: to be read out, or quoted in one line. */
import { every, TEXT } from "./components.js";
import { el } from "./dom.js";
import { blocks } from "./markdown.js";

const LINES = "p, h3, h4, h5, li, pre, blockquote";

/** The lines of a markdown text as it is shown, without its marks. */
function lines(text, names) {
  const box = el("div", {}, blocks(String(text), names));
  for (const hidden of box.querySelectorAll(".spoiler-text")) hidden.replaceChildren("spoiler");
  for (const rule of box.querySelectorAll("br")) rule.replaceWith("\n");
  for (const line of box.querySelectorAll(LINES)) {
    line.prepend("\n");
    line.append("\n");
  }
  return box.textContent
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}

/** The first `most` letters of `text`, cut after a whole word. */
export function shortened(text, most) {
  if (text.length <= most) return text;
  const cut = text.slice(0, most + 1);
  const end = cut.lastIndexOf(" ");
  return `${(end > most / 2 ? cut.slice(0, end) : cut.slice(0, most)).replace(/[\s,;:.·]+$/, "")}…`;
}

/** The lines of everything a message says; `names` is what markdown wants. */
function said(message, names) {
  const texts = [...every(message.components)]
    .filter((part) => part.type === TEXT)
    .map((part) => part.content);
  const cards = (message.embeds ?? []).flatMap((one) => [one.title, one.description]);
  return [message.content, ...cards, ...texts]
    .filter(Boolean)
    .flatMap((text) => lines(text, names));
}

/** The first line of a message, to quote it by. */
export const title = (message, names) => said(message, names)[0] ?? "";

/** The words of a message as sentences, to be read out. */
export function spoken(message, names) {
  if (message.thinking) return "is thinking";
  return said(message, names)
    .map((line) => (/[.!?…:;,]$/.test(line) ? line : `${line}.`))
    .join(" ");
}
