// Follows the event: when something has changed it fetches the page again and replaces the parts that differ. Without this
// script the pages are the same; the reader reloads them.
// @ts-check

const pause = 1000; // milliseconds, at least, between two fetches

/** @type {ReturnType<typeof setTimeout> | undefined} */
// biome-ignore lint/correctness/noUnusedVariables: ??= reads it
let due;
let stale = false; // something changed while nobody looked
let fetching = false;
let held = false; // a button is down: what it is on stays, or its click would be lost

/** Fetches the page again and replaces what differs. */
async function refill() {
  due = undefined;
  if (document.hidden || fetching || held) {
    stale = true;
    return;
  }
  stale = false;
  fetching = true;
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    const text = await response.text();
    if (held) stale = true;
    else if (response.ok) replaceParts(new DOMParser().parseFromString(text, "text/html"));
  } catch {
    // the server is not there now; the stream says so, and connects again
  } finally {
    fetching = false;
    if (stale && !held) later();
  }
}

/**
 * Puts the live parts of another version of this page in the place of those that are here.
 * @param {Document} fresh
 */
function replaceParts(fresh) {
  for (const part of document.querySelectorAll("[data-live]")) {
    const other = fresh.getElementById(part.id);
    if (!other || other.outerHTML === part.outerHTML) continue;
    const scrolled = [...part.querySelectorAll(".scroll")].map((element) => element.scrollLeft);
    const focused = part.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : undefined;
    part.replaceWith(document.adoptNode(other));
    for (const [i, element] of [...other.querySelectorAll(".scroll")].entries()) element.scrollLeft = scrolled[i] ?? 0;
    for (const link of other.querySelectorAll("a"))
      if (focused && link.getAttribute("href") === focused) link.focus({ preventScroll: true });
  }
}

/** Fetches the page soon: not all readers at the same moment. */
function later() {
  due ??= setTimeout(() => void refill(), pause * Math.random());
}

/**
 * Follows the event, by the one stream that all pages of this browser share.
 * @param {string} base the address of the viewer, whose stream tells of the event, too
 */
async function follow(base) {
  const connection = document.getElementById("connection");
  /** @type {typeof import("../../../../show/web/src/stream/main")} */
  const { sharedStreams } = await import(`${base}stream.js`);
  let first = !document.hidden; // what is told first is what the page shows
  sharedStreams(base).follow("event", {
    news() {
      if (!first) later();
      first = false;
    },
    connected(yes) {
      if (yes && connection?.hidden === false) later(); // what happened meanwhile
      if (!connection) return;
      connection.textContent = "Connection lost – trying again";
      connection.hidden = yes;
    },
  });
}

/** @param {string} base */
function startFollowing(base) {
  follow(base).catch(() => setTimeout(() => startFollowing(base), 5000)); // the server is not there now
}

function release() {
  setTimeout(() => {
    // after the click
    held = false;
    if (stale) later();
  });
}

document.addEventListener("pointerdown", ({ button }) => (held = button === 0));
for (const end of ["pointerup", "pointercancel", "blur"]) window.addEventListener(end, release);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && stale) later();
});
const base = document.body.dataset["stream"];
if (base) startFollowing(new URL(base, location.href).href);
