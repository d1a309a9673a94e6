/**
 * Message components as elements: Components V2 and the older rows.
 *
 * Nothing here listens: what can be pressed carries data-act and data-id, and the log it hangs in
 * handles the click, so that a message can be patched in place.
 */
import { el, cssColor, localAddress, placeOf, webAddress } from "./dom.js";
import { markdown } from "./markdown.js";

export const ROW = 1;
export const BUTTON = 2;
export const STRING_SELECT = 3;
export const TEXT_INPUT = 4;
export const USER_SELECT = 5;
export const ROLE_SELECT = 6;
const MENTIONABLE_SELECT = 7;
export const CHANNEL_SELECT = 8;
const SECTION = 9;
export const TEXT = 10;
const THUMBNAIL = 11;
const GALLERY = 12;
const FILE = 13;
const SEPARATOR = 14;
const CONTAINER = 17;
export const LABEL = 18;
export const RADIO_GROUP = 21;
export const CHECKBOX_GROUP = 22;
export const CHECKBOX = 23;

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary" };
const KEYCAP = /^([0-9#*])\uFE0F?\u20E3$/;

/** An emoji object; a keycap becomes the paper key that a played card also wears. */
export function emoji(given) {
  if (!given) return null;
  if (given.id) return el("span", { class: "emoji" }, `:${given.name}:`);
  const key = KEYCAP.exec(given.name ?? "");
  if (key) return el("kbd", {}, key[1]);
  return el("span", { class: "emoji", "aria-hidden": "true" }, given.name ?? "");
}

/** Every component of a message, however deep, one after another. */
export function* every(components) {
  for (const part of components ?? []) {
    yield part;
    yield* every(part.components);
    if (part.accessory) yield part.accessory;
    if (part.component) yield* every([part.component]);
  }
}

function button(part, context) {
  const face = [emoji(part.emoji), part.label ? el("span", {}, part.label) : null];
  const style = `btn ${STYLES[part.style] ?? "secondary"}`;
  const name = part.label ? null : part.emoji?.name;
  if (part.style === 5) {
    const address = webAddress(part.url);
    const goal = placeOf(part.url);
    if (goal && !part.disabled) {
      const props = {
        type: "button",
        role: "link",
        class: `${style} link`,
        "aria-label": name,
        data: { act: "jump", channel: goal.channel, goal: goal.message, key: `j:${part.url}` },
      };
      return el("button", props, face, el("span", { class: "away", "aria-hidden": "true" }, "↗"));
    }
    if (address && !part.disabled) {
      const props = {
        class: `${style} link`,
        href: address,
        target: "_blank",
        rel: "noopener noreferrer",
        "aria-label": name,
      };
      return el("a", props, face, el("span", { class: "away", "aria-hidden": "true" }, "↗"));
    }
    return el("button", { class: style, type: "button", disabled: true }, face);
  }
  const waiting = context.waiting?.has(part.custom_id);
  return el(
    "button",
    {
      class: style,
      type: "button",
      disabled: part.disabled,
      "aria-label": name,
      "aria-busy": waiting ? "true" : null,
      "aria-disabled": context.waiting?.size ? "true" : null,
      data: { act: "press", id: part.custom_id, key: `b:${part.custom_id}` },
    },
    face,
  );
}

/** The options of a select of any kind, as {value, label, description?, emoji?, default?}. */
export function optionsOf(part, context) {
  if (part.type === USER_SELECT) {
    return context.users().map((user) => ({ value: user.id, label: user.name }));
  }
  if (part.type === ROLE_SELECT) {
    return context.roles().map((role) => ({ value: role.id, label: `@${role.name}` }));
  }
  if (part.type === CHANNEL_SELECT) {
    const open = context.channels().filter((channel) => channel.type !== "dm");
    return open.map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
  }
  return part.options ?? [];
}

/** The values a select starts with. */
export function defaultsOf(part) {
  const preset = (part.default_values ?? []).map((value) => value.id);
  const marked = (part.options ?? []).filter((option) => option.default);
  return preset.length ? preset : marked.map((option) => option.value);
}

function select(part, context) {
  const options = optionsOf(part, context);
  const values = context.chosen?.get(part.custom_id) ?? defaultsOf(part);
  const labels = options.filter((o) => values.includes(o.value)).map((o) => o.label);
  const waiting = context.waiting?.has(part.custom_id);
  const words = labels.length ? labels.join(", ") : part.placeholder || "Make a selection";
  return el(
    "button",
    {
      class: labels.length ? "select chosen" : "select",
      type: "button",
      disabled: part.disabled,
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-busy": waiting ? "true" : null,
      "aria-disabled": context.waiting?.size ? "true" : null,
      data: { act: "select", id: part.custom_id, key: `s:${part.custom_id}` },
    },
    el("span", { class: "select-words" }, words),
    el("span", { class: "caret", "aria-hidden": "true" }, "▾"),
  );
}

/** The attachment an address points at, and the address itself once it is known to be ours. */
function located(media, context) {
  const name = /^attachment:\/\/(.+)$/.exec(media?.url ?? "")?.[1];
  const file = context.attachments.find(
    (one) => one.filename === name || one.url === media?.url || one.id === media?.attachment_id,
  );
  return { file, address: localAddress(name ? (file?.url ?? "") : (media?.url ?? "")) };
}

/**
 * A picture that opens full size, with a badge that shows its alt text. `media` is
 * {url, width?, height?, description?}; one from elsewhere is only linked, never fetched.
 */
export function picture(media, context, kind = "") {
  const { file, address } = located(media, context);
  const alt = media.description || file?.description || "";
  if (!address) {
    const away = webAddress(media.url);
    if (!away) return el("p", { class: "small" }, `Picture missing${alt ? `: ${alt}` : "."}`);
    return el(
      "a",
      { href: away, target: "_blank", rel: "noopener noreferrer" },
      alt || "Picture on another site",
    );
  }
  const width = media.width || file?.width || null;
  const height = media.height || file?.height || null;
  const image = el("img", {
    data: { src: address },
    alt,
    width,
    height,
    decoding: "async",
    draggable: "false",
  });
  const open = el(
    "button",
    {
      type: "button",
      class: "picture-open",
      "aria-label": `Open picture${alt ? `: ${alt}` : ""}`,
      data: { act: "picture" },
    },
    image,
  );
  const frame = el("div", { class: "picture-frame" }, open);
  const box = el("div", { class: `picture ${kind}` }, frame);
  if (alt) {
    const badge = {
      type: "button",
      class: "alt-badge",
      "aria-expanded": "false",
      "aria-label": "ALT: text of the picture",
      data: { act: "alt" },
    };
    frame.append(el("button", badge, "ALT"));
    box.append(el("p", { class: "alt-words", "aria-hidden": "true" }, alt));
  }
  return media.spoiler ? hidden(box) : box;
}

function hidden(content) {
  const props = {
    class: "spoiler block",
    role: "button",
    tabindex: "0",
    "aria-label": "Hidden content",
    "aria-expanded": "false",
    data: { act: "spoiler" },
  };
  return el("div", props, el("div", { class: "spoiler-text" }, content));
}

const SIZES = ["bytes", "KB", "MB"];
function size(bytes) {
  if (!Number.isFinite(bytes)) return "";
  let step = 0;
  let left = bytes;
  while (left >= 1000 && step < SIZES.length - 1) {
    left /= 1000;
    step += 1;
  }
  return `${step ? left.toFixed(1) : left} ${SIZES[step]}`;
}

/** A file to take away. */
export function file(media, context) {
  const { file: known, address } = located(media, context);
  const name = media.name || known?.filename || media.filename || "file";
  const body = [
    el("span", { class: "file-sign", "aria-hidden": "true" }, "≣"),
    el("span", { class: "file-name" }, name),
    el("span", { class: "small" }, size(media.size ?? known?.size)),
  ];
  if (!address) return el("p", { class: "file" }, body);
  return el("a", { class: "file", href: address, download: name }, body);
}

const drawers = {
  [ROW]: (part, context) => el("div", { class: "row" }, drawAll(part.components, context)),
  [BUTTON]: button,
  [STRING_SELECT]: select,
  [USER_SELECT]: select,
  [CHANNEL_SELECT]: select,
  [ROLE_SELECT]: select,
  [MENTIONABLE_SELECT]: () =>
    el("p", { class: "small" }, "This page cannot show people and roles in one list."),
  [TEXT]: (part, context) => markdown(part.content ?? "", context.names),
  [THUMBNAIL]: (part, context) =>
    picture(
      { ...part.media, description: part.description, spoiler: part.spoiler },
      context,
      "thumb",
    ),
  [SECTION]: (part, context) =>
    el(
      "div",
      { class: "section" },
      el("div", { class: "section-text" }, drawAll(part.components, context)),
      part.accessory ? draw(part.accessory, context) : null,
    ),
  [GALLERY](part, context) {
    const items = (part.items ?? []).map((item) =>
      picture({ ...item.media, description: item.description, spoiler: item.spoiler }, context),
    );
    return el("div", { class: `gallery of-${Math.min(items.length, 5)}` }, items);
  },
  [FILE]: (part, context) => {
    const shown = file({ ...part.file, name: part.name, size: part.size }, context);
    return part.spoiler ? hidden(shown) : shown;
  },
  [SEPARATOR]: (part) =>
    el(part.divider === false ? "div" : "hr", { class: part.spacing === 2 ? "gap large" : "gap" }),
  [CONTAINER](part, context) {
    const box = el("div", { class: "card" }, drawAll(part.components, context));
    const accent = cssColor(part.accent_color);
    if (accent) box.style.setProperty("--accent", accent);
    return part.spoiler ? hidden(box) : box;
  },
};

function draw(part, context) {
  const drawer = drawers[part.type];
  return drawer
    ? drawer(part, context)
    : el("p", { class: "small" }, `This page cannot show a component of type ${part.type}.`);
}

/**
 * Elements for a list of components. `context` is {names, attachments, users, channels, waiting,
 * chosen}: `waiting` the custom ids sent and not answered, `chosen` the values of those selects.
 */
export const drawAll = (components, context) =>
  (components ?? []).map((part) => draw(part, context));
