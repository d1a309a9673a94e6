/** Private replies that were put away: they stay away while this browser tab lives. */

const KEY = "dismissed";
const MOST = 300;

function kept() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

const ids = new Set(kept());

export const dismissed = {
  has: (id) => ids.has(id),
  add(id) {
    ids.add(id);
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...ids].slice(-MOST)));
    } catch {
      // A browser that keeps nothing forgets them at the next load.
    }
  },
};
