/** The bar with the seats, and the channel tabs. */
import { el, patchList } from "./dom.js";
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

const SIGNS = { text: "#", voice: "♪", thread: "↳" };

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
          "aria-label": `${user.name}${user.badge ? `, ${user.badge} new` : ""}`,
          title: `Sit as ${user.name}${key}${user.dms_open === false ? " (direct messages closed)" : ""}`,
          data: { key: user.id, seat: user.id },
        },
        avatar(user.name, false, "disc"),
        el("span", { class: "seat-name" }, user.name),
        user.dms_open === false ? el("em", {}, "no DMs") : null,
        count(user.badge, "new"),
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
    const dotted = channel.id !== now && channel.unread && !channel.badge;
    fresh.append(
      el(
        "button",
        {
          type: "button",
          class: ["channel", thread && "thread", channel.archived && "archived", dotted && "unread"]
            .filter(Boolean)
            .join(" "),
          "aria-current": channel.id === now ? "page" : null,
          title: `${thread ? "Thread" : "Channel"} ${channel.name}${channel.archived ? " (archived)" : ""}`,
          data: { key: channel.id, channel: channel.id },
        },
        el("span", { class: "sign", "aria-hidden": "true" }, SIGNS[channel.type] ?? "#"),
        el("span", { class: "channel-name" }, channel.name),
        channel.id === now ? null : count(channel.badge, "new"),
        dotted ? el("span", { class: "unseen" }, ", unread") : null,
      ),
    );
  }
  host.classList.toggle("single", all.length <= 1);
  patchList(host, fresh);
  inSight(host, now, host.querySelector("[aria-current]"));
}

/** Scroll a bar to the tab of the channel that is read, once for each that is. */
function inSight(host, now, tab) {
  if (host.dataset.shown === now) return;
  host.dataset.shown = now;
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Redraw one tab of a narrow page: a number for what rang or would have, a dot for other news. */
function drawTab(tab, label, { badge = 0, unread = 0 } = {}, selected) {
  const dotted = Boolean(unread && !badge);
  const news = badge ? `${label}, ${badge} new` : `${label}${dotted ? ", unread" : ""}`;
  tab.classList.toggle("unread", dotted);
  tab.setAttribute("aria-selected", String(selected));
  tab.setAttribute("aria-label", news);
  tab.title = news;
  tab.tabIndex = selected ? 0 : -1;
  patchList(tab, el("span", {}, el("span", {}, label), count(badge, "new")));
}

const SPACED = { thread: "↳ " };
const signed = ({ type, name }) => `${SPACED[type] ?? SIGNS[type] ?? "#"}${name}`;

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
      drawTab(current, signed(channel), channel, tab === "channel");
      continue;
    }
    const props = { type: "button", role: "tab", "aria-controls": "pane-channel" };
    const other = old.get(channel.id) ?? el("button", { ...props, data: { go: channel.id } });
    old.delete(channel.id);
    other.style.order = String(place);
    drawTab(other, signed(channel), channel, false);
    if (!other.isConnected) host.insertBefore(other, hand);
  }
  for (const gone of old.values()) gone.remove();
  const dm = channels.find((channel) => channel.type === "dm");
  drawTab(hand, "Your hand", dm, tab === "hand");
  if (channels.some((channel) => channel.id === now)) inSight(host, now, current);
}
