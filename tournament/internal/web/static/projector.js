// Shows the scenes of the projector's page in turn, forever. Before each round it fetches the page again. It continues
// after the end of the event, with the final result among the scenes.
// @ts-check

/** How long each kind of scene stays, in milliseconds. */
const stays = new Map([
  ["empty", 5000],
  ["final", 15_000],
  ["standings", 12_000],
  ["next", 7000],
  ["result", 8000],
]);
const watchMost = 60_000; // longest time for a match
const watchLeast = 8000;
const watchRest = 4000; // time that a match stays after its end
const usual = 8000;
const speed = Number(new URLSearchParams(location.search).get("speed") ?? 1) || 1; // for tests, and for impatient readers

/** @param {number} time milliseconds */
const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time / speed));

const scenesOf = () => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".scene"))];

/** Fetches the page again; keeps the present one if the server is not reachable. */
async function refill() {
  try {
    const response = await fetch(location.href);
    if (!response.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const place of ["body > header", "#scenes", "body > footer"]) {
      const here = document.querySelector(place);
      const other = fresh.querySelector(place);
      if (here && other) here.replaceWith(document.adoptNode(other));
    }
  } catch {
    // the next round tries again
  }
}

/**
 * Shows a match in the viewer until it has ended, or for a minute.
 * @param {HTMLElement} scene
 * @param {string} address
 */
async function watch(scene, address) {
  const frame = document.createElement("iframe");
  frame.title = scene.getAttribute("aria-label") ?? "A match";
  frame.src = address;
  scene.replaceChildren(frame);
  const began = performance.now();
  for (;;) {
    await sleep(500);
    const time = (performance.now() - began) * speed;
    const final = frame.contentDocument?.querySelector(".final");
    const over = final !== null && final !== undefined && !final.hasAttribute("hidden");
    if (time > watchMost || (over && time > watchLeast)) break;
    const shown = frame.contentDocument?.querySelector(".match");
    if (!shown && time > watchLeast) break; // there is nothing to see
  }
  await sleep(watchRest);
  frame.remove();
}

/** @param {HTMLElement} scene */
async function show(scene) {
  for (const other of scenesOf()) other.classList.toggle("now", other === scene);
  const address = scene.dataset["watch"];
  if (address) await watch(scene, address);
  else await sleep(stays.get(scene.dataset["scene"] ?? "") ?? usual);
}

document.documentElement.classList.add("js");
scenesOf()[0]?.classList.add("now");
for (;;) {
  const scenes = scenesOf();
  for (const scene of scenes) await show(scene);
  if (scenes.length === 0) await sleep(usual);
  await refill();
  scenesOf()[0]?.classList.add("now");
}

export {}; // this makes the file a module of its own
