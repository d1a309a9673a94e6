/** The page's road to the local server: questions over HTTP, news over a websocket. */

const HEADERS = { "Content-Type": "application/json" };

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
  ask(verb, { method: "POST", headers: HEADERS, body: JSON.stringify(body) });

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

const WAITS = [250, 500, 1000, 2000, 4000];

/** News for one person. Comes back by itself after a loss, waiting longer each time. */
export class News {
  #me;
  #hear;
  #status;
  #socket = null;
  #timer = 0;
  #losses = 0;
  #closed = false;

  /** `hear({t, d})` gets each piece of news; `status(up)` each opening and loss. */
  constructor(me, hear, status) {
    this.#me = me;
    this.#hear = hear;
    this.#status = status;
    this.#open();
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/page/ws?as=${encodeURIComponent(this.#me)}`;
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#losses = 0;
      if (!this.#closed) this.#status(true);
    });
    socket.addEventListener("message", (event) => {
      if (!this.#closed) this.#hear(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (this.#closed) return;
      this.#status(false);
      const wait = WAITS[Math.min(this.#losses, WAITS.length - 1)];
      this.#losses += 1;
      this.#timer = setTimeout(() => this.#open(), wait);
    });
  }

  /** Stop listening for good. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket.close();
  }
}
