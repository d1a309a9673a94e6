/** What can be done with a place, and the small dialogs that ask before it is done. */
import { el } from "./dom.js";
import { openPicker } from "./picker.js";

const DEEDS = {
  thread: { label: "Open a thread", description: "It is listed under this channel" },
  join: { label: "Join this thread", description: "Mentions here ring at you" },
  leave: { label: "Leave this thread", description: "Nothing here rings at you any more" },
  archive: { label: "Archive this thread", description: "The next message opens it again" },
  delete: { label: "Delete this place", description: "With all that was said in it" },
  kick: { label: "Throw Motordrome out", description: "Its commands are gone with it" },
  invite: { label: "Invite Motordrome", description: "Into this server, again" },
};
const CERTAIN = {
  delete: (name) => `Delete ${name} with all that was said in it?`,
  kick: () => "Throw Motordrome out of this server?",
};

/** What can be done with `channel` by those who may do everything in `guild`. */
function possible(channel, guild) {
  const server = guild.bot === false ? "invite" : "kick";
  if (channel?.type === "thread") {
    const belongs = channel.member ? "leave" : "join";
    return [belongs, ...(channel.archived ? [] : ["archive"]), "delete", server];
  }
  return channel?.type === "text" ? ["thread", "delete", server] : [];
}

/**
 * Ask in a dialog. `label` names a text that is asked for, or is "" where yes is enough;
 * `act(text)` gives {ok, error?}.
 */
export function ask({ title, label, go, danger = false }, act) {
  const input = label
    ? el("input", { type: "text", id: "asked", maxlength: "100", autocomplete: "off" })
    : null;
  const trouble = el("p", { class: "trouble", role: "alert", hidden: true });
  const cancel = el("button", { type: "button", class: "btn secondary" }, el("span", {}, "Cancel"));
  const question = label
    ? el(
        "div",
        { class: "question" },
        el("label", { class: "label", for: "asked" }, label),
        input,
      )
    : null;
  const style = `btn ${danger ? "danger" : "primary"}`;
  const form = el(
    "form",
    { novalidate: true },
    el("div", { class: "modal-body" }, question, trouble),
    el(
      "div",
      { class: "modal-foot" },
      cancel,
      el("button", { type: "submit", class: style }, el("span", {}, go)),
    ),
  );
  const dialog = el(
    "dialog",
    { class: "modal", "aria-labelledby": "asked-title" },
    el("div", { class: "modal-head" }, el("h2", { id: "asked-title" }, title)),
    form,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = input?.value.trim() ?? "";
    const answer = text || !input ? await act(text) : { ok: false, error: "Type a name." };
    trouble.textContent = answer.error ?? "";
    trouble.hidden = answer.ok;
    if (answer.ok) dialog.close();
    else input?.focus();
  });
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  (input ?? cancel).focus();
}

/** Offer what can be done with `channel`; `act(deed, name)` does it and gives {ok, error?}. */
export function offerDeeds(anchor, channel, guild, act) {
  const options = possible(channel, guild).map((value) => ({ value, ...DEEDS[value] }));
  const picked = ([deed]) => {
    const name = channel.type === "thread" ? channel.name : `#${channel.name}`;
    if (deed === "thread") {
      ask({ title: `A thread of ${name}`, label: "Name of the thread", go: "Open" }, (text) =>
        act(deed, text),
      );
    } else if (CERTAIN[deed]) {
      const { label } = DEEDS[deed];
      const go = label.split(" ")[0];
      ask({ title: CERTAIN[deed](name), label: "", go, danger: true }, () => act(deed, ""));
    } else {
      act(deed, "");
    }
  };
  const label = "What to do with this place";
  openPicker(anchor, { options, min: 1, max: 1, values: [], label, plain: true }, picked);
}
