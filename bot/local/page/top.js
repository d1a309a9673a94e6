/** The bar with the seats, the channel tabs, and the small form that adds a person. */
import { el, patch } from "./dom.js";
import { avatar } from "./plate.js";

const count = (number, words) =>
  number
    ? el(
        "span",
        { class: "count" },
        el("span", { class: "unseen" }, ", "),
        String(Math.min(number, 99)),
        el("span", { class: "unseen" }, ` ${words}`),
      )
    : null;

/** Redraw the seat buttons in place; `me` is pressed. */
export function drawSeats(host, users, me) {
  const fresh = el("div", {});
  users.forEach((user, order) => {
    const key = order < 9 ? ` (Alt+${order + 1})` : "";
    const pressed = user.id === me;
    fresh.append(
      el(
        "button",
        {
          type: "button",
          class: "seat",
          "aria-pressed": String(pressed),
          "aria-label": `${user.name}${user.unread ? `, ${user.unread} unread` : ""}`,
          title: `Sit as ${user.name}${key}${user.dms_open === false ? " (direct messages closed)" : ""}`,
          data: { key: user.id, seat: user.id },
        },
        avatar(user.name, false, "disc"),
        el("span", { class: "seat-name" }, user.name),
        user.dms_open === false ? el("em", {}, "no DMs") : null,
        count(user.unread, "unread"),
      ),
    );
  });
  patchList(host, fresh);
  fitSeats(host);
}

/** With many people the names get shorter; what still has no room is scrolled to sideways. */
export function fitSeats(host) {
  host.classList.remove("many");
  host.classList.toggle("many", host.scrollWidth > host.clientWidth);
}

/** Scroll the bar to the seat that is pressed. */
export function showSeat(host) {
  const seat = host.querySelector('[aria-pressed="true"]');
  seat?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Channels and their threads as they are listed, without the direct messages. */
function listed(channels) {
  const open = channels.filter((channel) => channel.type !== "dm");
  const roots = open.filter((channel) => channel.type !== "thread");
  const known = new Set(roots.map((channel) => channel.id));
  const strays = open.filter(
    (channel) => channel.type === "thread" && !known.has(channel.parent_id),
  );
  const ordered = roots.flatMap((root) => [
    root,
    ...open.filter((one) => one.type === "thread" && one.parent_id === root.id),
  ]);
  return [...ordered, ...strays];
}

/** Redraw the tabs of channels and threads; `now` is the one being read. */
export function drawChannels(host, channels, now) {
  const all = listed(channels);
  const fresh = el("nav", {});
  for (const channel of all) {
    const thread = channel.type === "thread";
    fresh.append(
      el(
        "button",
        {
          type: "button",
          class: `channel${thread ? " thread" : ""}${channel.archived ? " archived" : ""}`,
          "aria-current": channel.id === now ? "page" : null,
          title: `${thread ? "Thread" : "Channel"} ${channel.name}${channel.archived ? " (archived)" : ""}`,
          data: { key: channel.id, channel: channel.id },
        },
        el("span", { class: "sign", "aria-hidden": "true" }, thread ? "↳" : "#"),
        el("span", { class: "channel-name" }, channel.name),
        channel.id === now ? null : count(channel.unread, "unread"),
      ),
    );
  }
  host.classList.toggle("single", all.length <= 1);
  patchList(host, fresh);
  if (host.dataset.shown !== now) {
    host.dataset.shown = now;
    host.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

/** Children of `fresh` into `host`, which keeps its own attributes. */
function patchList(host, fresh) {
  const wrap = host.cloneNode(false);
  wrap.append(...fresh.childNodes);
  patch(host, wrap);
}

/** Redraw one tab of a narrow page; `unread` counts what came while it was not looked at. */
function drawTab(tab, label, unread, selected) {
  const news = unread ? `${label}, ${unread} new` : label;
  tab.setAttribute("aria-selected", String(selected));
  tab.setAttribute("aria-label", news);
  tab.title = news;
  tab.tabIndex = selected ? 0 : -1;
  tab.replaceChildren(el("span", {}, label), count(unread, "new") ?? "");
}

const signed = (channel) => `${channel.type === "thread" ? "↳ " : "#"}${channel.name}`;

/**
 * Redraw the tabs of a narrow page: every channel has one, and the hand. The one of the channel
 * that is read stays the same element, whichever channel that is.
 */
export function drawTabs(host, channels, now, tab) {
  const [current, hand] = [host.querySelector("#tab-channel"), host.querySelector("#tab-hand")];
  const old = new Map([...host.querySelectorAll("[data-go]")].map((tab) => [tab.dataset.go, tab]));
  for (const [place, channel] of listed(channels).entries()) {
    if (channel.id === now) {
      current.style.order = String(place);
      drawTab(current, signed(channel), channel.unread, tab === "channel");
      continue;
    }
    const props = { type: "button", role: "tab", "aria-controls": "pane-channel" };
    const other = old.get(channel.id) ?? el("button", { ...props, data: { go: channel.id } });
    old.delete(channel.id);
    other.style.order = String(place);
    drawTab(other, signed(channel), channel.unread, false);
    if (!other.isConnected) host.insertBefore(other, hand);
  }
  for (const gone of old.values()) gone.remove();
  const dm = channels.find((channel) => channel.type === "dm");
  drawTab(hand, "Your hand", dm?.unread, tab === "hand");
}

/** Ask for a name; `add(name)` gives {ok, error?}. */
export function askPerson(add) {
  const input = el("input", {
    type: "text",
    id: "person-name",
    maxlength: "32",
    autocomplete: "off",
  });
  const trouble = el("p", { class: "trouble", role: "alert", hidden: true });
  const cancel = el("button", { type: "button", class: "btn secondary" }, el("span", {}, "Cancel"));
  const form = el(
    "form",
    { novalidate: true },
    el(
      "div",
      { class: "modal-body" },
      el(
        "div",
        { class: "question" },
        el("label", { class: "label", for: "person-name" }, "Name"),
        input,
      ),
      trouble,
    ),
    el(
      "div",
      { class: "modal-foot" },
      cancel,
      el("button", { type: "submit", class: "btn primary" }, el("span", {}, "Add")),
    ),
  );
  const dialog = el(
    "dialog",
    { class: "modal", "aria-labelledby": "person-title" },
    el(
      "div",
      { class: "modal-head" },
      el("h2", { id: "person-title" }, "Another person at the table"),
    ),
    form,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = input.value.trim();
    const answer = name ? await add(name) : { ok: false, error: "Type a name." };
    trouble.textContent = answer.error ?? "";
    trouble.hidden = answer.ok;
    if (answer.ok) dialog.close();
    else input.focus();
  });
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
}
