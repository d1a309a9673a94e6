/** The message box under a log: plain messages, and commands from the first "/". */
import { el } from "./dom.js";
import { callable, matching } from "./commands.js";
import { CommandLine } from "./commandline.js";
import { Suggestions } from "./suggest.js";

const LONGEST = 2000;

export class Composer {
  #host;
  #room;
  #line = null;
  #suggestions;

  /**
   * `room` is {inDm, commands(), people(), channels(), placeholder(), send(text),
   * run(name, options), complete(name, option, value, options), deeds?(button)}; deeds offers
   * what can be done with the place; the promises of send and run
   * give {ok, error?}.
   */
  constructor(host, room) {
    this.#host = host;
    this.#room = room;
    this.#suggestions = new Suggestions((value) =>
      this.#line ? this.#line.pick(value) : this.#begin(value, ""),
    );
    this.error = el("p", { class: "trouble", role: "alert", hidden: true });
    this.input = el("textarea", {
      rows: "1",
      role: "combobox",
      maxlength: String(LONGEST),
      autocomplete: "off",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
    });
    this.sender = el(
      "button",
      { type: "button", class: "send", "aria-label": "Send", hidden: true },
      el("span", { "aria-hidden": "true" }, "➤"),
    );
    this.plus = el(
      "button",
      {
        type: "button",
        class: "plus",
        "aria-label": "Do something with this place",
        "aria-haspopup": "listbox",
        "aria-expanded": "false",
      },
      el("span", { "aria-hidden": "true" }, "+"),
    );
    this.plus.addEventListener("click", () => this.#room.deeds(this.plus));
    this.box = el("div", { class: "box" }, room.deeds ? this.plus : null, this.input, this.sender);
    host.append(this.#suggestions.box, this.error, this.box);
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("focus", () => this.#typed());
    this.input.addEventListener("blur", () => this.#suggestions.hide());
    this.input.addEventListener("keydown", (event) => this.#keys(event));
    this.sender.addEventListener("click", () => this.#submit());
    this.box.addEventListener("click", (event) => event.target === this.box && this.focus());
    this.refresh();
  }

  /** The channel or its name changed. */
  refresh() {
    const words = this.#room.placeholder();
    this.input.placeholder = words;
    this.input.setAttribute("aria-label", words);
  }

  focus() {
    if (this.#line) this.#line.focus();
    else this.input.focus();
  }

  /** Drop what is being written: another person sits here now. */
  reset() {
    this.#leave("", false);
    this.trouble("");
  }

  /** Begin the command called `name`, as if it had been typed. */
  command(name) {
    const leaf = this.#leaves().find((one) => one.name === name);
    if (leaf) this.#begin(leaf, "");
  }

  /** Start a command, from anywhere on the page. */
  slash() {
    if (!this.#line && !this.input.value) this.input.value = "/";
    this.focus();
    this.#typed();
  }

  trouble(sentence) {
    this.error.textContent = sentence;
    this.error.hidden = !sentence;
  }

  #leaves() {
    return callable(this.#room.commands(), this.#room.inDm);
  }

  #grow() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 160)}px`;
    this.sender.hidden = !this.#line && !this.input.value.trim();
  }

  #typed() {
    this.#grow();
    this.trouble("");
    const { value } = this.input;
    if (!value.startsWith("/") || value.includes("\n")) {
      this.#suggestions.hide();
      return;
    }
    const typed = value.slice(1);
    const leaves = this.#leaves();
    const whole = leaves
      .filter((leaf) => typed.startsWith(`${leaf.name} `))
      .sort((a, b) => b.name.length - a.name.length)[0];
    if (whole) {
      this.#begin(whole, typed.slice(whole.name.length + 1));
      return;
    }
    const items = matching(leaves, typed).map((leaf) => ({
      label: `/${leaf.name}`,
      note: leaf.options
        .filter((one) => one.required)
        .map((one) => one.name)
        .join(" "),
      hint: leaf.description,
      value: leaf,
    }));
    this.#suggestions.show(this.input, items.length ? "" : "No command is called that.", items);
  }

  #begin(leaf, typed) {
    this.#suggestions.hide();
    this.#line = new CommandLine(leaf, typed, this.#suggestions, {
      people: this.#room.people,
      channels: this.#room.channels,
      complete: this.#room.complete,
      trouble: (sentence) => this.trouble(sentence),
      leave: (text) => this.#leave(text, true),
      run: (name, options) => this.#deliver(() => this.#room.run(name, options)),
    });
    this.input.hidden = true;
    this.input.value = "";
    this.box.insertBefore(this.#line.box, this.sender);
    this.sender.hidden = false;
    this.#line.focus();
  }

  #leave(text, focus) {
    this.#line?.box.remove();
    this.#line = null;
    this.#suggestions.hide();
    this.input.hidden = false;
    this.input.value = text;
    this.#grow();
    if (focus) {
      this.trouble("");
      this.input.focus();
    }
  }

  #keys(event) {
    if (event.isComposing || this.#suggestions.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#submit();
    }
  }

  #submit() {
    if (this.#line) {
      this.#line.submit();
      return;
    }
    const text = this.input.value.trim();
    if (!text) return;
    if (text.startsWith("/")) {
      const leaf = this.#leaves().find((one) => `/${one.name}` === text);
      if (leaf) this.#begin(leaf, "");
      else this.trouble(`There is no command ${text.split(/\s/)[0]} here.`);
      return;
    }
    this.#deliver(() => this.#room.send(text));
  }

  /** Send once; what was written stays until the server took it. */
  async #deliver(send) {
    if (this.box.getAttribute("aria-busy") === "true") return;
    const inside = this.box.contains(document.activeElement);
    this.box.setAttribute("aria-busy", "true");
    const answer = await send();
    this.box.removeAttribute("aria-busy");
    if (answer.ok) this.#leave("", inside && !document.querySelector("dialog[open]"));
    else this.trouble(answer.error ?? "That could not be sent.");
  }
}
