/** Building and patching of elements. Data only ever becomes text nodes or attributes. */

const SVG = "http://www.w3.org/2000/svg";

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (name === "data") {
      for (const [key, entry] of Object.entries(value)) {
        if (entry !== null && entry !== undefined) node.dataset[key] = entry;
      }
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

/** An element; `props` are attributes, plus `on` (listeners) and `data` (data-* attributes). */
export function el(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An SVG element. */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Attributes that record what the reader opened; an update from the bot leaves them alone. */
const READER_OWNED = new Set(["data-open", "aria-expanded", "data-pressed"]);
/** Attributes of a picture that only pictures.js sets. */
const PICTURE_OWNED = new Set(["src", "data-asked"]);

function patchAttributes(live, fresh) {
  for (const { name } of [...live.attributes]) {
    if (name === "style" || READER_OWNED.has(name) || fresh.hasAttribute(name)) continue;
    if (live.nodeName === "IMG" && PICTURE_OWNED.has(name)) continue;
    live.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name === "style" || (READER_OWNED.has(name) && live.hasAttribute(name))) continue;
    if (live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  // The policy of the page forbids style attributes; the style object is allowed.
  if (live.style && live.style.cssText !== fresh.style.cssText) {
    live.style.cssText = fresh.style.cssText;
  }
}

const keyOf = (node) =>
  node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") : null;

function patchChildren(live, fresh) {
  const keyed = new Map();
  for (const child of live.childNodes) {
    if (keyOf(child) !== null) keyed.set(keyOf(child), child);
  }
  let cursor = live.firstChild;
  for (const next of [...fresh.childNodes]) {
    const key = keyOf(next);
    let match = null;
    if (key === null) {
      for (let at = cursor; at; at = at.nextSibling) {
        if (keyOf(at) === null && at.nodeName === next.nodeName) {
          match = at;
          break;
        }
      }
    } else {
      match = keyed.get(key) ?? null;
      keyed.delete(key);
      if (match && match.nodeName !== next.nodeName) match = null;
    }
    if (!match) {
      live.insertBefore(next, cursor);
    } else {
      if (match === cursor) cursor = cursor.nextSibling;
      else live.insertBefore(match, cursor);
      patch(match, next);
    }
  }
  while (cursor) {
    const gone = cursor;
    cursor = cursor.nextSibling;
    gone.remove();
  }
}

/**
 * Make `live` look like `fresh` while keeping every element that stayed, and with it focus,
 * scroll and decoded pictures. Both must have the same tag. Listeners are not carried over:
 * patched trees use delegated ones.
 */
export function patch(live, fresh) {
  if (live.nodeType !== Node.ELEMENT_NODE) {
    if (live.nodeValue !== fresh.nodeValue) live.nodeValue = fresh.nodeValue;
    return;
  }
  patchAttributes(live, fresh);
  patchChildren(live, fresh);
}

/** Children of `fresh` into `host`, which keeps its own attributes. What is under a finger stays the
 * same element: else its click would be lost. */
export function patchList(host, fresh) {
  const wrap = host.cloneNode(false);
  wrap.append(...fresh.childNodes);
  patch(host, wrap);
}

/** Milliseconds since 1970 at which a Discord id was made. */
export const madeAt = (id) => Number(BigInt(id) >> 22n) + 1420070400000;

/** Order of two Discord ids by age. */
export function byAge(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** The same-origin address of a picture or file of the local server, or "" for anything else. */
export function localAddress(address) {
  let url;
  try {
    url = new URL(address, location.href);
  } catch {
    return "";
  }
  const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  const here = url.origin === location.origin || (loopback && url.port === location.port);
  return here && url.protocol === location.protocol ? url.pathname + url.search : "";
}

/** `address` when it is a web address a reader may follow, else "". */
export function webAddress(address) {
  try {
    const url = new URL(address, location.href);
    return ["http:", "https:"].includes(url.protocol) ? url.href : "";
  } catch {
    return "";
  }
}

const DISCORD = new Set(["discord.com", "ptb.discord.com", "canary.discord.com", "discordapp.com"]);

/** The {channel, message} that a link to a place on Discord names, or null for another link. */
export function placeOf(address) {
  let url;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (!DISCORD.has(url.hostname)) return null;
  const m = /^\/channels\/(?:@me|\d{1,20})\/(\d{1,20})(?:\/(\d{1,20}))?\/?$/.exec(url.pathname);
  return m && { channel: m[1], message: m[2] ?? "" };
}

/** "0xE69F00" style integers and "#E69F00" strings, as a CSS colour; "" when there is none. */
export function cssColor(color) {
  if (Number.isInteger(color) && color >= 0 && color <= 0xffffff) {
    return `#${color.toString(16).padStart(6, "0")}`;
  }
  return /^#[0-9a-f]{6}$/i.test(color ?? "") ? color : "";
}
