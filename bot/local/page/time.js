/** Times as Discord writes them; relative ones stay true while the page is open. */
import { el } from "./dom.js";

const CLOCK = { hour: "2-digit", minute: "2-digit" };
const DATE = { day: "2-digit", month: "2-digit", year: "numeric" };
const LONG = { day: "numeric", month: "long", year: "numeric" };
const STYLES = {
  t: CLOCK,
  T: { ...CLOCK, second: "2-digit" },
  d: DATE,
  D: LONG,
  f: { ...LONG, ...CLOCK },
  F: { weekday: "long", ...LONG, ...CLOCK },
  s: { ...DATE, ...CLOCK },
  S: { ...DATE, ...CLOCK, second: "2-digit" },
};

const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** "in 3 minutes" or "2 hours ago", for Unix seconds. */
export function fromNow(seconds, now = Date.now()) {
  const away = Math.round(seconds - now / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? UNITS.at(-1);
  return relative.format(Math.trunc(away / size), unit);
}

/** A <time> for `<t:seconds:style>`. */
export function moment(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return el("span", {}, "a time out of range");
  const whole = date.toLocaleString("en-GB", STYLES.F);
  const shown = style === "R" ? fromNow(seconds) : date.toLocaleString("en-GB", STYLES[style]);
  const data = { relative: style === "R" ? seconds : null };
  return el("time", { class: "moment", datetime: date.toISOString(), title: whole, data }, shown);
}

/** The short time in a message's first line: the clock today, with the date before that. */
export function stamp(milliseconds) {
  const date = new Date(milliseconds);
  const today = date.toDateString() === new Date().toDateString();
  const shown = date.toLocaleString("en-GB", today ? CLOCK : STYLES.s);
  const title = date.toLocaleString("en-GB", STYLES.F);
  return el("time", { class: "stamp", datetime: date.toISOString(), title }, shown);
}

/** Bring every relative time on the page up to date, once a second. */
export function keepTime() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      const text = fromNow(Number(node.dataset.relative));
      if (node.textContent !== text) node.textContent = text;
    }
  }, 1000);
}
