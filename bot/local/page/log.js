/** The scrolling list of one channel's messages, patched in place as news comes. */
import { el, patch } from "./dom.js";
import {
  CHANNEL_SELECT,
  ROLE_SELECT,
  STRING_SELECT,
  USER_SELECT,
  defaultsOf,
  every,
  optionsOf,
} from "./components.js";
import { drawMessage, follows, inOrder } from "./message.js";
import { closePicker, openPicker, pickerWithin, refreshPicker } from "./picker.js";
import { fetchPictures } from "./pictures.js";
import { showPicture } from "./viewer.js";
import { spoken } from "./words.js";

const SELECTS = new Set([STRING_SELECT, USER_SELECT, ROLE_SELECT, CHANNEL_SELECT]);
const NEAR = 40;
// Discord gives a bot three seconds; the server's own word about that comes first.
const PATIENCE = 4000;

const controls = (node) => [...node.querySelectorAll("button:not([disabled]), a[href]")];

export class Log {
  #host;
  #room;
  #list;
  #empty;
  #jump;
  #messages = new Map();
  #failures = new Map();
  #waiting = new Map();
  #stuck = true;
  #top = 0;
  #missed = 0;
  channel = "";

  /**
   * `host` is the element to fill. `room` is {context(), press(message, customId, values),
   * channel(id), jump(channel, message), command(name), dismissed: {has(id), add(id)}, seen(), empty(): [title, words]}.
   */
  constructor(host, room) {
    this.#host = host;
    this.#room = room;
    this.#empty = el("div", { class: "log-empty" });
    this.#list = el("ol", { class: "messages", "aria-label": "Messages" });
    this.#jump = el("button", {
      type: "button",
      class: "jump",
      hidden: true,
      on: { click: () => this.toEnd() },
    });
    host.append(
      el(
        "div",
        { class: "log-scroll", tabindex: "0", role: "region", "aria-label": "Messages" },
        this.#empty,
        this.#list,
      ),
      this.#jump,
    );
    const scroll = host.firstChild;
    scroll.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.#list.addEventListener("click", (event) => this.#act(event));
    this.#list.addEventListener("keydown", (event) => this.#keys(event));
    // Pictures and fonts change heights after a message is in: stay at the end if we were there.
    new ResizeObserver(() => this.#stuck && this.toEnd()).observe(this.#list);
    new ResizeObserver(() => this.#stuck && this.toEnd()).observe(host);
  }

  get #scroll() {
    return this.#host.firstChild;
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroll;
    if (!clientHeight) return;
    const upward = scrollTop < this.#top;
    this.#top = scrollTop;
    const near = scrollHeight - scrollTop - clientHeight < NEAR;
    if (this.#stuck && !near && !upward) {
      // The reader did not move: the messages grew below, as a picture came in.
      this.toEnd();
      return;
    }
    if (near) this.#missed = 0;
    if (near || this.#stuck) this.#room.seen();
    this.#stuck = near;
    this.#offer();
  }

  /** Whether any of it is in sight. */
  get visible() {
    return this.#scroll.clientHeight > 0;
  }

  /** Whether the newest message is in sight. */
  get atEnd() {
    return this.#stuck && this.#scroll.clientHeight > 0;
  }

  #offer() {
    this.#jump.hidden = this.#stuck;
    const count = this.#missed === 1 ? "1 new message" : `${this.#missed} new messages`;
    const words = this.#missed ? count : "To the newest message";
    this.#jump.replaceChildren(el("span", { class: "jump-words" }, words), " ↓");
    this.#jump.dataset.count = this.#missed || "";
  }

  toEnd() {
    this.#stuck = true;
    this.#missed = 0;
    this.#scroll.scrollTop = this.#scroll.scrollHeight;
    this.#top = this.#scroll.scrollTop;
    this.#offer();
  }

  /** Bring message `id` into sight: all of it, or its beginning when it is taller than the log. */
  reveal(id) {
    const node = this.#list.querySelector(`[data-message="${id}"]`);
    if (!node || !this.visible) return;
    const room = this.#scroll.getBoundingClientRect();
    const box = node.getBoundingClientRect();
    if (node === this.#list.lastElementChild && box.height + 24 < room.height) {
      this.toEnd();
      return;
    }
    if (box.top >= room.top && box.bottom <= room.bottom) return;
    this.#stuck = false;
    const down = box.height + 24 < room.height && box.top > room.top;
    this.#scroll.scrollTop += down ? box.bottom - room.bottom + 12 : box.top - room.top - 8;
    this.#top = this.#scroll.scrollTop;
    this.#offer();
  }

  /** Go to message `id` and mark it; false when it is not there. */
  seek(id) {
    const node = this.#list.querySelector(`[data-message="${id}"]`);
    if (!node) return false;
    this.reveal(id);
    node.classList.add("found");
    node.focus({ preventScroll: true });
    return true;
  }

  /** Show these messages. Another channel starts at its end; the same one keeps its place. */
  show(channel, messages) {
    const moved = channel !== this.channel;
    if (moved) {
      closePicker(false);
      this.#list.replaceChildren();
      this.#failures.clear();
      this.#forget();
      this.channel = channel;
      this.#stuck = true;
    }
    this.#messages = new Map(messages.map((message) => [message.id, message]));
    this.#drawAll();
    if (this.#stuck) this.toEnd();
  }

  /** A new or changed message. */
  put(message) {
    const known = this.#messages.get(message.id);
    const merged = { ...known, ...message };
    this.#messages.set(message.id, merged);
    this.#answered(message.id);
    if (known && known.edited_timestamp !== merged.edited_timestamp)
      this.#failures.delete(message.id);
    this.#drawAll();
    if (!known && !this.#stuck) this.#missed += 1;
    if (this.#stuck) this.toEnd();
    this.#offer();
    const { names } = this.#room.context();
    return {
      known: Boolean(known),
      ready: Boolean(known?.thinking) && !merged.thinking,
      words: spoken(merged, names),
      author: merged.author,
    };
  }

  has(id) {
    return this.#messages.has(id);
  }

  remove(id) {
    this.#messages.delete(id);
    this.#answered(id);
    this.#drawAll();
  }

  /** The names of what the messages mention have changed. */
  redraw() {
    this.#drawAll();
  }

  /** Drop what only one person may see. */
  forgetPrivate() {
    for (const [id, message] of this.#messages) {
      if (message.ephemeral) this.#messages.delete(id);
    }
    this.#failures.clear();
    this.#forget();
    this.#drawAll();
  }

  /** Put a sentence under a message, until it is used again. */
  fail(id, sentence) {
    this.#failures.set(id, sentence);
    this.#answered(id);
    this.#drawAll();
    if (this.#stuck) this.toEnd();
  }

  /** What was sent from message `id` has its answer, whatever it was. */
  #answered(id) {
    const entry = this.#waiting.get(id);
    if (!entry) return;
    clearTimeout(entry.timer);
    this.#waiting.delete(id);
  }

  /** Every interaction of this log has its answer. */
  settle(interaction) {
    for (const [id, entry] of this.#waiting) {
      if (interaction && entry.interaction && entry.interaction !== interaction) continue;
      this.#answered(id);
    }
    this.#drawAll();
  }

  #forget() {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  #contextOf(message, privates) {
    const waiting = this.#waiting.get(message.id);
    return {
      ...this.#room.context(),
      privates,
      failure: this.#failures.get(message.id),
      waiting: waiting ? new Set([waiting.customId]) : null,
      chosen: waiting?.values ? new Map([[waiting.customId, waiting.values]]) : null,
    };
  }

  #drawAll() {
    const shown = inOrder(this.#messages.values()).filter(
      (one) => !this.#room.dismissed.has(one.id),
    );
    const privates = shown.filter((one) => one.ephemeral);
    const old = new Map([...this.#list.children].map((node) => [node.dataset.message, node]));
    let last = null;
    let cursor = this.#list.firstChild;
    for (const message of shown) {
      const count = message === privates.at(-1) ? privates.length : 0;
      const fresh = drawMessage(message, this.#contextOf(message, count));
      fresh.classList.toggle("follows", follows(last, message));
      last = message;
      const live = old.get(message.id);
      if (!live) {
        this.#list.insertBefore(fresh, cursor);
        continue;
      }
      old.delete(message.id);
      if (live === cursor) cursor = cursor.nextSibling;
      else this.#list.insertBefore(live, cursor);
      this.#patch(live, fresh, message);
    }
    for (const node of old.values()) {
      if (pickerWithin(node)) closePicker(false);
      node.remove();
    }
    fetchPictures(this.#list);
    const [title, words] = this.#room.empty();
    this.#empty.hidden = shown.length > 0;
    this.#empty.replaceChildren(el("h3", {}, title), el("p", {}, words));
  }

  /** Patch one message; the focus stays on its control, or goes to the one in its place. */
  #patch(live, fresh, message) {
    const focused = live.contains(document.activeElement) ? document.activeElement : null;
    const place = focused ? controls(live).indexOf(focused) : -1;
    const anchor = pickerWithin(live);
    patch(live, fresh);
    if (anchor) refreshPicker(this.#selectPart(message, anchor.dataset.id));
    if (
      !focused ||
      (focused.isConnected && !focused.disabled && document.activeElement === focused)
    )
      return;
    const left = controls(live);
    const next =
      focused.isConnected && !focused.disabled ? focused : left[Math.min(place, left.length - 1)];
    (next ?? live).focus({ preventScroll: true });
  }

  #part(message, customId) {
    return [...every(message.components)].find((part) => part.custom_id === customId);
  }

  #selectPart(message, customId) {
    const part = this.#part(message, customId);
    if (!part || !SELECTS.has(part.type)) return null;
    const options = optionsOf(part, this.#room.context());
    // Where none may be chosen, a list of one line must let go of it again.
    const lines = part.min_values === 0 ? Infinity : Math.max(options.length, 1);
    const max = Math.min(part.max_values ?? 1, lines);
    const min = Math.min(part.min_values ?? 1, max);
    return {
      options,
      min,
      max,
      values: defaultsOf(part),
      label: part.placeholder || "Make a selection",
    };
  }

  /** Send one press or choice, once, and show that it is under way. */
  async #send(message, customId, values) {
    if (this.#waiting.has(message.id)) return;
    this.#failures.delete(message.id);
    const entry = { customId, values, interaction: "", timer: 0 };
    entry.timer = setTimeout(() => {
      this.#answered(message.id);
      this.#drawAll();
    }, PATIENCE);
    this.#waiting.set(message.id, entry);
    this.#drawAll();
    const answer = await this.#room.press(message, customId, values);
    if (answer.ok) entry.interaction = answer.interaction ?? "";
    else this.fail(message.id, answer.error ?? "This interaction failed");
  }

  #act(event) {
    const target = event.target.closest("[data-act]");
    if (!target) return;
    const message = this.#messages.get(target.closest("[data-message]")?.dataset.message);
    const { act, id } = target.dataset;
    if (target.getAttribute("aria-disabled") === "true") return;
    if (act === "press") {
      this.#send(message, id);
    } else if (act === "select") {
      if (pickerWithin(target)) {
        closePicker();
        return;
      }
      const part = this.#selectPart(message, id);
      if (part) openPicker(target, part, (values) => this.#send(message, id, values));
    } else if (act === "picture") {
      showPicture(target.querySelector("img"));
    } else if (act === "alt") {
      const open = target.getAttribute("aria-expanded") !== "true";
      target.setAttribute("aria-expanded", String(open));
    } else if (act === "spoiler") {
      if (target.getAttribute("aria-expanded") === "true") return;
      target.setAttribute("aria-expanded", "true");
    } else if (act === "dismiss") {
      this.#dismiss([message]);
    } else if (act === "dismiss-all") {
      this.#dismiss([...this.#messages.values()].filter((one) => one.ephemeral));
    } else if (act === "jump") {
      const { channel, goal } = target.dataset;
      if (!this.#room.jump(channel, goal)) this.fail(message.id, "You cannot see that place.");
    } else if (act === "channel") {
      this.#room.channel(target.dataset.channel);
    } else if (act === "command") {
      this.#room.command(target.dataset.command);
    }
  }

  #dismiss(messages) {
    for (const { id } of messages) this.#room.dismissed.add(id);
    this.#drawAll();
    (this.#list.lastElementChild ?? this.#scroll).focus({ preventScroll: true });
  }

  #keys(event) {
    const target = event.target.closest("[data-act]");
    if (!target) return;
    if (
      target.dataset.act === "spoiler" &&
      ["Enter", " "].includes(event.key) &&
      event.target === target
    ) {
      event.preventDefault();
      target.setAttribute("aria-expanded", "true");
    } else if (["ArrowRight", "ArrowLeft"].includes(event.key) && target.matches(".btn")) {
      const row = controls(target.closest("[data-message]")).filter((one) =>
        one.matches(".btn, .select"),
      );
      const next = row[row.indexOf(target) + (event.key === "ArrowRight" ? 1 : -1)];
      if (next) {
        event.preventDefault();
        next.focus();
      }
    }
  }
}
