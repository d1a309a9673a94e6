/**
 * Pictures that are fetched once they stand in the page, and replaced only by one that is ready.
 *
 * A message is drawn anew at each change, and an edit takes the old file away on the server: an
 * <img> with an address would fetch it while it is only being compared. So they are drawn with
 * data-src, and get their src here.
 */

async function swap(image, address) {
  const next = new Image();
  next.src = address;
  try {
    await next.decode();
  } catch {
    return; // The message was changed again, and the newer picture is on its way.
  }
  if (image.dataset.src === address) image.src = address;
}

/** Fetch what the pictures inside `node` should show and do not yet. */
export function fetchPictures(node) {
  for (const image of node.querySelectorAll("img[data-src]")) {
    const wanted = image.dataset.src;
    if (image.getAttribute("src") === wanted || image.dataset.asked === wanted) continue;
    image.dataset.asked = wanted;
    if (image.hasAttribute("src")) swap(image, wanted);
    else image.src = wanted;
  }
}
