/** The page: who sits, what is read, and news carried to where it belongs. */
import { fetchMessages, fetchState, News, post } from "./api.js";
import { Composer } from "./composer.js";
import { Log } from "./log.js";
import { called } from "./message.js";
import { closeModal, openModal } from "./modal.js";
import { closePicker } from "./picker.js";
import { ask, offerDeeds } from "./deeds.js";
import { dismissed } from "./dismissed.js";
import { keepTime } from "./time.js";
import { drawPhone, rung } from "./phone.js";
import { drawChannels, drawSeats, drawTabs, fitSeats, showSeat } from "./top.js";
import { shortened } from "./words.js";

const at = (id) => document.getElementById(id);
const narrow = matchMedia("(max-width: 759px)");
// Seconds between one attempt to reach a lost server and the next.
const WAITS = [1, 2, 4, 8, 15];
// How long after a press or a command the bot's reply to it is brought into sight.
const REPLY = 6000;
/* Most characters of a channel's name in the hint of its box: on a phone the rest must be seen. */
const LONGEST_NAME = 18;

let me = "";
let state = {
  users: [],
  guild: {},
  roles: [],
  channels: [],
  commands: [],
  pushes: [],
  bot: { id: "", name: "Motordrome", online: true },
};
let channel = "";
let tab = "channel";
let news = null;
let newsFor = "";
let up = true;
/** Attempts that failed since the server last answered. */
let losses = 0;
let retryTimer = 0;
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
  role: (id) => state.roles.find((one) => one.id === id)?.name ?? "",
  everyone: false,
};

const context = () => ({
  names,
  users: () => state.users,
  channels: () => state.channels,
  roles: () => state.roles,
});

function remember() {
  const place = new URLSearchParams({ as: me, channel });
  history.replaceState(null, "", `#${place}`);
}

/* ---- reading */

/** Count as read what is in sight, and tell the server when that is news to it. */
function markRead() {
  for (const log of document.visibilityState === "visible" ? [channelLog, handLog] : []) {
    const one = channelOf(log.channel);
    if (!(one?.unread || one?.badge) || !log.atEnd) continue;
    const mine = person(me);
    if (mine) mine.badge = Math.max(0, (mine.badge ?? 0) - one.badge);
    one.unread = 0;
    one.badge = 0;
    post("read", { as: me, channel: one.id });
  }
  tellLooks();
}

let told = "";
/** Tell the server what is being read here: nothing of it rings at this person. */
function tellLooks() {
  const visible = document.visibilityState === "visible";
  const looks = visible ? [channelLog, handLog].filter((log) => log.atEnd && log.channel) : [];
  const ids = looks.map((log) => log.channel);
  const line = JSON.stringify([newsFor, ids]);
  if (line !== told && news?.look(ids)) told = line;
}

let readTimer = 0;
/** Something came into sight, or may have. */
function seen() {
  clearTimeout(readTimer);
  readTimer = setTimeout(() => {
    markRead();
    drawFrame();
  }, 60);
}

/** When this person last did something that the bot will answer. */
let acted = 0;

/* ---- the two logs and their boxes */

const room = {
  context,
  dismissed,
  seen,
  press(message, custom_id, values) {
    acted = Date.now();
    const where = { channel: message.channel_id, message: message.id };
    return post("component", { as: me, ...where, custom_id, values });
  },
  channel: (id) => channelOf(id) && read(id),
  jump,
  command: (name) => boxInSight().command(name),
};

const channelLog = new Log(at("channel-log"), {
  ...room,
  empty: () => [
    `# ${names.channel(channel) || "…"}`,
    "Nothing here yet. Type / to see what the bot can do.",
  ],
});
const handLog = new Log(at("hand-log"), {
  ...room,
  empty: () => ["Your hand", "Your private hand appears here when a game starts."],
});

/** Where a link leads, until that place has been loaded: {channel, message}. */
let goal = null;

