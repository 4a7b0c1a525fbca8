// Chooses which drawings of bots are shown: all or none, by layer, and of which player.
import type { Frame } from "../model";
import { badge, playerName, type Panel, type Scene } from "../match/scene";
import type { Settings } from "../page/settings";
import { h, setAttribute } from "../ui/dom";

const margin = 4; // pixels between the button and what it opens
const mostHidden = 64; // hidden layer names that are remembered

export interface LayerActions {
  /** Turns drawings on or off. */
  toggle(): void;
  /** Makes another player stand out. */
  pick(player: number): void;
  /** Settings have changed. */
  changed(): void;
}

/** A button that opens a list of layers. It appears once a bot of the match has drawn something. */
export class Layers implements Panel {
  readonly element = h(
    "button",
    {
      type: "button",
      class: "chip drawings",
      title: "what bots have drawn (g)",
      "aria-haspopup": "true",
      hidden: true,
    },
    "Drawings",
  );
  readonly list = h("div", { class: "menu layers", role: "group", "aria-label": "Drawings", popover: "auto" });
  /** The layers seen so far, by the player that draws. */
  private readonly known = new Map<number, Set<string>>();
  private built = "";

  constructor(
    private readonly settings: Settings,
    private readonly actions: LayerActions,
  ) {
    this.element.popoverTargetElement = this.list;
    this.list.addEventListener("beforetoggle", () => {
      const { bottom, left } = this.element.getBoundingClientRect();
      this.list.style.top = `${bottom + margin}px`;
      this.list.style.left = `${left}px`;
    });
  }

  /** Adds the layers of a frame. */
  add(frame: Frame): void {
    for (const { player, layer } of frame.drawings ?? []) {
      const layers = this.known.get(player);
      if (layers) layers.add(layer);
      else this.known.set(player, new Set([layer]));
    }
  }

  render(scene: Scene): void {
    this.element.hidden = this.known.size === 0 || scene.projector;
    if (this.element.hidden) return;
    const layers = [...(this.known.get(scene.me) ?? [])].sort();
    const players = [...this.known.keys()].sort((a, b) => a - b);
    setAttribute(this.element, "aria-pressed", String(this.settings.drawings && layers.length > 0));
    const state = JSON.stringify([
      scene.me,
      layers,
      players,
      this.settings.drawings,
      this.settings.hiddenLayers,
      scene.dark,
    ]);
    if (state === this.built) return;
    this.built = state;
    const focus = this.list.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset["of"]
      : undefined;
    this.list.replaceChildren(
      this.box("Show drawings", this.settings.drawings, "all", () => this.actions.toggle()),
      ...(layers.length > 0 ? [this.layerBoxes(layers)] : [this.artists(scene, players)]),
    );
    if (focus !== undefined) this.list.querySelector<HTMLElement>(`[data-of=${CSS.escape(focus)}]`)?.focus();
  }

  private layerBoxes(layers: readonly string[]): HTMLElement {
    const { settings } = this;
    return h(
      "fieldset",
      {},
      h("legend", {}, "Layers"),
      ...layers.map((name) =>
        this.box(name, !settings.hiddenLayers.includes(name), `layer ${name}`, () => {
          settings.hiddenLayers = settings.hiddenLayers.includes(name)
            ? settings.hiddenLayers.filter((other) => other !== name)
            : [...settings.hiddenLayers, name].slice(-mostHidden);
          this.actions.changed();
        }),
      ),
    );
  }

  /** The choice between players that draw, because drawings are only shown for the player who stands out. */
  private artists(scene: Scene, players: readonly number[]): HTMLElement {
    return h(
      "div",
      {},
      h("p", {}, "Drawings are shown of the player that is Me:"),
      ...players.map((player) => {
        const button = h(
          "button",
          { type: "button", "data-of": `player ${player}` },
          badge(scene.header, player, scene.dark),
          " ",
          h("bdi", {}, playerName(scene.header, player)),
        );
        button.addEventListener("click", () => this.actions.pick(player));
        return button;
      }),
    );
  }

  private box(label: string, checked: boolean, of: string, act: () => void): HTMLElement {
    const input = h("input", { type: "checkbox", "data-of": of });
    input.checked = checked;
    input.addEventListener("change", act);
    return h("label", {}, input, " ", label);
  }
}
