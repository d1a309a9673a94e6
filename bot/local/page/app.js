/** The page: who sits, what is read, and news carried to where it belongs. */
import { fetchMessages, fetchState, News, post } from "./api.js";
import { Composer } from "./composer.js";
import { Log } from "./log.js";
import { called } from "./message.js";
import { closeModal, openModal } from "./modal.js";
import { closePicker } from "./picker.js";
import { keepTime } from "./time.js";
import { askPerson, drawChannels, drawSeats, drawTab, fitSeats } from "./top.js";

const at = (id) => document.getElementById(id);
const narrow = matchMedia("(max-width: 759px)");
const dismissed = new Set();

let me = "";
let state = {
  users: [],
  guild: {},
  channels: [],
  commands: [],
  bot: { id: "", name: "Motordrome", online: true },
};
let channel = "";
let tab = "channel";
let news = null;
let newsFor = "";
let up = true;
/** Why nothing could be fetched, or "". */
let problem = "";
/** News that came while messages were being fetched; null when nothing is under way. */
let queue = null;
let loads = 0;

const channelOf = (id) => state.channels.find((one) => one.id === id);
const hand = () => state.channels.find((one) => one.type === "dm");
const person = (id) => state.users.find((one) => one.id === id);

const names = {
  user: (id) => person(id)?.name ?? (id === state.bot.id ? state.bot.name : ""),
  channel: (id) => channelOf(id)?.name ?? "",
  everyone: false,
};

const context = () => ({
  names,
  users: () => state.users,
  channels: () => state.channels,
  order: (id) => state.users.findIndex((one) => one.id === id),
});

function remember() {
  const place = new URLSearchParams({ as: me, channel });
  history.replaceState(null, "", `#${place}`);
}

/* ---- reading */

let readTimer = 0;
/** Tell the server what is in sight, when that is news to it. */
function seen() {
  clearTimeout(readTimer);
  readTimer = setTimeout(() => {
    if (document.visibilityState !== "visible") return;
    for (const log of [channelLog, handLog]) {
      const one = channelOf(log.channel);
      if (!one?.unread || !log.atEnd) continue;
      one.unread = 0;
      post("read", { as: me, channel: one.id });
    }
    drawFrame();
  }, 60);
}

/* ---- the two logs and their boxes */

const room = {
  context,
  dismissed,
  seen,
  press: (message, custom_id, values) =>
    post("component", {
      as: me,
      channel: message.channel_id,
      message: message.id,
      custom_id,
      values,
    }),
  channel: (id) => channelOf(id) && read(id),
  command: (name) => boxInSight().command(name),
};

const channelLog = new Log(at("channel-log"), {
  ...room,
  empty: () => [
    `# ${names.channel(channel) || "…"}`,
    "Nothing was said here yet. Type / to see what the bot can do.",
  ],
});
const handLog = new Log(at("hand-log"), {
  ...room,
  empty: () => ["Your hand", "What only you may see comes here once a game deals you in."],
});

function boxRoom(inDm, log, where, placeholder) {
  /** Whoever says something wants to see what comes of it. */
  const say = (verb, body) => {
    log.toEnd();
    return post(verb, { as: me, channel: where(), ...body });
  };
  return {
    inDm,
    placeholder,
    commands: () => state.commands,
    people: () => state.users,
    channels: () => state.channels,
    send: (content) => say("message", { content }),
    run: (name, options) => say("command", { name, options }),
    complete: (name, option, value, options) =>
      post("autocomplete", { as: me, channel: where(), name, option, value, options }),
  };
}

const channelBox = new Composer(
  at("channel-box"),
  boxRoom(
    false,
    channelLog,
    () => channel,
    () => `Message #${names.channel(channel)}, or / for a command`,
  ),
);
const handBox = new Composer(
  at("hand-box"),
  boxRoom(
    true,
    handLog,
    () => hand()?.id ?? "",
    () => `Message @${state.bot.name}`,
  ),
);
const boxInSight = () => (narrow.matches && tab === "hand" ? handBox : channelBox);

/* ---- the frame around them */

