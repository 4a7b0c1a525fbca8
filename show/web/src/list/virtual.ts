// A long list. Only the visible rows and a few beside them are elements.
import { h, setChildren } from "../ui/dom";

const beside = 6; // rows made above and below the visible ones

/** Makes the row of an index; undefined: the row is not known yet. */
export type MakeRow = (index: number) => HTMLElement | undefined;

export class VirtualList {
  readonly element = h("ol", { class: "virtual", tabindex: -1, "aria-label": "Matches found" });
  /** The index of the current row for the keyboard. */
  at = 0;
  private readonly space = h("li", { class: "space", "aria-hidden": "true" });
  private readonly rows = new Map<number, HTMLElement>();
  private readonly sizes = new ResizeObserver(() => this.render());
  private total = 0;
  private asked = false;
  private aims = false; // the row gets the focus as soon as it exists
  private held = false; // a button is pressed on a row: replacing the row would lose the click
  private stale = false; // the rows must be drawn again

  /** rowHeight is the height of each row in pixels. */
  constructor(
    private readonly rowHeight: number,
    private readonly makeRow: MakeRow,
    private readonly want: (from: number, to: number) => void,
  ) {
    this.element.append(this.space);
    this.element.addEventListener("scroll", () => this.soon());
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusin", (event) => this.entered(event));
    this.element.addEventListener("pointerdown", ({ button }) => button === 0 && this.hold());
    this.sizes.observe(this.element);
  }

  get length(): number {
    return this.total;
  }

  /** Sets the number of rows, and draws the visible ones again. */
  reset(total: number): void {
    const focused = this.focused;
    this.total = total;
    this.at = Math.max(0, Math.min(this.at, total - 1));
    this.space.style.height = `${total * this.rowHeight}px`;
    this.stale = true;
    this.render();
    if (focused) this.focus(this.at);
  }

  /** Scrolls to a row and makes it the current one. */
  show(index: number, focus: boolean): void {
    this.at = Math.max(0, Math.min(index, this.total - 1));
    const top = this.at * this.rowHeight;
    const { element } = this;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + this.rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + this.rowHeight - element.clientHeight;
    this.render();
    if (focus) this.focus(this.at);
  }

  private get focused(): boolean {
    return this.element.contains(document.activeElement);
  }

  private focus(index: number): void {
    const button = this.rows.get(index)?.querySelector("button");
    this.aims = !button; // it is not there yet
    (button ?? this.element).focus({ preventScroll: true });
  }

  private hold(): void {
    this.held = true;
    const release = (): void => {
      ends.abort();
      setTimeout(() => {
        // after the click
        this.held = false;
        if (this.stale) this.reset(this.total);
      });
    };
    const ends = new AbortController();
    for (const end of ["pointerup", "pointercancel", "blur"])
      window.addEventListener(end, release, { signal: ends.signal });
  }

  private soon(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.render();
    });
  }

  private render(): void {
    const { scrollTop, clientHeight } = this.element;
    if (clientHeight === 0) return; // the list is not visible
    if (this.stale && !this.held) {
      this.rows.clear();
      this.stale = false;
    }
    const from = Math.max(0, Math.floor(scrollTop / this.rowHeight) - beside);
    const to = Math.min(this.total, Math.ceil((scrollTop + clientHeight) / this.rowHeight) + beside);
    this.want(from, to);
    for (const index of [...this.rows.keys()])
      if ((index < from || index >= to) && !(index === this.at && this.focused)) this.rows.delete(index);
    for (let index = from; index < to; index++) {
      if (this.rows.has(index)) continue;
      const row = this.makeRow(index);
      if (!row) continue;
      row.style.top = `${index * this.rowHeight}px`;
      row.setAttribute("aria-setsize", String(this.total));
      row.setAttribute("aria-posinset", String(index + 1));
      this.rows.set(index, row);
    }
    const order = [...this.rows.keys()].sort((a, b) => a - b);
    if (!this.rows.has(this.at) && order[0] !== undefined && !this.focused)
      this.at = order.find((index) => index * this.rowHeight >= scrollTop) ?? order[0];
    for (const [index, row] of this.rows)
      row.querySelector("button")?.setAttribute("tabindex", index === this.at ? "0" : "-1");
    setChildren(this.element, [this.space, ...order.flatMap((index) => this.rows.get(index) ?? [])]);
    if (this.aims && document.activeElement === this.element) this.focus(this.at);
  }

  private key(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -this.total,
      End: this.total,
    };
    const step = steps[event.key];
    if (step === undefined || this.total === 0) return;
    event.preventDefault();
    this.show(this.at + step, true);
  }

  private entered(event: FocusEvent): void {
    for (const [index, row] of this.rows)
      if (event.target instanceof Node && row.contains(event.target)) this.at = index;
  }
}