/** Follow a link to a channel or a message; false when this person cannot see the place. */
function jump(id, message) {
  const one = channelOf(id);
  if (!one) return false;
  goal = { channel: id, message };
  if (one.type === "dm") {
    look("hand");
    arrive();
  } else if (id === channel) {
    look("channel");
    arrive();
  } else {
    read(id);
  }
  return true;
}

/** Go to the message of the link that was followed, once its channel is here. */
function arrive() {
  const log = goal && logOf(goal.channel);
  if (!log) return;
  const { message } = goal;
  goal = null;
  if (!message) log.toEnd();
  else if (!log.seek(message)) {
    (log === handLog ? handBox : channelBox).trouble("That message is gone.");
  }
}

function boxRoom(inDm, log, where, placeholder) {
  /** Whoever says something wants to see what comes of it. */
  const say = (verb, body) => {
    log.toEnd();
    acted = Date.now();
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
    deeds: inDm
      ? null
      : (button) => offerDeeds(button, channelOf(channel), state.guild, act),
  };
}

/** Do something with the channel that is read. */
async function act(deed, name) {
  channelBox.plus.disabled = true;
  const answer = await post("place", { as: me, channel, do: deed, name });
  if (!answer.ok) channelBox.trouble(answer.error ?? "That could not be done.");
  const before = channel;
  keep(await fetchState(me).catch(() => state));
  channelBox.plus.disabled = false;
  if (answer.channel) read(answer.channel);
  else if (channel !== before) load();
  else drawFrame();
  return answer;
}

const channelBox = new Composer(
  at("channel-box"),
  boxRoom(
    false,
    channelLog,
    () => channel,
    () => `Message #${shortened(names.channel(channel), LONGEST_NAME)}, or / for a command`,
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
  drawTabs(at("tabs"), state.channels, channel, tab);
  drawPhone(at("phone"), person(me)?.name ?? "", state.pushes ?? []);
  document.body.dataset.tab = tab;
  const closed = person(me)?.dms_open === false;
  document.body.classList.toggle("dms-closed", closed);
  channelBox.refresh();
  handBox.refresh();
  notice(plight());
  const waiting = state.users.reduce((sum, user) => sum + (user.badge ?? 0), 0);
  document.title = `${waiting ? `(${waiting}) ` : ""}Motordrome: local Discord`;
}

/** What stands in the way of playing right now, or "". */
function plight() {
  if (!up) return "The connection is lost. Trying again…";
  if (problem) return problem;
  if (state.guild.bot === false) {
    return `${state.bot.name} is not in this server. The + at the message box invites it again.`;
  }
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
  document.body.dataset.tab = tab;
  markRead();
  drawFrame();
}

/* ---- loading */

/** Everything that messages can mention, by name. */
const mentioned = () =>
  JSON.stringify([...state.channels, ...state.users].map((one) => [one.id, one.name]));

function keep(fresh) {
  const before = mentioned();
  state = fresh;
  if (!person(me)) me = state.users[0]?.id ?? "";
  const open = state.channels.filter((one) => one.type !== "dm");
  if (!open.some((one) => one.id === channel)) channel = open[0]?.id ?? "";
  // A message may have come before what it mentions was known here.
  if (mentioned() !== before) [channelLog, handLog].forEach((log) => log.redraw());
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
    markRead();
    drawFrame();
    if (channel !== before || hand()?.id !== handBefore) load();
  }, 80);
}

/** Try again after a while, longer each time it was in vain. */
function retry() {
  clearTimeout(retryTimer);
  retryTimer = setTimeout(load, WAITS[Math.min(losses, WAITS.length - 1)] * 1000);
  losses += 1;
}

/**
 * Fetch everything this person sees and show it. News is listened to before the messages are
 * fetched, so that nothing falls between; what comes meanwhile waits in the queue.
 */
