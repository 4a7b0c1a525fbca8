// An event stream that notices when nothing arrives any more. A proxy may hold a stream back until it ends, and a
// connection may be dead without a word, after a change of networks or because something on the way was restarted; an
// EventSource reports neither. So the server is asked for signs of life, and where a stream brings nothing, what it would
// say is asked for again and again.

const firstWithin = 10_000; // milliseconds in which the first event must arrive: the server sends it at once
const silentAfter = 50_000; // milliseconds without an event or a sign of life, which comes every 15 seconds
const tryEvery = 60_000; // milliseconds between two attempts to use a stream where it has brought nothing
const askEvery = 2000; // milliseconds between two questions where no stream works
const answerWithin = 10_000; // milliseconds in which an answer must be complete

/** Callbacks of a feed. */
export interface Listener {
  /** Called at first and after each change: whether the server is connected. */
  connected(yes: boolean): void;
  news(name: string, data: string): void;
  /** The server has refused, and the feed has ended. */
  refused(): void;
}

/** A feed follows an address until it is closed. */
export class Feed {
  private events: EventSource | undefined;
  private isConnected: boolean | undefined;
  private heard = false; // the stream has brought something
  private quiet: ReturnType<typeof setTimeout> | undefined;
  private asking: ReturnType<typeof setTimeout> | undefined; // set while the server is asked again and again
  private asked: AbortController | undefined;
  private readonly last = new Map<string, string>(); // the last data of each event: answers repeat them

  /** names are the events that are told. */
  constructor(
    private readonly address: string,
    private readonly names: readonly string[],
    private readonly listener: Listener,
  ) {
    this.listen();
  }

  close(): void {
    clearTimeout(this.quiet);
    this.stopAsking();
    this.events?.close();
    this.events = undefined;
  }

  private with(flag: string): string {
    return `${this.address}${this.address.includes("?") ? "&" : "?"}${flag}`;
  }

  private listen(): void {
    const events = new EventSource(this.with("beats"));
    this.events = events;
    this.heard = false;
    this.wait(this.asking === undefined ? firstWithin : tryEvery);
    const current = () => events === this.events;
    events.addEventListener("open", () => current() && this.say(true));
    events.addEventListener("beat", () => current() && this.hear());
    for (const name of this.names)
      events.addEventListener(name, ({ data }: MessageEvent<string>) => {
        if (!current()) return;
        this.hear();
        this.tell(name, data);
      });
    events.addEventListener("error", () => {
      if (!current()) return;
      const refused = events.readyState === EventSource.CLOSED;
      if (refused) this.close(); // else the browser reconnects
      if (refused || this.asking === undefined) this.say(false);
      if (refused) this.listener.refused();
    });
  }

  private wait(time: number): void {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.silent(), time);
  }

  private hear(): void {
    this.heard = true;
    this.stopAsking();
    this.wait(silentAfter);
  }

  /** The stream has brought nothing for too long: a new one may. If this one never did, the server is asked meanwhile. */
  private silent(): void {
    this.events?.close();
    if (this.heard) this.say(false);
    else this.asking ??= setTimeout(() => void this.ask(), 0);
    this.listen();
  }

  private stopAsking(): void {
    clearTimeout(this.asking);
    this.asking = undefined;
    this.asked?.abort();
  }

  private async ask(): Promise<void> {
    const asked = new AbortController();
    this.asked = asked;
    const late = setTimeout(() => asked.abort(), answerWithin);
    let text: string | undefined;
    try {
      const response = await fetch(this.with("once"), { signal: asked.signal });
      if (response.ok) text = await response.text();
    } catch {
      // the server is not reachable
    }
    clearTimeout(late);
    if (this.asking === undefined || asked !== this.asked) return; // the stream works again, or nobody listens
    this.say(text !== undefined);
    for (const { name, data } of eventsIn(text ?? ""))
      if (this.names.includes(name) && this.last.get(name) !== data) this.tell(name, data);
    if (this.asking !== undefined) this.asking = setTimeout(() => void this.ask(), askEvery);
  }

  private say(connected: boolean): void {
    if (connected === this.isConnected) return;
    this.isConnected = connected;
    this.listener.connected(connected);
  }

  private tell(name: string, data: string): void {
    this.last.set(name, data);
    this.listener.news(name, data);
  }
}

/** The events in the text of a stream, as this server writes it. */
export function* eventsIn(text: string): Generator<{ name: string; data: string }> {
  for (const block of text.split("\n\n")) {
    const lines = block.split("\n");
    const name = lines.find((line) => line.startsWith("event: "))?.slice("event: ".length);
    const data = lines.find((line) => line.startsWith("data: "))?.slice("data: ".length);
    if (name !== undefined && data !== undefined) yield { name, data };
  }
}
