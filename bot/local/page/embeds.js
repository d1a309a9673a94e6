/** Embeds and plain attachments: what a message carries without Components V2. */
import { el, cssColor, webAddress } from "./dom.js";
import { file, picture } from "./components.js";
import { inline, markdown } from "./markdown.js";
import { stamp } from "./time.js";

const PICTURE = /\.(png|jpe?g|gif|webp)$/i;

function titled(words, address) {
  const web = webAddress(address ?? "");
  if (!address || !web) return words;
  return [el("a", { href: web, target: "_blank", rel: "noopener noreferrer" }, words)];
}

function embed(given, context) {
  const { names } = context;
  const card = el("div", { class: "card embed" });
  const accent = cssColor(given.color);
  card.style.setProperty("--accent", accent || "#4E5058");
  if (given.thumbnail?.url) card.append(picture(given.thumbnail, context, "thumb"));
  if (given.author?.name) {
    card.append(el("p", { class: "embed-author" }, titled([given.author.name], given.author.url)));
  }
  if (given.title)
    card.append(el("h3", { class: "embed-title" }, titled(inline(given.title, names), given.url)));
  if (given.description) card.append(markdown(given.description, names));
  if (given.fields?.length) {
    const fields = given.fields.map((field) =>
      el(
        "div",
        { class: field.inline ? "field inline" : "field" },
        el("dt", {}, inline(field.name, names)),
        el("dd", {}, markdown(field.value, names)),
      ),
    );
    card.append(el("dl", { class: "fields" }, fields));
  }
  if (given.image?.url) card.append(picture(given.image, context));
  if (given.footer?.text || given.timestamp) {
    const when = given.timestamp ? stamp(Date.parse(given.timestamp)) : null;
    const foot = el("p", { class: "small embed-foot" }, given.footer?.text ?? "");
    if (when) foot.append(given.footer?.text ? " · " : "", when);
    card.append(foot);
  }
  return card;
}

/** Elements for a message's embeds. */
export const embeds = (given, context) => (given ?? []).map((one) => embed(one, context));

const isPicture = (one) =>
  one.content_type
    ? /^image\/(png|jpeg|gif|webp)/.test(one.content_type)
    : PICTURE.test(one.filename ?? "");

/** Elements for the attachments that no embed or component already shows. */
export function attachments(message, context) {
  const used = JSON.stringify([message.embeds ?? [], message.components ?? []]);
  const loose = (message.attachments ?? []).filter(
    (one) =>
      !used.includes(`attachment://${one.filename}`) && !used.includes(JSON.stringify(one.url)),
  );
  const pictures = loose.filter(isPicture).map((one) => picture(one, context));
  const files = loose.filter((one) => !isPicture(one)).map((one) => file(one, context));
  const gallery = el(
    "div",
    { class: `gallery loose of-${Math.min(pictures.length, 5)}` },
    pictures,
  );
  return [pictures.length ? gallery : null, ...files];
}
