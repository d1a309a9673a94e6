/** The list over a message box: commands, options, choices. The focus stays in the input. */
import { el } from "./dom.js";

let made = 0;

export class Suggestions {
  #pick;
  #items = [];
  #at = 0;
  #input = null;

  /** `pick(value)` is called with the `value` of the chosen item. */
  constructor(pick) {
    this.#pick = pick;
    this.id = `suggestions-${(made += 1)}`;
    this.title = el("p", { class: "suggest-title" });
    this.list = el("ul", { role: "listbox", id: this.id, "aria-label": "Suggestions" });
    this.box = el("div", { class: "suggest", hidden: true }, this.title, this.list);
    // The press must not take the focus out of the input; the click then chooses.
    this.box.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest("[role=option]");
      if (row) this.#choose([...this.list.children].indexOf(row));
    });
  }

  get open() {
    return !this.box.hidden && this.#items.length > 0;
  }

  /**
   * Show `items` ({label, hint?, note?, value}) for `input`; with none, only the title's words.
   * `offered` marks none of them yet: Enter is not theirs until an arrow key went to one.
   */
  show(input, title, items, offered = false) {
    if (this.#input && this.#input !== input) this.hide();
    this.#input = input;
    this.#items = items;
    this.#at = offered ? -1 : 0;
    this.title.textContent = title;
    this.title.hidden = !title;
    this.list.replaceChildren(
      ...items.map((item, i) =>
        el(
          "li",
          { role: "option", id: `${this.id}-${i}` },
          el("b", {}, item.label, item.note ? el("i", {}, ` ${item.note}`) : null),
          item.hint ? el("span", {}, item.hint) : null,
        ),
      ),
    );
    this.list.hidden = items.length === 0;
    this.box.hidden = items.length === 0 && !title;
    input.setAttribute("aria-controls", this.id);
    input.setAttribute("aria-expanded", String(items.length > 0));
    this.#mark();
  }

  hide() {
    this.box.hidden = true;
    this.#items = [];
    this.#input?.setAttribute("aria-expanded", "false");
    this.#input?.removeAttribute("aria-activedescendant");
  }

  #mark() {
    [...this.list.children].forEach((row, i) => {
      row.setAttribute("aria-selected", String(i === this.#at));
    });
    const row = this.list.children[this.#at];
    if (!row) {
      this.#input?.removeAttribute("aria-activedescendant");
      return;
    }
    this.#input?.setAttribute("aria-activedescendant", row.id);
    row.scrollIntoView({ block: "nearest" });
  }

  #choose(index) {
    const item = this.#items[index];
    if (item) this.#pick(item.value);
  }

  /** Take a key of the input; gives whether it was used here. */
  key(event) {
    if (!this.open) {
      if (event.key !== "Escape" || this.box.hidden) return false;
      this.hide();
      event.preventDefault();
      return true;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const from = this.#at < 0 && step < 0 ? 0 : this.#at;
      this.#at = (from + step + this.#items.length) % this.#items.length;
      this.#mark();
    } else if (["Enter", "Tab"].includes(event.key) && !event.shiftKey && this.#at >= 0) {
      this.#choose(this.#at);
    } else if (event.key === "Escape") {
      this.hide();
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }
}
