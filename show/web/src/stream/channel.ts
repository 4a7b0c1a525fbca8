// In browsers without shared workers, the pages elect one of them as leader. It holds the stream and passes news to the
// others by a channel. Pages over plain HTTP have no locks, so the election uses signs of life: a page that hears of no
// leader becomes one. Two leaders at the same time do no harm: the one with the lower term, or at the same term the
// higher name, gives way.
import { Hub, type Told } from "./hub";
import { version, type Connect, type Link } from "./link";
import type { Topic } from "./topics";

type Said =
  | { from: string; what: "hello" } // asks for a leader
  | { from: string; what: "lead"; term: number } // the sender is the leader
  | { from: string; what: "want"; leader: string; topics: readonly Topic[] }
  | { from: string; what: "told"; told: Told; to: readonly string[] }
  | { from: string; what: "bye" };

const every = 1000; // milliseconds between two signs of life
const silentBeats = 3; // beats without a sign of life: a leader is replaced, another page is dropped
const hearing = 300; // milliseconds in which a leader must answer
const chance = 500; // additional random milliseconds, so that not all pages become leader at once

export const connectChannel: Connect = (base, told) => new ChannelLink(base, told);

class ChannelLink implements Link {
  private readonly channel: BroadcastChannel;
  private readonly name = Math.random().toString(36).slice(2).padEnd(12, "0");
  private readonly silent = new Map<string, number>(); // beats without a sign of life, by page that follows something
  private readonly beat: ReturnType<typeof setInterval>;
  private topics: readonly Topic[] = [];
  private term = 0;
  private leader = ""; // name of the page that leads; "": none is known
  private hub: Hub | undefined; // set while this page leads
  private heard = 0; // beats since the last sign of life of the leader
  private seeking: ReturnType<typeof setTimeout> | undefined;
  private open = true;

  constructor(
    base: string,
    private readonly told: (told: Told) => void,
  ) {
    this.base = base;
    this.channel = new BroadcastChannel(`blastyard stream ${version} ${new URL(base).pathname}`);
    this.channel.addEventListener("message", ({ data }: MessageEvent<Said>) => this.hears(data));
    this.beat = setInterval(() => this.tick(), every);
    this.seek(hearing);
    this.say({ from: this.name, what: "hello" });
  }

  private readonly base: string;

  want(topics: readonly Topic[]): void {
    this.topics = topics;
    this.ask();
  }

  close(): void {
    if (!this.open) return;
    this.open = false;
    clearInterval(this.beat);
    clearTimeout(this.seeking);
    this.hub?.close();
    this.say({ from: this.name, what: "bye" });
    this.channel.close();
  }

  private say(said: Said): void {
    this.channel.postMessage(said);
  }

  /** Tells the leader which topics this page wants. */
  private ask(): void {
    if (this.hub) this.hub.want(this.name, this.topics);
    else if (this.leader !== "") this.say({ from: this.name, what: "want", leader: this.leader, topics: this.topics });
  }

  private seek(after: number): void {
    this.leader = "";
    clearTimeout(this.seeking);
    this.seeking = setTimeout(() => this.lead(), after + Math.random() * chance);
  }

  private lead(): void {
    this.term++;
    this.leader = this.name;
    this.silent.clear();
    this.hub = new Hub(this.base, (told, to) => {
      if (to.includes(this.name)) this.told(told);
      const others = to.filter((client) => client !== this.name);
      if (others.length > 0) this.say({ from: this.name, what: "told", told, to: others });
    });
    this.say({ from: this.name, what: "lead", term: this.term });
    this.ask();
  }

  private tick(): void {
    if (this.hub) {
      this.say({ from: this.name, what: "lead", term: this.term });
      for (const [client, beats] of this.silent) {
        if (beats >= silentBeats) this.forget(client);
        else this.silent.set(client, beats + 1);
      }
      return;
    }
    if (this.leader === "") return;
    if (++this.heard > silentBeats) this.seek(0);
    else this.ask();
  }

  private forget(client: string): void {
    this.silent.delete(client);
    this.hub?.drop(client);
  }

  private hears(said: Said): void {
    if (!this.open) return;
    switch (said.what) {
      case "hello":
        if (this.hub) this.say({ from: this.name, what: "lead", term: this.term });
        break;
      case "lead":
        return this.hearsLeader(said.from, said.term);
      case "want":
        if (!this.hub || said.leader !== this.name) break;
        this.silent.set(said.from, 0);
        this.hub.want(said.from, said.topics);
        break;
      case "told":
        if (said.to.includes(this.name) && said.from === this.leader) this.told(said.told);
        break;
      case "bye":
        if (this.hub) this.forget(said.from);
        else if (said.from === this.leader) this.seek(0);
    }
  }

  private hearsLeader(from: string, term: number): void {
    const better = term > this.term || (term === this.term && from < this.leader) || this.leader === "";
    if (this.hub && !better) return this.say({ from: this.name, what: "lead", term: this.term }); // makes it give way
    if (from === this.leader) this.heard = 0;
    if (from === this.leader || !better) return;
    clearTimeout(this.seeking);
    this.hub?.close();
    this.hub = undefined;
    this.leader = from;
    this.term = Math.max(this.term, term);
    this.heard = 0;
    this.ask();
  }
}
