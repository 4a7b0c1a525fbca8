// A proxy between pages and the program. It counts the requests and the open event streams.
import { createServer, request } from "node:http";

/**
 * Starts such a proxy.
 * @param {string} address of the program's page
 */
export async function counting(address) {
  const target = new URL(address);
  const counts = { page: "", streams: 0, most: 0, asked: /** @type {string[]} */ ([]), close: async () => {} };
  const server = createServer((from, to) => {
    counts.asked.push(from.url ?? "");
    const inner = request(
      { host: target.hostname, port: target.port, path: from.url, method: from.method, headers: from.headers },
      (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
        if (answer.headers["content-type"] !== "text/event-stream") return;
        counts.most = Math.max(counts.most, ++counts.streams);
        answer.on("close", () => counts.streams--);
      },
    );
    inner.on("error", () => to.destroy());
    to.on("close", () => inner.destroy());
    from.pipe(inner);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const own = server.address();
  counts.page = `http://127.0.0.1:${typeof own === "object" ? own?.port : ""}/`;
  counts.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return counts;
}
