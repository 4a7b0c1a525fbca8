// The board and the parts of the first page that are made elsewhere. The board changes to the match that matters most
// when the present one is over, or at once if the new one decides the event. Without this script the page has the match
// that mattered most when it was loaded.
// @ts-check

const look = 500; // milliseconds
const rest = 6000; // milliseconds that a match stays after its end
const again = 20_000; // milliseconds after which a replay begins again if there is no other match
const patience = 15_000; // milliseconds in which a match must appear

const board = /** @type {HTMLElement} */ (document.getElementById("board"));
const controls = /** @type {HTMLButtonElement} */ (document.getElementById("controls"));
const quiet = matchMedia("(prefers-reduced-motion: reduce)").matches;

/** What the server wants to be on the board. */
const wanted = () => {
  const { dataset } = /** @type {HTMLElement} */ (document.getElementById("board-next"));
  const inside = quiet || controls.getAttribute("aria-pressed") === "true";
  return {
    frame: (inside ? dataset["inside"] : dataset["frame"]) ?? "",
    match: dataset["frame"] ?? "",
    decides: "decides" in dataset,
    inside,
  };
};

let shown = { ...wanted(), since: performance.now(), over: 0 };

/** Puts a match on the board. @param {ReturnType<typeof wanted>} next */
function put(next) {
  shown = { ...next, since: performance.now(), over: 0 };
  controls.hidden = next.frame === "";
  if (next.frame === "") return;
  const says = document.getElementById("board-next")?.cloneNode(true);
  if (says) document.getElementById("board-of")?.replaceChildren(...says.childNodes);
  const frame = document.createElement("iframe");
  frame.title = document.querySelector("#board-of h2")?.textContent ?? "A match";
  frame.src = next.frame;
  board.replaceChildren(frame);
}

/** Whether the match on the board is over, or does not appear. */
function isOver() {
  const content = board.querySelector("iframe")?.contentDocument;
  const final = content?.querySelector(".final");
  if (final && !final.hasAttribute("hidden")) return true;
  return !content?.querySelector(".match") && performance.now() - shown.since > patience;
}

/** Shows the next match when it is time. */
function watch() {
  const next = wanted();
  if (next.inside !== shown.inside || (shown.frame === "" && next.frame !== "")) return put(next);
  if (shown.frame === "") return;
  if (isOver()) shown.over ||= performance.now();
  else shown.over = 0;
  const waited = shown.over ? performance.now() - shown.over : 0;
  const other = next.match !== shown.match && next.match !== "";
  if (other && ((next.decides && !shown.decides && !shown.inside) || waited > rest)) put(next);
  else if (!other && !shown.inside && waited > again) put(next);
}

/** Fetches the parts that other pages have. */
async function fill() {
  if (document.hidden) return;
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-from]"))) {
    try {
      const response = await fetch(new URL(place.dataset["from"] ?? "", location.href));
      if (!response.ok) continue;
      const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
      const part = fresh.getElementById(place.dataset["part"] ?? "");
      if (!part || part.innerHTML === place.innerHTML) continue;
      place.replaceChildren(...[...part.childNodes].map((node) => document.adoptNode(node)));
    } catch {
      // the next change tries again
    }
  }
}

controls.hidden = shown.frame === "";
if (quiet) controls.hidden = true;
else
  controls.addEventListener("click", () => {
    controls.setAttribute("aria-pressed", String(controls.getAttribute("aria-pressed") !== "true"));
    watch();
  });
if (shown.inside) put(wanted());
setInterval(watch, look);

/** @type {ReturnType<typeof setTimeout> | undefined} */
// biome-ignore lint/correctness/noUnusedVariables: ??= reads it
let due;
const changed = new MutationObserver(() => {
  due ??= setTimeout(() => {
    due = undefined;
    void fill();
  }, 2000);
});
changed.observe(/** @type {HTMLElement} */ (document.querySelector(".ranking")), { childList: true });
document.addEventListener("visibilitychange", () => void fill());
void fill();

export {}; // this makes the file a module of its own
