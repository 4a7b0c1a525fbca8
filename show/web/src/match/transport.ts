// The bar at the bottom: the controls that move between turns.
import { speeds } from "../state/clock";
import { h, iconButton, setAttribute, setIcon, setText } from "../ui/dom";
import { plural, speedText } from "../ui/format";
import type { Command } from "../page/keys";
import { Marks } from "./marks";
import type { Playback } from "../state/playback";
import type { Scene } from "./scene";

export class Transport {
  readonly element = h("section", { class: "transport", "aria-label": "Turns" });
  private readonly marks = new Marks();
  private readonly slider = h("input", {
    type: "range",
    class: "scrub",
    min: 0,
    max: 0,
    step: 1,
    value: 0,
    "aria-label": "Turn",
  });
  private readonly play: HTMLButtonElement;
  private readonly live = h(
    "button",
    { type: "button", class: "live", title: "follow the newest turn (l)" },
    h("i"),
    "Live",
  );
  private readonly number = h("input", {
    type: "number",
    class: "goto",
    min: 0,
    max: 0,
    value: 0,
    inputmode: "numeric",
    "aria-label": "Go to turn",
    title: "go to a turn",
  });
  private readonly highlights: HTMLButtonElement;
  private readonly total = h("span", { class: "total", title: "turns so far (of the match)" });
  private readonly speed = h("select", { "aria-label": "Speed", title: "speed (1 to 9)" });

  private readonly quiet = h(
    "button",
    { type: "button", class: "chip quiet", title: "turns in which nothing happens pass up to 4 times as fast (q)" },
    "Skim",
  );
  private readonly tip = h("p", { class: "tip", hidden: true, "aria-hidden": "true" });
  private readonly track: HTMLElement;
  private scene: Scene | undefined;

  constructor(run: (command: Command) => void, jump: (turn: number) => void) {
    this.play = iconButton("play", "Play (space)", () => run({ name: "toggle" }));
    this.play.classList.add("primary");
    for (const speed of speeds) this.speed.append(h("option", { value: speed }, speedText(speed)));
    this.speed.addEventListener("change", () => run({ name: "speed", speed: Number(this.speed.value) }));
    this.slider.addEventListener("input", () => jump(Number(this.slider.value)));
    this.live.addEventListener("click", () => run({ name: "live" }));
    this.number.addEventListener("change", () => {
      if (this.number.value !== "") jump(Number(this.number.value));
    });
    this.number.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.number.blur(); // leaving the field triggers its change event
    });
    const button = (icon: Parameters<typeof iconButton>[0], label: string, command: Command): HTMLButtonElement =>
      iconButton(icon, label, () => run(command));
    this.highlights = button("star", "Highlights: the moments that decided the match (h)", { name: "highlights" });
    this.quiet.addEventListener("click", () => run({ name: "quiet" }));
    this.track = h("div", { class: "track" }, this.marks.element, this.slider, this.tip);
    this.track.addEventListener("pointermove", (event) =>
      this.point(event.clientX - this.track.getBoundingClientRect().left),
    );
    this.track.addEventListener("pointerleave", () => (this.tip.hidden = true));
    this.slider.addEventListener("blur", () => (this.tip.hidden = true));
    this.element.append(
      h(
        "div",
        { class: "buttons" },
        button("first", "First turn (Home)", { name: "first" }),
        button("previousEvent", "Previous event (p)", { name: "previousEvent" }),
        button("back", "A turn back (←)", { name: "step", turns: -1 }),
        this.play,
        button("forward", "A turn forward (→)", { name: "step", turns: 1 }),
        button("nextEvent", "Next event (n)", { name: "nextEvent" }),
        button("last", "Newest turn (End)", { name: "last" }),
        this.highlights,
      ),
      this.track,
      h("label", { class: "at" }, h("span", {}, "Turn"), this.number, this.total),
      h("label", { class: "speed" }, h("span", {}, "Speed"), this.speed),
      this.quiet,
      this.live,
    );
  }

  destroy(): void {
    this.marks.destroy();
  }

  /** Shows what happened in the turn at a position of the track. */
  private point(x: number): void {
    if (this.scene) this.tell(this.scene, this.marks.turnAt(x, this.scene.newest));
  }

  private tell(scene: Scene, turn: number): void {
    this.tip.hidden = false;
    setText(this.tip, wordsOf(scene, turn));
    const width = this.track.clientWidth;
    const half = this.tip.offsetWidth / 2;
    const x = Math.min(Math.max(this.marks.placeOf(turn, scene.newest), half), Math.max(half, width - half));
    this.tip.style.transform = `translateX(${(x - half).toFixed(1)}px)`;
  }

  render(scene: Scene, playback: Playback, speed: number, quiet: boolean): void {
    this.scene = scene;
    const { turn, newest, header, live } = scene;
    const going = playback.playing || playback.following;
    setIcon(this.play, going ? "pause" : "play", going ? "Pause (space)" : "Play (space)");
    setAttribute(this.slider, "max", String(newest));
    this.slider.value = String(turn);
    this.slider.style.setProperty("--at", `${newest > 0 ? (turn / newest) * 100 : 0}%`);
    setAttribute(this.slider, "aria-valuetext", `${wordsOf(scene, turn)}, of ${newest}`);
    setAttribute(this.quiet, "aria-pressed", String(quiet));
    if (this.slider.matches(":focus-visible")) this.tell(scene, turn);
    setAttribute(this.number, "max", String(newest));
    if (document.activeElement !== this.number) this.number.value = String(turn);
    setText(this.total, `of ${live && header.turns > newest ? `${newest} (${header.turns})` : newest}`);
    this.speed.value = String(speed);
    this.live.hidden = !live;
    this.highlights.hidden = !scene.end?.moments?.length;
    setAttribute(this.live, "aria-pressed", String(playback.following));
    this.marks.render(scene);
  }
}

/** Describes what happened in a turn. */
function wordsOf({ history, end }: Scene, turn: number): string {
  const pulse = history.pulse(turn);
  if (!pulse) return `turn ${turn}: not loaded yet`;
  const moment = end?.moments?.find((moment) => moment.turn === turn);
  const { deaths, blown, leads } = pulse;
  const parts = [
    moment?.text ?? history.caption(turn)?.text,
    deaths > 0 && plural(deaths, "player lost characters", "players lost characters"),
    blown > 0 && plural(blown, "cell blew up", "cells blew up"),
    leads > 0 && "the lead changed",
  ].filter((part) => part);
  return parts.length > 0 ? `turn ${turn}: ${parts.join(" · ")}` : `turn ${turn}`;
}
