/** Modals: a form over the page, made from the components the bot sent. */
import { el } from "./dom.js";
import {
  CHANNEL_SELECT,
  CHECKBOX,
  CHECKBOX_GROUP,
  LABEL,
  RADIO_GROUP,
  ROW,
  STRING_SELECT,
  TEXT,
  TEXT_INPUT,
  USER_SELECT,
  defaultsOf,
  optionsOf,
} from "./components.js";
import { markdown } from "./markdown.js";
import { closePicker, openPicker } from "./picker.js";

const PARAGRAPH = 2;
let made = 0;

const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

function lengthTrouble(part, text) {
  if (!text) return part.required === false ? "" : "This is required.";
  if (text.length < (part.min_length ?? 0))
    return `At least ${plural(part.min_length, "character")}.`;
  if (text.length > (part.max_length ?? 4000))
    return `At most ${plural(part.max_length ?? 4000, "character")}.`;
  return "";
}

function countTrouble(part, count, least, most) {
  if (!count) return part.required === false || least === 0 ? "" : "This is required.";
  if (count < least) return `Choose at least ${least}.`;
  return count > most ? `Choose at most ${most}.` : "";
}

/** Each maker gives {node, focus, value(), trouble()}; `id` is what the label points at. */
function textInput(part, id) {
  const long = part.style === PARAGRAPH;
  const node = el(long ? "textarea" : "input", {
    id,
    type: long ? null : "text",
    rows: long ? "4" : null,
    placeholder: part.placeholder,
    maxlength: part.max_length ?? 4000,
    autocomplete: "off",
  });
  node.value = part.value ?? "";
  return {
    node,
    focus: node,
    value: () => node.value,
    trouble: () => lengthTrouble(part, node.value.trim()),
  };
}

function select(part, id, context) {
  const options = optionsOf(part, context);
  const max = Math.min(part.max_values ?? 1, Math.max(1, options.length));
  const min = part.required === false ? 0 : (part.min_values ?? 1);
  let values = defaultsOf(part);
  const words = el("span", { class: "select-words" });
  const caret = el("span", { class: "caret", "aria-hidden": "true" }, "▾");
  const node = el(
    "button",
    {
      type: "button",
      class: "select",
      id,
      disabled: part.disabled,
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
    },
    words,
    caret,
  );
  const show = () => {
    const labels = options.filter((o) => values.includes(o.value)).map((o) => o.label);
    words.textContent = labels.length ? labels.join(", ") : part.placeholder || "Make a selection";
    node.classList.toggle("chosen", labels.length > 0);
  };
  show();
  node.addEventListener("click", () => {
    openPicker(
      node,
      { options, min, max, values, label: part.placeholder || "Make a selection" },
      (chosen) => {
        values = chosen;
        show();
      },
    );
  });
  return {
    node,
    focus: node,
    value: () => values,
    trouble: () => countTrouble(part, values.length, min, max),
  };
}

function group(part, id, kind) {
  const inputs = (part.options ?? []).map((option, i) =>
    el("input", {
      type: kind,
      name: id,
      id: `${id}-${i}`,
      value: option.value,
      checked: option.default,
    }),
  );
  const rows = inputs.map((input, i) => {
    const { label, description } = part.options[i];
    return el(
      "label",
      { class: "choice" },
      input,
      el("span", {}, label, description ? el("small", {}, description) : null),
    );
  });
  const node = el(
    "div",
    {
      class: "choices",
      role: kind === "radio" ? "radiogroup" : "group",
      "aria-labelledby": `${id}-label`,
    },
    rows,
  );
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  const least = part.required === false ? 0 : (part.min_values ?? 1);
  const most = kind === "radio" ? 1 : (part.max_values ?? inputs.length);
  return {
    node,
    focus: inputs[0],
    value: () => (kind === "radio" ? (chosen()[0] ?? null) : chosen()),
    trouble: () => countTrouble(part, chosen().length, least, most),
  };
}

function checkbox(part, id) {
  const node = el("input", { type: "checkbox", id, checked: part.default });
  return { node, focus: node, value: () => node.checked, trouble: () => "" };
}

const makers = {
  [TEXT_INPUT]: textInput,
  [STRING_SELECT]: select,
  [USER_SELECT]: select,
  [CHANNEL_SELECT]: select,
  [RADIO_GROUP]: (part, id) => group(part, id, "radio"),
  [CHECKBOX_GROUP]: (part, id) => group(part, id, "checkbox"),
  [CHECKBOX]: checkbox,
};

