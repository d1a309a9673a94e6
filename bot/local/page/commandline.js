/** A command being filled in: its name and a pill for each option. */
import { el } from "./dom.js";
import { choicesOf, pasted, readOption } from "./commands.js";

const SETTLE = 150;
const MOST = 25;

export class CommandLine {
  #room;
  #suggestions;
  #fields = new Map();
  #asked = 0;
  #loading = false;
  #timer = 0;

  /**
   * `room` is {people(), channels(), complete(name, option, value, options), leave(text),
   * run(name, options), trouble(sentence)}; `typed` is text that stood behind the name.
   */
  constructor(leaf, typed, suggestions, room) {
    this.leaf = leaf;
    this.#room = room;
    this.#suggestions = suggestions;
    this.pills = el("span", { class: "pills" });
    this.more = el("span", { class: "more" });
    this.box = el(
      "div",
      { class: "command", role: "group", "aria-label": `Command ${leaf.name}` },
      el("b", { class: "command-name" }, `/${leaf.name}`),
      this.pills,
      this.more,
    );
    const given = pasted(leaf, typed);
    for (const option of leaf.options) {
      if (option.required || given[option.name]) this.#add(option, given[option.name] ?? "");
    }
    this.box.addEventListener("keydown", (event) => this.#keys(event));
    // A command without pills still needs somewhere for the keyboard to be, to send it by Enter.
    this.box.tabIndex = -1;
    this.#offer();
  }

  #choices(option) {
    return choicesOf(option, this.#room.people(), this.#room.channels());
  }

  #add(option, text) {
    const id = `option-${option.name}-${Math.random().toString(36).slice(2, 8)}`;
    const input = el("input", {
      id,
      type: "text",
      role: "combobox",
      autocomplete: "off",
      spellcheck: "false",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-required": option.required ? "true" : null,
      inputmode: option.type === 4 ? "numeric" : option.type === 10 ? "decimal" : null,
    });
    const field = { option, input, chosen: null };
    const choices = this.#choices(option);
    const preset = choices?.find((one) => String(one.value).toLowerCase() === text.toLowerCase());
    input.value = preset?.name ?? text;
    field.pill = el("span", { class: "pill" }, el("label", { for: id }, option.name), input);
    input.addEventListener("input", () => {
      if (this.#named(field)) return;
      field.chosen = null;
      this.#fit(field);
      this.#clear(field);
      this.#suggest(field);
    });
    input.addEventListener("focus", () => this.#suggest(field));
    input.addEventListener("blur", () => this.#suggestions.hide());
    this.#fields.set(option.name, field);
    this.pills.append(field.pill);
    this.#fit(field);
    return field;
  }

  #fit({ input }) {
    input.size = Math.min(Math.max(input.value.length + 1, 5), 80);
    input.title = input.value;
  }

  #clear(field) {
    field.pill.classList.remove("wrong");
    field.input.removeAttribute("aria-invalid");
    this.#room.trouble("");
  }

  /** Buttons for the options that may still be given. */
  #offer() {
    const left = this.leaf.options.filter((option) => !this.#fields.has(option.name));
    this.more.replaceChildren(
      ...left.map((option) =>
        el(
          "button",
          {
            type: "button",
            class: "add-option",
            title: option.description,
            "aria-label": `Add option ${option.name}: ${option.description}`,
            on: {
              click: () => {
                const field = this.#add(option, "");
                this.#offer();
                field.input.focus();
              },
            },
          },
          `+ ${option.name}`,
        ),
      ),
    );
  }

  /** Who types "name:" means that option: what stands before it stays, the rest goes there. */
  #named(field) {
    const { input } = field;
    const [typed, name] = /(?:^|\s)([\w-]+):$/u.exec(input.value) ?? [];
    const option = this.leaf.options.find((one) => one.name === name);
    if (!option) return false;
    input.value = input.value.slice(0, -typed.length).trim();
    this.#fit(field);
    if (!input.value && field.option !== option && !field.option.required) {
      field.pill.remove();
      this.#fields.delete(field.option.name);
    }
    const meant = this.#fields.get(name) ?? this.#add(option, "");
    this.#offer();
    if (meant === field) this.#suggest(field);
    else meant.input.focus();
    return true;
  }

  #fieldOf(input) {
    return [...this.#fields.values()].find((field) => field.input === input);
  }

  #read(field) {
    if (field.chosen) return { value: field.chosen.value };
    return readOption(field.option, field.input.value, this.#choices(field.option));
  }

