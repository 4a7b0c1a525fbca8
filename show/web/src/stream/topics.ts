// What a page can follow at its server, and the one stream that tells all of it.

/** The list of matches with the lobby, the competition around them, or a match by its id. */
export type Topic = "list" | "event" | `match:${string}`;

/** What is told of a topic: an event with its data as the server sent it. */
export interface News {
  topic: Topic;
  name: string;
  data: string;
}

/** Who follows a topic. */
export interface Follower {
  news(name: string, data: string): void;
  /** Whether the server is there, when that changes and at first. */
  connected(yes: boolean): void;
  /** The server refused. Whoever does not say what then is connected again after a while. */
  refused?(): void;
}

/** Where topics are followed. */
export interface Streams {
  /** Follows a topic until the function that it returns is called. */
  follow(topic: Topic, follower: Follower): () => void;
}

export function matchTopic(id: string): Topic {
  return `match:${id}`;
}

/** The match of a topic; undefined: it is about none. */
function idOf(topic: Topic): string | undefined {
  return topic.startsWith("match:") ? topic.slice("match:".length) : undefined;
}

/** The address of a stream of topics, below that of the server's page. */
export function addressOf(topics: Iterable<Topic>): string {
  const query = [...topics].map((topic) => {
    const id = idOf(topic);
    return id === undefined ? topic : `match=${encodeURIComponent(id)}`;
  });
  return `api/live?${query.join("&")}`;
}

const matchEvents = ["turn", "waiting", "end", "gone"] as const;

/** The events of a topic: their names in the stream of several topics, and by themselves. */
export function eventsOf(topic: Topic): { sent: string; name: string }[] {
  const id = idOf(topic);
  if (id !== undefined) return matchEvents.map((name) => ({ sent: `${id}/${name}`, name }));
  return (topic === "list" ? ["matches", "lobby"] : ["changed"]).map((name) => ({ sent: name, name }));
}