function drawFrame() {
  drawSeats(at("seats"), state.users, me);
  drawChannels(at("channels"), state.channels, channel);
  const now = channelOf(channel);
  at("topic").textContent = now?.topic ?? "";
  at("hand-to").textContent = person(me) ? `to ${person(me).name}` : "";
  document.querySelector(".hand-who").textContent = `@ ${state.bot.name}`;
  drawTab(
    at("tab-channel"),
    `${now?.type === "thread" ? "↳ " : "#"}${now?.name ?? ""}`,
    now?.unread,
    tab === "channel",
  );
  drawTab(at("tab-hand"), "Your hand", hand()?.unread, tab === "hand");
  document.body.dataset.tab = tab;
  const closed = person(me)?.dms_open === false;
  document.body.classList.toggle("dms-closed", closed);
  channelBox.refresh();
  handBox.refresh();
  notice(plight());
  const waiting = state.users.reduce((sum, user) => sum + (user.unread ?? 0), 0);
  document.title = `${waiting ? `(${waiting}) ` : ""}Motordrome: local Discord`;
}

/** What stands in the way of playing right now, or "". */
function plight() {
  if (problem) return problem;
  if (!up) return "The connection is lost. Trying again…";
  if (state.users.length && !state.bot.online) {
    return `${state.bot.name} is not connected. Nothing you press is answered until it is.`;
  }
  return "";
}

function notice(words) {
  const node = at("notice");
  if (node.textContent !== words) node.textContent = words;
  node.hidden = !words;
}

function announce(words) {
  at("live").textContent = words;
}

/** Look at the channel or the hand, where only one of them fits. */
function look(which) {
  tab = which;
  drawFrame();
  seen();
}

/* ---- loading */

function keep(fresh) {
  state = fresh;
  if (!person(me)) me = state.users[0]?.id ?? "";
  const open = state.channels.filter((one) => one.type !== "dm");
  if (!open.some((one) => one.id === channel)) channel = open[0]?.id ?? "";
}

let stateTimer = 0;
/** Fetch the state again, once, shortly. */
function refreshState() {
  if (stateTimer) return;
  stateTimer = setTimeout(async () => {
    stateTimer = 0;
    const asked = me;
    let fresh;
    try {
      fresh = await fetchState(me);
    } catch {
      return; // The websocket notices the loss, and reads everything again when it is back.
    }
    if (asked !== me) return;
    const [before, handBefore] = [channel, hand()?.id];
    keep(fresh);
    drawFrame();
    if (channel !== before || hand()?.id !== handBefore) load();
    seen();
  }, 80);
}

/** Fetch everything this person sees and show it. */
async function load() {
  const turn = (loads += 1);
  queue = [];
  try {
    const fresh = await fetchState(me);
    if (turn !== loads) return;
    problem = "";
    keep(fresh);
    remember();
    drawFrame();
    if (me && newsFor !== me) connect();
    const dm = hand()?.id;
    const [said, dealt] = await Promise.all([
      channel ? fetchMessages(me, channel) : [],
      dm ? fetchMessages(me, dm) : [],
    ]);
    if (turn !== loads) return;
    channelLog.show(channel, said);
    handLog.show(dm ?? "", dealt);
  } catch (trouble) {
    if (turn !== loads) return;
    problem = trouble.message;
    drawFrame();
    if (!news) setTimeout(load, 1000);
  }
  if (turn !== loads) return;
  const late = queue;
  queue = null;
  late.forEach(handle);
  seen();
}

function connect() {
  news?.close();
  newsFor = me;
  news = new News(
    me,
    (event) => (queue ? queue.push(event) : handle(event)),
    (open) => {
      up = open;
      drawFrame();
      // What happened while the line was down is only in the full state; and a server that was
      // started anew knows other people, which only asking it tells.
      load();
    },
  );
}

/** Sit at another seat: same channel, that person's eyes. */
function sit(id) {
  if (id === me || !person(id)) return;
  closeModal();
  closePicker(false);
  me = id;
  // Nothing that only the last person may see stays or comes while the next one's view is fetched.
  news?.close();
  newsFor = "";
  state = { ...state, channels: state.channels.filter((one) => one.type !== "dm") };
  handLog.show("", []);
  channelLog.forgetPrivate();
  channelBox.reset();
  handBox.reset();
  drawFrame();
  announce(`You sit at ${person(me).name}.`);
  load();
}