  /** Show what this field can be set to. */
  #suggest(field) {
    const { option, input } = field;
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#loading = false;
    const hint = `${option.name}: ${option.description}${option.required ? "" : " (optional)"}`;
    const choices = this.#choices(option);
    if (option.autocomplete) {
      this.#suggestions.show(input, hint, []);
      const asked = this.#asked;
      this.#loading = true;
      this.#timer = setTimeout(() => this.#complete(field, hint, asked), SETTLE);
      return;
    }
    const typed = field.chosen ? "" : input.value.trim().toLowerCase();
    const fits = (choices ?? []).filter(
      (one) =>
        one.name.toLowerCase().includes(typed) || String(one.value).toLowerCase().includes(typed),
    );
    this.#list(field, choices && !fits.length ? `${hint}. No choice matches.` : hint, fits);
  }

  async #complete(field, hint, asked) {
    const options = this.#values();
    delete options[field.option.name];
    const answer = await this.#room.complete(
      this.leaf.name,
      field.option.name,
      field.input.value,
      options,
    );
    if (asked === this.#asked) this.#loading = false;
    if (asked !== this.#asked || document.activeElement !== field.input) return;
    const choices = answer.choices ?? [];
    const words =
      answer.ok === false
        ? (answer.error ?? "Loading options failed.")
        : `${hint}. No options match.`;
    this.#list(field, choices.length ? hint : words, choices);
  }

  #list(field, title, choices) {
    const items = choices
      .slice(0, MOST)
      .map((choice) => ({ label: choice.name, value: { field, choice } }));
    const settled =
      field.chosen && items.some((item) => item.value.choice.value === field.chosen.value);
    this.#suggestions.show(field.input, title, settled ? [] : items, this.#idle(field));
  }

  /** An item of the list was chosen: fill it in and go to the next field that wants a value. */
  pick({ field, choice }) {
    field.chosen = choice;
    field.input.value = choice.name;
    this.#fit(field);
    this.#clear(field);
    this.#suggestions.hide();
    this.#asked += 1;
    this.#loading = false;
    clearTimeout(this.#timer);
    const next = this.#wanting();
    if (next) next.input.focus();
    else field.input.focus();
  }

  #wanting() {
    return [...this.#fields.values()].find(
      (field) => field.option.required && !field.input.value.trim(),
    );
  }

  /** Whether Enter sends from this field: it may stay empty, and nothing else must be filled. */
  #idle(field) {
    return !field.option.required && !field.input.value.trim() && !this.#wanting();
  }

  /** Values of the fields that hold a good one. */
  #values() {
    const values = {};
    for (const [name, field] of this.#fields) {
      const { value } = this.#read(field);
      if (value !== undefined) values[name] = value;
    }
    return values;
  }

  /** Send it, or point at the first field that is not right yet. */
  submit() {
    for (const field of this.#fields.values()) {
      const { error } = this.#read(field);
      if (error) {
        field.pill.classList.add("wrong");
        field.input.setAttribute("aria-invalid", "true");
        field.input.focus();
        this.#room.trouble(`${field.option.name}: ${error}`);
        return;
      }
    }
    this.#suggestions.hide();
    this.#room.run(this.leaf.name, this.#values());
  }

  focus() {
    const first = this.#wanting() ?? [...this.#fields.values()].at(-1);
    (first?.input ?? this.box).focus();
  }

  #keys(event) {
    const field = this.#fieldOf(event.target);
    if (event.isComposing) return;
    if (field) {
      const taken = event.key === "Enter" && field.chosen;
      const passing = event.key === "Tab" && !field.option.required && !field.input.value.trim();
      if (!taken && !passing && this.#suggestions.key(event)) return;
      // The bot is still being asked what fits: a hasty Enter must not send half a word.
      if (event.key === "Enter" && this.#loading && !field.chosen && !this.#idle(field)) {
        event.preventDefault();
        return;
      }
    }
    if (event.key === "Enter" && !event.target.closest("button")) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.#room.leave("");
    } else if (
      event.target === this.box &&
      /^[^\s/]$/u.test(event.key) &&
      !(event.ctrlKey || event.metaKey || event.altKey)
    ) {
      // Who goes on typing means the first option that is left; the letter falls into its field.
      this.more.firstElementChild?.click();
    } else if (event.key === "Backspace" && !(field && field.input.value)) {
      event.preventDefault();
      this.#back(field);
    }
  }

  #back(field) {
    if (field && !field.option.required) {
      this.#suggestions.hide();
      field.pill.remove();
      this.#fields.delete(field.option.name);
      this.#offer();
      if (this.#fields.size) [...this.#fields.values()].at(-1).input.focus();
      else this.focus();
    } else {
      this.#room.leave(`/${this.leaf.name}`);
    }
  }
}