async function load() {
  const turn = (loads += 1);
  clearTimeout(retryTimer);
  queue = [];
  try {
    const fresh = await fetchState(me);
    if (turn !== loads) return;
    problem = "";
    keep(fresh);
    remember();
    drawFrame();
    if (me && newsFor !== me) {
      if (!(await connect())) return;
      // What changed between the state and the first news is in neither.
      const again = await fetchState(me);
      if (turn !== loads) return;
      keep(again);
    }
    if (turn !== loads) return;
    up = true;
    losses = 0;
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
    retry();
    return;
  }
  if (turn !== loads) return;
  const late = queue;
  queue = null;
  late.forEach(handle);
  arrive();
  seen();
}

/** Open the line for this person's news; gives whether it is up. */
function connect() {
  news?.close();
  newsFor = me;
  news = new News(
    me,
    (event) => (queue ? queue.push(event) : handle(event)),
    () => {
      // What happens while the line is down is only in the full state; and a server that was
      // started anew knows other people, which only asking it tells. So all is fetched again.
      newsFor = "";
      up = false;
      loads += 1;
      drawFrame();
      retry();
    },
  );
  return news.up;
}

/** Sit at another seat: same channel, that person's eyes. */
function sit(id) {
  if (id === me || !person(id)) return;
  closeModal();
  closePicker(false);
  me = id;
  acted = 0;
  goal = null;
  // Nothing that only the last person may see stays or comes while the next one's view is fetched.
  news?.close();
  newsFor = "";
  const open = state.channels.filter((one) => one.type !== "dm" && !one.private);
  state = { ...state, channels: open, pushes: [] };
  at("phone").open = false;
  handLog.show("", []);
  channelLog.forgetPrivate();
  channelBox.reset();
  handBox.reset();
  drawFrame();
  showSeat(at("seats"));
  announce(`You sit as ${person(me).name}.`);
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
  const { known, ready, words, author } = log.put(message);
  if (event === "message_update" && log === handLog) channelLog.settle();
  if (author.id !== me)
    announce(
      known ? `Changed: ${shortened(words, 120)}` : `${called(author)}: ${shortened(words, 300)}`,
    );
  const one = channelOf(log.channel);
  if (!known && one && author.id !== me) one.unread = (one.unread ?? 0) + 1;
  const reply = (!known || ready) && (message.ephemeral || interaction) && author.id !== me;
  if (reply && Date.now() - acted < REPLY) {
    // A private reply is read from its beginning; the table's own messages are worked at the end.
    if (message.ephemeral) log.reveal(message.id);
    else log.toEnd();
  }
  markRead();
  drawFrame();
}

const hearers = {
  message_create: (d) => heard("message_create", d),
  message_update: (d) => heard("message_update", d),
  message_delete(d) {
    logOf(d.channel_id)?.remove(d.id);
    refreshState(); // It may have counted on a badge.
  },
  push(d) {
    state.pushes = [...(state.pushes ?? []), d].slice(-3);
    announce(`Push: ${rung(d)}`);
    drawFrame();
  },
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
  const form = { title: "Another person at the table", label: "Name", go: "Add" };
  ask(form, async (name) => {
    const answer = await post("users", { name });
    if (answer.ok) refreshState();
    return answer;
  });
});
at("phone").addEventListener("click", (event) => {
  const push = event.target.closest(".push");
  if (push) jump(push.dataset.channel, push.dataset.message);
});
at("tabs").addEventListener("click", (event) => {
  const one = event.target.closest("[role=tab]");
  if (!one) return;
  if (!one.dataset.go) {
    look(one.id === "tab-hand" ? "hand" : "channel");
    return;
  }
  read(one.dataset.go);
  at("tab-channel").focus();
});
at("tabs").addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const place = (one) => Number(one.style.order || 999);
  const all = [...at("tabs").children].sort((a, b) => place(a) - place(b));
  const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
  next.click();
  at(`tab-${tab}`).focus();
});
narrow.addEventListener("change", () => {
  drawFrame();
  seen();
});
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
load();
