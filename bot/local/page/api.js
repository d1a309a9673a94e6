/** The page's road to the local server: questions over HTTP, news over a websocket. */

const HEADERS = { "Content-Type": "application/json" };
/** This browser page: a seat may be open on several, and a form opens where it was asked for. */
const PAGE = crypto.randomUUID();

async function ask(path, init) {
  let answer;
  try {
    answer = await fetch(`/page/api/${path}`, init);
  } catch {
    return { ok: false, lost: true, error: "The local server does not answer. Is it running?" };
  }
  try {
    return await answer.json();
  } catch {
    return { ok: false, error: `The local server answered ${answer.status}.` };
  }
}

/** Send `body` to one of the server's verbs; gives {ok, interaction?, error?, ...}. */
export const post = (verb, body) =>
  ask(verb, { method: "POST", headers: HEADERS, body: JSON.stringify({ page: PAGE, ...body }) });

/**
 * Everything one person can see except messages; throws with a sentence when it cannot be had.
 * A person the server does not know (it was started anew) gets the state of the first one.
 */
export async function fetchState(me) {
  const state = await ask(`state?as=${encodeURIComponent(me)}`);
  if (state.users) return state;
  if (me && !state.lost) return fetchState("");
  throw new Error(state.error ?? "The local server gave no state.");
}

/** The messages of one channel as one person sees them, oldest first. */
export async function fetchMessages(me, channel) {
  const query = `as=${encodeURIComponent(me)}&channel=${encodeURIComponent(channel)}`;
  const messages = await ask(`messages?${query}`);
  if (!Array.isArray(messages)) throw new Error(messages.error ?? "No messages came.");
  return messages;
}

/** News for one person, until the line is lost or closed. */
export class News {
  #socket;
  #closed = false;

  /** `hear({t, d})` gets each piece of news; `lost()` is called when there will be no more. */
  constructor(me, hear, lost) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = new URLSearchParams({ as: me, page: PAGE });
    const address = `${scheme}://${location.host}/page/ws?${query}`;
    this.#socket = new WebSocket(address);
    this.#socket.addEventListener("message", (event) => {
      if (!this.#closed) hear(JSON.parse(event.data));
    });
    /** Settles once it is known whether the line is up: true or false. */
    this.up = new Promise((settle) => {
      this.#socket.addEventListener("open", () => settle(true));
      this.#socket.addEventListener("close", () => settle(false));
    });
    this.#socket.addEventListener("close", () => {
      if (!this.#closed) lost();
    });
  }

  /** Tell which channels are in sight down to their newest message; false without a line. */
  look(ids) {
    if (this.#socket.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify({ looks: ids }));
    return true;
  }

  /** Stop listening for good. */
  close() {
    this.#closed = true;
    this.#socket.close();
  }
}
