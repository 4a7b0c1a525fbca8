// The topics that a page can follow at its server, and the one stream that carries all of them.

/** The list of matches with the lobby, the competition, or a match by its id. */
export type Topic = "list" | "event" | `match:${string}`;

/** News about a topic: an event with its data as the server sent it. */
export interface News {
  topic: Topic;
  name: string;
  data: string;
}

/** Callbacks for a topic. */
export interface Follower {
  news(name: string, data: string): void;
  /** Called at first and after each change: whether the server is connected. */
  connected(yes: boolean): void;
  /** The server has refused. Without this callback the topic is followed again after a while. */
  refused?(): void;
}

/** Follows topics. */
export interface Streams {
  /** Follows a topic. Returns a function that stops following it. */
  follow(topic: Topic, follower: Follower): () => void;
}

export function matchTopic(id: string): Topic {
  return `match:${id}`;
}

/** The id of the match of a topic; undefined: the topic is not a match. */
function idOf(topic: Topic): string | undefined {
  return topic.startsWith("match:") ? topic.slice("match:".length) : undefined;
}

/** The address of the stream of several topics, relative to the address of the server's page. */
export function addressOf(topics: Iterable<Topic>): string {
  const query = [...topics].map((topic) => {
    const id = idOf(topic);
    return id === undefined ? topic : `match=${encodeURIComponent(id)}`;
  });
  return `api/live?${query.join("&")}`;
}

const matchEvents = ["turn", "waiting", "end", "gone"] as const;

/** The events of a topic: each with its name in the shared stream (sent) and its own name. */
export function eventsOf(topic: Topic): { sent: string; name: string }[] {
  const id = idOf(topic);
  if (id !== undefined) return matchEvents.map((name) => ({ sent: `${id}/${name}`, name }));
  return (topic === "list" ? ["matches", "lobby"] : ["changed"]).map((name) => ({ sent: name, name }));
}
