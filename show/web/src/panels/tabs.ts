// Panels of which one is shown at a time; if there is room, some of them are always shown.
import { h } from "../ui/dom";
import { Media } from "../ui/media";

export interface Tab {
  id: string;
  title: string;
  panel: HTMLElement;
  /** Always shown on wide screens, where it has no tab. */
  fixed: boolean;
}

export class Tabs {
  readonly element = h("aside", { class: "side", "aria-label": "Beside the board" });
  private readonly list = h("div", { class: "tabs", role: "tablist", "aria-label": "Panels" });
  private readonly buttons: HTMLButtonElement[];
  private readonly wide = new Media("(min-width: 900px)");
  private readonly end = new AbortController();

  constructor(
    private readonly tabs: readonly Tab[],
    private readonly state: { tab: string | undefined },
    private readonly changed: () => void,
  ) {
    this.buttons = tabs.map(({ id, title, panel, fixed }) => {
      const button = h(
        "button",
        { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, class: fixed ? "fixed" : "" },
        title,
      );
      button.addEventListener("click", () => this.select(id));
      panel.id = `panel-${id}`;
      panel.classList.toggle("fixed", fixed);
      this.list.append(button);
      return button;
    });
    this.list.addEventListener("keydown", (event) => this.key(event));
    this.element.append(this.list, ...tabs.map((tab) => tab.panel));
    this.wide.onChange(() => this.apply(), this.end.signal);
    this.apply();
  }

  /** Shows a number beside a title, such as the number of lines; 0 shows none. */
  count(id: string, n: number): void {
    const button = this.buttons[this.tabs.findIndex((tab) => tab.id === id)];
    if (n > 0) button?.setAttribute("data-count", n > 99 ? "99+" : String(n));
    else button?.removeAttribute("data-count");
  }

  /** Shows or hides a panel together with its tab. */
  offer(id: string, offered: boolean): void {
    const button = this.buttons[this.tabs.findIndex((tab) => tab.id === id)];
    if (!button || button.hidden !== offered) return;
    button.hidden = !offered;
    this.apply();
  }

  destroy(): void {
    this.end.abort();
  }

  private get offered(): readonly Tab[] {
    return this.tabs.filter((tab, i) => !(this.wide.matches && tab.fixed) && !this.buttons[i]?.hidden);
  }

  private select(id: string): void {
    this.state.tab = id;
    this.apply();
  }

  private apply(): void {
    const offered = this.offered;
    const current = offered.find((tab) => tab.id === this.state.tab) ?? offered[0];
    for (const [i, tab] of this.tabs.entries()) {
      const selected = tab === current;
      tab.panel.classList.toggle("chosen", selected);
      this.buttons[i]?.setAttribute("aria-selected", String(selected));
      this.buttons[i]?.setAttribute("tabindex", selected ? "0" : "-1");
      if (offered.includes(tab)) {
        tab.panel.setAttribute("role", "tabpanel");
        tab.panel.setAttribute("aria-labelledby", `tab-${tab.id}`);
      } else {
        tab.panel.removeAttribute("role");
        tab.panel.removeAttribute("aria-labelledby");
      }
    }
    this.changed();
  }

  private key(event: KeyboardEvent): void {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const step = event.key === "ArrowLeft" ? -1 : 1;
    const offered = this.offered;
    const at = offered.findIndex((tab) => tab.panel.classList.contains("chosen"));
    const next = offered[(at + step + offered.length) % offered.length];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    this.select(next.id);
    this.buttons[this.tabs.indexOf(next)]?.focus();
  }
}
