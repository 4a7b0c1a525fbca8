// The menu of a match. Other modules add its items. An item that is not available says why.
import { h, iconButton } from "../ui/dom";

export interface MenuItem {
  label: string;
  /** What the item does, in a few words; shown below the label. */
  hint: string;
  /** Why the item is not available; "" if it is. It is called whenever the menu opens. */
  disabled?: () => string;
  run: () => void;
}

const margin = 4; // pixels between the button and its menu

export class Menu {
  readonly element: HTMLButtonElement;
  /** Called before the menu opens. */
  onOpen: (() => void) | undefined;
  private readonly list = h("div", { class: "menu", role: "menu", "aria-label": "Menu", popover: "auto" });
  private readonly rows: { item: MenuItem; button: HTMLButtonElement; hint: HTMLElement }[] = [];

  constructor() {
    this.element = iconButton("menu", "Menu (.)", () => {});
    this.element.popoverTargetElement = this.list; // makes the button open and close the list
    this.element.setAttribute("aria-haspopup", "menu");
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.list.addEventListener("beforetoggle", (event) => {
      if (event instanceof ToggleEvent && event.newState === "open") this.prepare();
    });
    this.list.addEventListener("toggle", () => {
      if (this.open) this.rows[0]?.button.focus();
    });
  }

  /** The list of items, to be put beside the button. */
  get popover(): HTMLElement {
    return this.list;
  }

  get open(): boolean {
    return this.list.matches(":popover-open");
  }

  add(item: MenuItem): void {
    const hint = h("small");
    const button = h("button", { type: "button", role: "menuitem", tabindex: "-1" }, h("span", {}, item.label), hint);
    button.addEventListener("click", () => {
      if (item.disabled?.()) return;
      this.list.hidePopover();
      item.run();
    });
    this.rows.push({ item, button, hint });
    this.list.append(button);
    this.refresh();
  }

  /** Updates which items are available. */
  refresh(): void {
    for (const { item, button, hint } of this.rows) {
      const reason = item.disabled?.() ?? "";
      button.setAttribute("aria-disabled", String(reason !== ""));
      hint.textContent = reason || item.hint;
    }
  }

  toggle(): void {
    this.list.togglePopover();
  }

  private prepare(): void {
    this.onOpen?.();
    this.refresh();
    const { bottom, right } = this.element.getBoundingClientRect();
    this.list.style.top = `${bottom + margin}px`;
    this.list.style.right = `${Math.max(margin, document.documentElement.clientWidth - right)}px`;
  }

  /** Arrow keys move between the items; the page's own keys are disabled. */
  private key(event: KeyboardEvent): void {
    if (event.key === "Escape" || !this.open) return; // the browser closes the menu itself
    event.stopPropagation();
    if (event.key === "Tab" || event.key === ".") this.list.hidePopover();
    const steps = new Map(
      Object.entries({ ArrowDown: 1, ArrowUp: -1, Home: -this.rows.length, End: this.rows.length }),
    );
    const step = steps.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    const at = this.rows.findIndex(({ button }) => button === document.activeElement);
    const wanted =
      Math.abs(step) > 1
        ? Math.min(Math.max(at + step, 0), this.rows.length - 1)
        : (at + step + this.rows.length) % this.rows.length;
    this.rows[wanted]?.button.focus();
  }
}
