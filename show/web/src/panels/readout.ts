// The values of all players in one turn, the largest first, beside the pointer on a chart.
import { h, setText } from "../ui/dom";

export interface Reading {
  badge: HTMLElement;
  name: string;
  text: string;
  value: number;
}

const mostWithNames = 4;
const mostRows = 6;
const line = 18;
const around = 32; // height of a line in pixels, and of the space around the lines

export class Readout {
  readonly element = h("div", { class: "readout", hidden: true, "aria-hidden": "true" });
  private readonly title = h("p");
  private readonly list = h("ol");

  constructor() {
    this.element.append(this.title, this.list);
  }

  hide(): void {
    this.element.hidden = true;
  }

  /** Shows the values of a turn on the left or right of a chart, or below it if they would cover it. */
  show(title: string, readings: readonly Reading[], left: boolean, chart: HTMLElement): void {
    const sorted = readings.toSorted((a, b) => b.value - a.value);
    const names = sorted.length <= mostWithNames;
    const columns = names ? 1 : Math.ceil(sorted.length / mostRows);
    const rows = Math.ceil(sorted.length / columns);
    const below = rows * line + around > chart.clientHeight;
    this.element.style.top = `${chart.offsetTop + (below ? chart.clientHeight : 4)}px`;
    setText(this.title, title);
    this.list.style.gridTemplateRows = `repeat(${rows}, auto)`;
    this.list.replaceChildren(
      ...sorted.map(({ badge, name, text }) =>
        h("li", {}, badge, names && h("span", { class: "who" }, name), h("span", { class: "value" }, text)),
      ),
    );
    this.element.classList.toggle("left", left);
    this.element.hidden = false;
  }
}
