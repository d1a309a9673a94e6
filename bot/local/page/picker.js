/** The list that drops from a select: one or several values, by pointer or keyboard. */
import { el } from "./dom.js";
import { emoji } from "./components.js";

let open = null;
let made = 0;

function place({ anchor, box }) {
  const at = anchor.getBoundingClientRect();
  const width = Math.min(Math.max(at.width, 240), innerWidth - 16);
  const below = innerHeight - at.bottom - 12;
  const above = at.top - 12;
  const up = below < 240 && above > below;
  box.style.width = `${width}px`;
  box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  box.style.top = up ? "" : `${at.bottom + 4}px`;
  box.style.bottom = up ? `${innerHeight - at.top + 4}px` : "";
  box.style.maxHeight = `${Math.max(120, Math.min(up ? above : below, 420))}px`;
}

const full = (picker) => picker.max > 1 && picker.values.size >= picker.max;

function mark(picker) {
  const { rows, list, values } = picker;
  rows.forEach((row, i) => {
    const on = values.has(picker.options[i].value);
    row.setAttribute("aria-selected", String(on));
    row.toggleAttribute("data-full", full(picker) && !on);
    row.classList.toggle("active", i === picker.active);
  });
  const active = rows[picker.active];
  if (active) list.setAttribute("aria-activedescendant", active.id);
  active?.scrollIntoView({ block: "nearest" });
  if (picker.done) {
    const few = values.size < picker.min;
    picker.done.disabled = few;
    picker.tally.textContent = `${values.size} chosen, ${range(picker)}`;
  }
}

function range({ min, max }) {
  if (min === max) return `choose ${max}`;
  return min === 0 ? `up to ${max}` : `${min} to ${max}`;
}

function finish(picker) {
  const values = picker.options.map((o) => o.value).filter((value) => picker.values.has(value));
  if (values.length < picker.min) return;
  closePicker();
  picker.choose(values);
}

function toggle(picker, index) {
  const option = picker.options[index];
  if (!option) return;
  picker.active = index;
  if (picker.max === 1) {
    const same = picker.values.has(option.value);
    picker.values = new Set(same && picker.min === 0 ? [] : [option.value]);
    finish(picker);
    return;
  }
  if (!picker.values.delete(option.value) && !full(picker)) picker.values.add(option.value);
  mark(picker);
}

function typed(picker, letter) {
  const from = picker.active + 1;
  const order = [...picker.options.slice(from), ...picker.options.slice(0, from)];
  const hit = order.find((o) => o.label.toLowerCase().startsWith(letter.toLowerCase()));
  if (hit) picker.active = picker.options.indexOf(hit);
  mark(picker);
}

function keys(picker, event) {
  const last = picker.options.length - 1;
  const moves = {
    ArrowDown: () => Math.min(picker.active + 1, last),
    ArrowUp: () => Math.max(picker.active - 1, 0),
    Home: () => 0,
    End: () => last,
  };
  const onList = event.target === picker.list;
  if (event.key === "Escape") {
    closePicker();
  } else if (onList && moves[event.key]) {
    picker.active = moves[event.key]();
    mark(picker);
  } else if (onList && (event.key === "Enter" || event.key === " ")) {
    if (event.key === "Enter" && event.ctrlKey && picker.done) finish(picker);
    else toggle(picker, picker.active);
  } else if (
    onList &&
    event.key.length === 1 &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey
  ) {
    typed(picker, event.key);
  } else {
    if (event.key === "Tab" && !picker.done) closePicker();
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

function drawRows(picker) {
  picker.rows = picker.options.map((option, i) =>
    el(
      "li",
      {
        role: "option",
        id: `${picker.id}-${i}`,
        "aria-selected": "false",
        data: { value: option.value },
      },
      el("span", { class: "tick", "aria-hidden": "true" }),
      emoji(option.emoji),
      el(
        "span",
        { class: "pick-label" },
        option.label,
        option.description ? el("small", {}, option.description) : null,
      ),
    ),
  );
  picker.list.replaceChildren(...picker.rows);
}

/**
 * Drop a list from the button `anchor`. `part` is {options, min, max, values, label, plain?};
 * a plain list offers deeds, not states, and so has no ticks.
 * `choose(values)` is called once, unless the reader turns away.
 */
export function openPicker(anchor, part, choose) {
  closePicker(false);
  const id = `picker-${(made += 1)}`;
  const several = part.max > 1;
  const list = el("ul", {
    role: "listbox",
    tabindex: "0",
    "aria-label": part.label,
    "aria-multiselectable": several ? "true" : null,
  });
  const picker = { ...part, id, anchor, list, choose, rows: [], values: new Set(part.values) };
  picker.box = el("div", { class: part.plain ? "picker plain" : "picker" }, list);
  if (several) {
    picker.tally = el("span", { class: "small", role: "status" });
    picker.done = el(
      "button",
      { type: "button", class: "btn primary", on: { click: () => finish(picker) } },
      el("span", {}, "Confirm"),
    );
    picker.box.append(el("div", { class: "picker-foot" }, picker.tally, picker.done));
  }
  picker.active = Math.max(
    0,
    part.options.findIndex((o) => picker.values.has(o.value)),
  );
  drawRows(picker);
  list.addEventListener("click", (event) => {
    const row = event.target.closest("[role=option]");
    if (row) toggle(picker, picker.rows.indexOf(row));
  });
  picker.box.addEventListener("keydown", (event) => keys(picker, event));
  // A modal makes everything outside it inert, so its lists must hang inside it.
  (anchor.closest("dialog") ?? document.body).append(picker.box);
  open = picker;
  place(picker);
  mark(picker);
  anchor.setAttribute("aria-expanded", "true");
  list.focus();
}

/** Close the list; `back` returns the focus to its button. */
export function closePicker(back = true) {
  if (!open) return;
  const { anchor, box } = open;
  open = null;
  box.remove();
  anchor.setAttribute("aria-expanded", "false");
  if (back && anchor.isConnected) anchor.focus();
}

/** Whether the open list dropped from something inside `node`; gives its button or null. */
export const pickerWithin = (node) => (open && node.contains(open.anchor) ? open.anchor : null);

/** After its message changed: keep the list open with the new options, or close it. */
export function refreshPicker(part) {
  if (!open) return;
  if (!part || !open.anchor.isConnected || open.anchor.disabled) {
    closePicker(open.anchor.isConnected);
    return;
  }
  open.anchor.setAttribute("aria-expanded", "true");
  if (JSON.stringify(open.options) === JSON.stringify(part.options) && open.max === part.max)
    return;
  const kept = part.options.filter((o) => open.values.has(o.value)).map((o) => o.value);
  Object.assign(open, {
    options: part.options,
    min: part.min,
    max: part.max,
    values: new Set(kept),
  });
  open.active = Math.min(open.active, part.options.length - 1);
  drawRows(open);
  mark(open);
}

addEventListener("pointerdown", (event) => {
  if (open && !open.box.contains(event.target) && !open.anchor.contains(event.target))
    closePicker(false);
});
addEventListener("resize", () => open && place(open));
addEventListener(
  "scroll",
  (event) => {
    if (open && !open.box.contains(event.target)) place(open);
  },
  true,
);
