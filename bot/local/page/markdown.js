/**
 * Discord's markdown as DOM nodes. The text is never read as HTML: every piece of it ends in a
 * text node, and the only attribute taken from it is the address of a link, checked first.
 *
 * `names` is {user(id), channel(id), everyone}: what a mention is called, or "" when unknown.
 */
import { el, placeOf, webAddress } from "./dom.js";
import { moment } from "./time.js";

const DEEPEST = 12;

/** Marks that wrap text, longest first. `word` marks only count at the edges of a word. */
const WRAPS = [
  { mark: "***", tags: ["em", "strong"] },
  { mark: "**", tags: ["strong"] },
  { mark: "__", tags: ["u"] },
  { mark: "~~", tags: ["s"] },
  { mark: "||", spoiler: true },
  { mark: "*", tags: ["em"] },
  { mark: "_", tags: ["em"], word: true },
];

/** The index of the closing `mark` after `from`, or -1; escapes and code are stepped over. */
function closing(text, mark, from, word) {
  for (let i = from; i < text.length; i += 1) {
    if (text[i] === "\\") {
      i += 1;
    } else if (text[i] === "`") {
      const ticks = /^`+/.exec(text.slice(i))[0];
      const end = text.indexOf(ticks, i + ticks.length);
      i = end < 0 ? i + ticks.length - 1 : end + ticks.length - 1;
    } else if (text.startsWith(mark, i)) {
      const run = /^(.)\1*/.exec(text.slice(i))[0].length;
      const exact = mark.length === 1 ? run === 1 || run >= 3 : run >= mark.length;
      const inWord = word && /\w/.test(text[i + mark.length] ?? "");
      if (exact && !inWord && i > from) return mark.length < run ? i + run - mark.length : i;
      i += run - 1;
    }
  }
  return -1;
}

function spoiler(children) {
  return el(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: "0",
      "aria-label": "Hidden text",
      "aria-expanded": "false",
      data: { act: "spoiler" },
    },
    el("span", { class: "spoiler-text" }, children),
  );
}

/** What stands for an address that is written out: a place that the reader sees by its name. */
function face(address, names) {
  const goal = placeOf(address);
  const name = goal && names.channel(goal.channel);
  if (!name) return address;
  return `#${name}${goal.message ? " › message" : ""}`;
}

function link(address, children) {
  const goal = placeOf(address);
  if (goal) {
    const data = { act: "jump", channel: goal.channel, goal: goal.message };
    return el("button", { type: "button", role: "link", class: "as-link", data }, children);
  }
  return el(
    "a",
    { href: address, target: "_blank", rel: "noopener noreferrer nofollow", title: address },
    children,
  );
}

/** Things that begin with "<": mentions, times, emoji, plain addresses. */
function angle(text, names) {
  let m;
  if ((m = /^<@!?(\d{1,20})>/.exec(text))) {
    const name = names.user(m[1]);
    return [m[0], el("span", { class: "mention" }, name ? `@${name}` : "@unknown-user")];
  }
  if ((m = /^<#(\d{1,20})>/.exec(text))) {
    const name = names.channel(m[1]);
    if (!name) return [m[0], el("span", { class: "mention" }, "#unknown")];
    const data = { act: "channel", channel: m[1] };
    return [m[0], el("button", { type: "button", class: "mention", data }, `#${name}`)];
  }
  if ((m = /^<@&(\d{1,20})>/.exec(text))) {
    const name = names.role?.(m[1]) || "role";
    return [m[0], el("span", { class: "mention" }, `@${name}`)];
  }
  if ((m = /^<\/([^:<>\n]{1,100}):\d{1,20}>/.exec(text))) {
    const data = { act: "command", command: m[1] };
    return [m[0], el("button", { type: "button", class: "mention", data }, `/${m[1]}`)];
  }
  if ((m = /^<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/.exec(text)))
    return [m[0], moment(Number(m[1]), m[2] ?? "f")];
  if ((m = /^<a?:(\w{2,32}):\d{1,20}>/.exec(text)))
    return [m[0], el("span", { class: "emoji" }, `:${m[1]}:`)];
  if ((m = /^<(https?:\/\/[^\s<>]+)>/.exec(text)) && webAddress(m[1]))
    return [m[0], link(webAddress(m[1]), [face(m[1], names)])];
  return null;
}

/** [label](address "title"), or null when it is not one or its address is not for the web. */
function masked(text, names, depth) {
  const m =
    /^\[((?:\\.|[^[\]\\]){1,1000})\]\(\s*<?(https?:\/\/[^\s<>()]+(?:\([^\s<>()]*\))?[^\s<>()]*)>?(?:\s+"[^"]*")?\s*\)/.exec(
      text,
    );
  const address = m && webAddress(m[2]);
  return address
    ? [m[0], link(address, inline(m[1], { ...names, inLink: true }, depth + 1))]
    : null;
}

function bare(text, names) {
  const m = /^https?:\/\/[^\s<>|*]+[^\s<>|*.,:;"'\])!?]/.exec(text);
  const address = m && webAddress(m[0]);
  return address ? [m[0], link(address, [face(m[0], names)])] : null;
}

/** Code between two equally long runs of backticks; a run without its twin is plain text. */
function code(text) {
  const ticks = /^`+/.exec(text)[0];
  for (let at = ticks.length; (at = text.indexOf(ticks, at)) >= 0;) {
    const run = /^`+/.exec(text.slice(at))[0].length;
    if (run === ticks.length) {
      const body = text.slice(ticks.length, at);
      return [text.slice(0, at + run), el("code", {}, ticks.length > 1 ? body.trim() : body)];
    }
    at += run;
  }
  return [ticks, ticks];
}

/** One node for what stands at the head of `text`, with the text it used up; null for a letter. */
function piece(text, before, names, depth) {
  const head = text[0];
  if (head === "\\" && /^\\[^\w\s]/.test(text)) return [text.slice(0, 2), text[1]];
  if (head === "`") return code(text);
  if (head === "<") return angle(text, names);
  if (head === "[") return masked(text, names, depth);
  if (head === "h" && !names.inLink && !/\w/.test(before)) return bare(text, names);
  if (head === "@" && names.everyone) {
    const m = /^@(everyone|here)\b/.exec(text);
    if (m) return [m[0], el("span", { class: "mention" }, m[0])];
  }
  if (head === "\n") return ["\n", el("br")];
  if (depth >= DEEPEST) return null;
  for (const { mark, tags, spoiler: hides, word } of WRAPS) {
    if (!text.startsWith(mark) || (word && /\w/.test(before))) continue;
    if (mark === "*" && /^\*\s/.test(text)) continue;
    const end = closing(text, mark, mark.length, word);
    if (end < 0) continue;
    const children = inline(text.slice(mark.length, end), names, depth + 1);
    const used = text.slice(0, end + mark.length);
    if (hides) return [used, spoiler(children)];
    return [used, tags.reduceRight((inner, tag) => [el(tag, {}, inner)], children)[0]];
  }
  return null;
}

/** Nodes and strings for text without blocks. */
export function inline(text, names, depth = 0) {
  const out = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const found = piece(text.slice(at), text[at - 1] ?? "", names, depth);
    if (!found) {
      plain += text[at];
      at += 1;
    } else if (typeof found[1] === "string") {
      plain += found[1];
      at += found[0].length;
    } else {
      if (plain) out.push(plain);
      plain = "";
      out.push(found[1]);
      at += found[0].length;
    }
  }
  if (plain) out.push(plain);
  return out;
}

const ITEM = /^( *)([-*]|\d{1,4}\.) +(.+)$/;

/** A list beginning at `lines[at]`; gives [node, lines used]. Deeper indents nest. */
function list(lines, at, names, depth) {
  const [, indent, mark] = ITEM.exec(lines[at]);
  const ordered = /\d/.test(mark);
  const node = el(ordered ? "ol" : "ul", { start: ordered ? Number.parseInt(mark, 10) : null });
  let i = at;
  while (i < lines.length) {
    const m = ITEM.exec(lines[i]);
    if (!m || m[1].length < indent.length) break;
    if (m[1].length > indent.length + 1 && node.lastChild && depth < DEEPEST) {
      const [inner, used] = list(lines, i, names, depth + 1);
      node.lastChild.append(inner);
      i += used;
    } else {
      if (/\d/.test(m[2]) !== ordered) break;
      node.append(el("li", {}, inline(m[3], names)));
      i += 1;
    }
  }
  return [node, i - at];
}

function fence(text) {
  const m = /^```(?:([\w+#.-]{1,30})\n)?\n?([\s\S]*?)\n?```/.exec(text);
  if (!m || !m[2]) return null;
  return [m[0], el("pre", {}, el("code", { data: { language: m[1] ?? null } }, m[2]))];
}

/** Blocks of text without code fences. */
function paragraphs(text, names, depth) {
  const lines = text.split("\n");
  const out = [];
  let open = [];
  const close = () => {
    while (open.length && !open.at(-1).trim()) open.pop();
    if (open.length) out.push(el("p", {}, inline(open.join("\n"), names)));
    open = [];
  };
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i];
    let m;
    if ((m = /^(#{1,3}) +(.+)$/.exec(line))) {
      close();
      // The page has its own headings above: a message begins at level three.
      out.push(el(`h${m[1].length + 2}`, { class: `size-${m[1].length}` }, inline(m[2], names)));
    } else if ((m = /^-# +(.+)$/.exec(line))) {
      close();
      out.push(el("p", { class: "small" }, inline(m[1], names)));
    } else if (/^>>> /.test(line) && depth < DEEPEST) {
      close();
      const rest = [line.slice(4), ...lines.slice(i + 1)].join("\n");
      out.push(el("blockquote", {}, blocks(rest, names, depth + 1)));
      break;
    } else if (/^> /.test(line) && depth < DEEPEST) {
      close();
      const quoted = [];
      for (; i < lines.length && /^> /.test(lines[i]); i += 1) quoted.push(lines[i].slice(2));
      i -= 1;
      out.push(el("blockquote", {}, blocks(quoted.join("\n"), names, depth + 1)));
    } else if (ITEM.test(line)) {
      close();
      const [node, used] = list(lines, i, names, depth);
      i += used - 1;
      out.push(node);
    } else if (open.length || line.trim()) {
      open.push(line);
    }
  }
  close();
  return out;
}

/** Block nodes for a whole text. */
export function blocks(text, names, depth = 0) {
  const out = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const found = text.startsWith("```", at) ? fence(text.slice(at)) : null;
    if (found) {
      out.push(...paragraphs(plain, names, depth), found[1]);
      plain = "";
      at += found[0].length;
    } else {
      const next = text.indexOf("```", at + 1);
      plain += text.slice(at, next < 0 ? text.length : next);
      at = next < 0 ? text.length : next;
    }
  }
  out.push(...paragraphs(plain, names, depth));
  return out;
}

/** A box with `text` set as markdown. */
export const markdown = (text, names) => el("div", { class: "text" }, blocks(String(text), names));
