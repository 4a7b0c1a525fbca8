// Shows below the times of the event how long it is until they come, and what the reader's own clock shows then. It
// reads the times from the page, so it goes on with whatever a newer page says.
// @ts-check
{
  /** @param {number} n */
  const two = (n) => String(n).padStart(2, "0");

  /**
   * A duration in words, with seconds only where they matter.
   * @param {number} ms
   */
  const words = (ms) => {
    const s = Math.ceil(ms / 1000);
    const [days, hours, minutes] = [Math.floor(s / 86_400), Math.floor(s / 3600) % 24, Math.floor(s / 60) % 60];
    if (days > 0) return `${days} d ${hours} h`;
    if (hours > 0) return `${hours} h ${minutes} min`;
    return minutes > 0 ? `${minutes} min ${s % 60} s` : `${s} s`;
  };

  /**
   * A time as pages write it, but in the reader's zone.
   * @param {Date} at
   */
  const own = (at) =>
    `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;

  // A screen for a room (data-room) has no reader with another clock.
  const show = () => {
    const place = document.getElementById("clock");
    if (!place) return;
    const parts = [];
    for (const element of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-what]"))) {
      const at = new Date(element.dateTime);
      const left = at.getTime() - Date.now();
      if (!(left > 0)) continue;
      const here = own(at);
      const same = "room" in place.dataset || (element.textContent ?? "").startsWith(here);
      const mine = same ? "" : ` (${here} on your clock)`;
      parts.push(`${element.dataset["what"]} in ${words(left)}${mine}`);
    }
    const text = parts.join(" · ");
    if (place.textContent !== text) place.textContent = text;
    place.hidden = text === "";
  };

  show();
  setInterval(show, 1000);
}