/** One question of the form: its label, its help, the field and room for what is wrong. */
function question(label, help, part, context) {
  const id = `field-${(made += 1)}`;
  const maker = makers[part?.type];
  if (!maker)
    return {
      node: el(
        "p",
        { class: "small" },
        `This page cannot fill in a component of type ${part?.type}.`,
      ),
    };
  const field = maker(part, id, context);
  const grouped = [RADIO_GROUP, CHECKBOX_GROUP].includes(part.type);
  const needed = part.required !== false && part.type !== CHECKBOX;
  const wrong = el("p", { class: "trouble", id: `${id}-wrong`, hidden: true });
  const hint = help ? el("p", { class: "help", id: `${id}-help` }, help) : null;
  if (!grouped)
    field.focus.setAttribute(
      "aria-describedby",
      [hint && `${id}-help`, `${id}-wrong`].filter(Boolean).join(" "),
    );
  const star = needed ? el("span", { class: "star", "aria-hidden": "true" }, " *") : null;
  const name = el(
    grouped ? "span" : "label",
    { for: grouped ? null : id, id: `${id}-label`, class: "label" },
    label,
    star,
  );
  if (needed && !grouped) field.focus.setAttribute("aria-required", "true");
  const check = () => {
    const sentence = field.trouble();
    wrong.textContent = sentence;
    wrong.hidden = !sentence;
    field.focus?.toggleAttribute("aria-invalid", Boolean(sentence));
    return !sentence;
  };
  return {
    customId: part.custom_id,
    field,
    check,
    node: el("div", { class: `question kind-${part.type}` }, name, hint, field.node, wrong),
  };
}

function questions(components, context) {
  const made_ = [];
  for (const part of components ?? []) {
    if (part.type === LABEL)
      made_.push(question(part.label, part.description, part.component, context));
    else if (part.type === ROW)
      made_.push(...part.components.map((one) => question(one.label, "", one, context)));
    else if (part.type === TEXT) made_.push({ node: markdown(part.content ?? "", context.names) });
    else made_.push(question(part.label ?? "", "", part, context));
  }
  return made_;
}

let current = null;

/** Close the open modal, if it is the one of this interaction or none is named. */
export function closeModal(interaction) {
  if (current && (!interaction || current.interaction === interaction)) current.dialog.close();
}

/**
 * Open the form of a modal ({interaction, title, custom_id, components}). `submit(values)` sends
 * it and gives {ok, error?}; the form stays, with what was typed, until that went well.
 */
export function openModal(modal, context, submit) {
  closeModal();
  const asked = questions(modal.components, context);
  const fields = asked.filter((one) => one.field);
  const trouble = el("p", { class: "trouble", role: "alert", hidden: true });
  const send = el("button", { type: "submit", class: "btn primary" }, el("span", {}, "Submit"));
  const cancel = el("button", { type: "button", class: "btn secondary" }, el("span", {}, "Cancel"));
  const form = el(
    "form",
    { novalidate: true },
    el(
      "div",
      { class: "modal-body" },
      asked.map((one) => one.node),
      trouble,
    ),
    el("div", { class: "modal-foot" }, cancel, send),
  );
  const close = el("button", { type: "button", class: "close", "aria-label": "Close" }, "✕");
  const head = el(
    "div",
    { class: "modal-head" },
    el("h2", { id: "modal-title" }, modal.title),
    close,
  );
  const dialog = el("dialog", { class: "modal", "aria-labelledby": "modal-title" }, head, form);
  current = { dialog, interaction: modal.interaction };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.getAttribute("aria-busy") === "true") return;
    const wrong = fields.filter((one) => !one.check());
    if (wrong.length) {
      wrong[0].field.focus?.focus();
      return;
    }
    send.setAttribute("aria-busy", "true");
    const values = Object.fromEntries(fields.map((one) => [one.customId, one.field.value()]));
    const answer = await submit(values);
    send.removeAttribute("aria-busy");
    trouble.textContent = answer.ok ? "" : (answer.error ?? "Something went wrong. Try again.");
    trouble.hidden = answer.ok;
    if (answer.ok) dialog.close();
  });
  cancel.addEventListener("click", () => dialog.close());
  close.addEventListener("click", () => dialog.close());
  // Browsers close a dialog on Escape; an open list inside it takes that key first (picker.js).
  dialog.addEventListener("close", () => {
    closePicker(false);
    dialog.remove();
    if (current?.dialog === dialog) current = null;
  });
  const before = document.activeElement;
  document.body.append(dialog);
  dialog.showModal();
  (fields[0]?.field.focus ?? send).focus();
  dialog.addEventListener(
    "close",
    () => before?.isConnected && before.focus({ preventScroll: true }),
  );
}
