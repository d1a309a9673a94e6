/** A picture at full size, over everything else. */
import { el } from "./dom.js";

/** Open the picture of the <img> that was pressed. */
export function showPicture(image) {
  if (!image) return;
  const close = el(
    "button",
    { type: "button", class: "close", "aria-label": "Close picture" },
    "✕",
  );
  const shown = el("img", { src: image.src, alt: image.alt });
  const stage = el(
    "div",
    { class: "viewer-stage", tabindex: "0", role: "region", "aria-label": "Picture" },
    shown,
  );
  const words = image.alt ? el("p", { class: "viewer-words" }, image.alt) : null;
  const dialog = el(
    "dialog",
    { class: "viewer", "aria-label": "Picture at full size" },
    close,
    stage,
    words,
  );
  close.addEventListener("click", () => dialog.close());
  stage.addEventListener("click", (event) => {
    if (event.target === stage) dialog.close();
    else dialog.classList.toggle("whole");
  });
  dialog.addEventListener("close", () => dialog.remove());
  // A phone has shown it as wide as it goes already: there it opens in its own size, to be moved.
  dialog.classList.toggle("whole", matchMedia("(max-width: 759px)").matches);
  document.body.append(dialog);
  dialog.showModal();
}