/** Read another channel or thread. */
function read(id) {
  tab = "channel";
  if (channelOf(id)?.type === "dm") {
    look("hand");
    return;
  }
  if (id !== channel) channelBox.reset();
  channel = id;
  drawFrame();
  load();
}

/* ---- news */

const logOf = (id) => [channelLog, handLog].find((log) => log.channel && log.channel === id);

function heard(event, message) {
  const log = logOf(message.channel_id);
  const interaction = message.interaction?.id ?? message.interaction_id;
  if (event === "message_create" && message.author?.bot && (interaction || message.ephemeral)) {
    channelLog.settle(interaction);
    handLog.settle(interaction);
  }
  // What is said here is unread at the other seats, and at this one if it is said elsewhere.
  if (event === "message_create") refreshState();
  if (!log) return;
  if (event === "message_update" && !log.has(message.id) && !message.author) return;
  const { known, words, author } = log.put(message);
  if (author.id !== me)
    announce(known ? `Changed: ${words.slice(0, 120)}` : `${called(author)}: ${words}`);
  if (!known) {
    const one = channelOf(log.channel);
    if (one && author.id !== me) one.unread = (one.unread ?? 0) + 1;
  }
  drawFrame();
  seen();
}

const hearers = {
  message_create: (d) => heard("message_create", d),
  message_update: (d) => heard("message_update", d),
  message_delete: (d) => logOf(d.channel_id)?.remove(d.id),
  modal(d) {
    channelLog.settle(d.interaction);
    handLog.settle(d.interaction);
    openModal(d, context(), (values) =>
      post("modal", { as: me, interaction: d.interaction, custom_id: d.custom_id, values }),
    );
  },
  interaction_failed(d) {
    const sentence = d.text || "This interaction failed";
    const log = logOf(d.channel);
    channelLog.settle(d.interaction);
    handLog.settle(d.interaction);
    if (log && d.message && log.has(d.message)) log.fail(d.message, sentence);
    else (log === handLog ? handBox : channelBox).trouble(sentence);
  },
  state: refreshState,
};

function handle({ t, d }) {
  hearers[t]?.(d ?? {});
}

/* ---- hands on the page */

at("seats").addEventListener("click", (event) => {
  const seat = event.target.closest("[data-seat]");
  if (seat) sit(seat.dataset.seat);
});
at("channels").addEventListener("click", (event) => {
  const one = event.target.closest("[data-channel]");
  if (one) read(one.dataset.channel);
});
at("add-person").addEventListener("click", () => {
  askPerson(async (name) => {
    const answer = await post("users", { name });
    if (answer.ok) refreshState();
    return answer;
  });
});
at("tab-channel").addEventListener("click", () => look("channel"));
at("tab-hand").addEventListener("click", () => look("hand"));
document.querySelector(".tabs").addEventListener("keydown", (event) => {
  if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
  look(tab === "hand" ? "channel" : "hand");
  at(`tab-${tab}`).focus();
});
narrow.addEventListener("change", drawFrame);
addEventListener("resize", () => fitSeats(at("seats")));
document.addEventListener("visibilitychange", seen);

addEventListener("keydown", (event) => {
  const writing = event.target.closest?.("input, textarea, select, dialog, .picker");
  if (event.altKey && /^Digit[1-9]$/.test(event.code)) {
    const user = state.users[Number(event.code.slice(5)) - 1];
    if (user) {
      event.preventDefault();
      sit(user.id);
    }
  } else if (event.key === "/" && !writing && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    boxInSight().slash();
  }
});

const place = new URLSearchParams(location.hash.slice(1));
me = place.get("as") ?? "";
channel = place.get("channel") ?? "";
keepTime();
// Hands dealt to the other seats are not told to this one, but their counts show on the bar.
setInterval(() => document.visibilityState === "visible" && up && refreshState(), 3000);
load();
