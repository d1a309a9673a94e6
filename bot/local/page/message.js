/** One message as an element, and one as a sentence. */
import { byAge, el, madeAt } from "./dom.js";
import { drawAll } from "./components.js";
import { attachments, embeds } from "./embeds.js";
import { markdown } from "./markdown.js";
import { avatar } from "./plate.js";
import { stamp } from "./time.js";
import { shortened, title } from "./words.js";

const TOGETHER = 7 * 60 * 1000;
const THREAD_CREATED = 18;
const JOINED = 7;
const SPOKEN = new Set([0, 19, 20, 23]);

/** What the author of a message is called here. */
export const called = (author) => author?.global_name || author?.username || "someone";

/** The person or bot a piece of an interaction speaks of, given as object, id or name. */
function nameOf(who, context) {
  if (!who) return "";
  if (typeof who === "object") return called(who);
  return context.names.user(who) || who;
}

function used(message, context) {
  const given = message.interaction;
  if (!given?.command && !given?.name) return null;
  const command = String(given.command ?? given.name).replace(/^\//, "");
  return el(
    "p",
    { class: "used" },
    el("b", {}, nameOf(given.user, context)),
    " used ",
    el("span", { class: "used-command" }, `/${command}`),
  );
}

function repliedTo(message, context) {
  const first = message.referenced_message;
  if (message.type !== 19 || !first) return null;
  return el(
    "p",
    { class: "used quoted" },
    el("b", {}, nameOf(first.author, context)),
    ` ${shortened(title(first, context.names), 200)}`,
  );
}

function head(message) {
  const { author } = message;
  return el(
    "div",
    { class: "who" },
    el("span", { class: "who-name" }, called(author)),
    author.bot ? el("b", { class: "app" }, "APP") : null,
    stamp(message.timestamp ? Date.parse(message.timestamp) : madeAt(message.id)),
  );
}

function thinking(message) {
  const dots = el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
  return el("p", { class: "thinking" }, dots, ` ${called(message.author)} is thinking…`);
}

/** The way into the thread that hangs on a message. */
function threadOf({ thread }) {
  if (!thread) return null;
  const said = thread.count === 1 ? "1 message" : `${thread.count} messages`;
  return el(
    "button",
    { type: "button", class: "thread-of", data: { act: "channel", channel: thread.id } },
    el("span", { "aria-hidden": "true" }, "↳"),
    el("span", { class: "thread-name" }, thread.name),
    el("small", {}, thread.archived ? `archived, ${said}` : said),
  );
}

function body(message, context) {
  if (message.thinking) return [thinking(message)];
  if (message.type === THREAD_CREATED)
    return [el("p", { class: "small" }, `started a thread: ${message.content}`), threadOf(message)];
  if (message.type === JOINED) return [el("p", { class: "small" }, "is here.")];
  if (!SPOKEN.has(message.type ?? 0))
    return [
      el("p", { class: "small" }, message.content || "did something this page does not show."),
    ];
  const edited =
    message.edited_timestamp && message.content
      ? el("span", { class: "edited" }, "(edited)")
      : null;
  return [
    message.content ? markdown(message.content, context.names) : null,
    edited,
    embeds(message.embeds, context),
    attachments(message, context),
    drawAll(message.components, context),
    threadOf(message),
  ];
}

const dismissAll = (count) => [
  " · ",
  el(
    "button",
    { type: "button", class: "as-link", data: { act: "dismiss-all" } },
    `Dismiss all ${count}`,
  ),
];

/**
 * The element of one message. `context` is what components.drawAll wants, plus
 * `failure`, a sentence that stands under it, and `privates`, how many replies in the log only this
 * person sees, 0 for all but the last of them.
 */
export function drawMessage(message, context) {
  const { author } = message;
  const inside = { ...context, attachments: message.attachments ?? [] };
  inside.names = { ...context.names, everyone: Boolean(message.mention_everyone) };
  const private_ = message.ephemeral
    ? el(
        "p",
        { class: "only-you" },
        el("span", { class: "eye", "aria-hidden": "true" }, "◉"),
        " Only you can see this · ",
        el(
          "button",
          { type: "button", class: "as-link", data: { act: "dismiss" } },
          "Dismiss message",
        ),
        context.privates > 1 ? dismissAll(context.privates) : null,
      )
    : null;
  const failed = context.failure
    ? el(
        "p",
        { class: "failed", role: "alert" },
        el("span", { class: "bang", "aria-hidden": "true" }, "!"),
        ` ${context.failure}`,
      )
    : null;
  return el(
    "li",
    {
      class: message.ephemeral ? "msg ephemeral" : "msg",
      tabindex: "-1",
      data: { message: message.id },
    },
    avatar(called(author), author.bot),
    el(
      "div",
      { class: "said" },
      used(message, context),
      repliedTo(message, context),
      head(message),
      body(message, inside),
      private_,
      failed,
    ),
  );
}

/** Whether `next` goes on under the first line of `last`. */
export function follows(last, next) {
  if (!last || last.author.id !== next.author.id || next.interaction || next.type === 19)
    return false;
  if (Boolean(last.ephemeral) !== Boolean(next.ephemeral)) return false;
  return madeAt(next.id) - madeAt(last.id) < TOGETHER;
}

/** Messages from oldest to newest. */
export const inOrder = (messages) => [...messages].sort((a, b) => byAge(a.id, b.id));
