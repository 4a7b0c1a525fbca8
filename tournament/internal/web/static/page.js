// Follows the event: after a change it fetches the page again and replaces the parts that differ. Without this script
// the pages are the same; the reader has to reload them.
// @ts-check

const pause = 1000; // milliseconds
const lostPause = 10_000; // milliseconds between two attempts while there is no stream

/** @type {ReturnType<typeof setTimeout> | undefined} */
// biome-ignore lint/correctness/noUnusedVariables: ??= reads it
let due;
let stale = false; // something has changed while the page was hidden
let fetching = false;
let held = false; // a button is pressed: replacing the element under it would lose the click

/** Fetches the page again and replaces the parts that differ. */
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
    else if (response.ok) take(new DOMParser().parseFromString(text, "text/html"));
    else if (response.status === 404) say("This page is not here any more: another server answers");
  } catch {
    // the server is not reachable; the stream reports it and reconnects
  } finally {
    fetching = false;
    if (stale && !held) later();
  }
}

/** @param {Document} page */
const eventOf = (page) => page.querySelector("header .event a")?.textContent;

/**
 * Shows another version of this page. The server of another event may have been started at this address: then all is
 * loaded anew.
 * @param {Document} fresh
 */
function take(fresh) {
  const other = eventOf(fresh);
  if (other === undefined) return; // a page of a proxy
  if (other !== eventOf(document)) location.reload();
  else replaceParts(fresh);
}

/**
 * Tells something beside the name of the event.
 * @param {string} text "": nothing
 */
function say(text) {
  const connection = document.getElementById("connection");
  if (!connection) return;
  if (text !== "") connection.textContent = text;
  connection.hidden = text === "";
}

/**
 * Replaces the live parts of this page by those of another version of it.
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

/** Fetches the page after a random delay, so that not all readers fetch at the same moment. */
function later() {
  due ??= setTimeout(() => void refill(), pause * Math.random());
}

/**
 * Follows the event, by the stream that all pages of this browser share.
 * @param {string} base the address of the viewer, whose stream also reports the event
 */
async function follow(base) {
  const connection = document.getElementById("connection");
  /** @type {typeof import("../../../../show/web/src/stream/main")} */
  const { sharedStreams } = await import(`${base}stream.js`);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let asking;
  let first = !document.hidden; // the first news is what the page already shows
  sharedStreams(base).follow("event", {
    news() {
      if (!first) later();
      first = false;
    },
    connected(yes) {
      if (yes && connection?.hidden === false) later(); // something may have happened meanwhile
      say(yes ? "" : "Connection lost – trying again");
      clearInterval(asking);
      if (!yes) asking = setInterval(later, lostPause); // another server may answer, which has no stream for this page
    },
  });
}

/** @param {string} base */
function startFollowing(base) {
  follow(base).catch(() => setTimeout(() => startFollowing(base), 5000)); // the server is not reachable
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
