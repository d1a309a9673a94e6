/** The phone of whoever sits here: what it rang with last, as a lock screen shows it. */
import { el, patchList } from "./dom.js";
import { stamp } from "./time.js";
import { shortened } from "./words.js";

const EMPTY = "(no text)";

/** A push in one line, to be read out. */
export const rung = (push) => `${push.title}: ${push.text || EMPTY}`;

const sign = () => el("span", { class: "phone-sign", "aria-hidden": "true" });

function card(push) {
  const props = {
    type: "button",
    class: push.taken_back ? "push gone" : "push",
    data: { channel: push.channel, message: push.message },
    title: "Open it, as a tap on the push would",
  };
  return el(
    "li",
    { data: { key: push.message } },
    el(
      "button",
      props,
      el("span", { class: "push-title" }, push.title),
      stamp(push.at),
      el("span", { class: push.text ? "push-text" : "push-text none" }, push.text || EMPTY),
      push.taken_back ? el("span", { class: "small" }, "Its message has been deleted.") : null,
    ),
  );
}

/** Redraw the phone of the person called `name`; `pushes` are the last ones, oldest first. */
export function drawPhone(host, name, pushes) {
  host.hidden = !pushes.length;
  const [summary, list] = [host.querySelector("summary"), host.querySelector("ol")];
  if (host.hidden) {
    // Nothing that rang at the last person stays for the next one.
    summary.replaceChildren();
    list.replaceChildren();
    return;
  }
  const newest = pushes.at(-1);
  const who = newest.title.split(" (")[0];
  const last = pushes.length === 1 ? "the last push" : `the last ${pushes.length} pushes`;
  const line = el(
    "summary",
    {},
    sign(),
    el("span", { class: "phone-whose" }, `${name}'s phone`),
    el("span", { class: "phone-newest" }, shortened(rung({ ...newest, title: who }), 120)),
    el("span", { class: "phone-all" }, last),
    el("span", { class: "caret", "aria-hidden": "true" }, "▾"),
  );
  patchList(summary, line);
  list.setAttribute("aria-label", `${name}'s phone, ${last}, newest first`);
  patchList(list, el("ol", {}, ...[...pushes].reverse().map(card)));
}
