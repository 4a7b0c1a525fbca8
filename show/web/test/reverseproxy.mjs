// A proxy of the tests' own, as it stands before servers: it speaks HTTPS, serves a path of its site, and passes on all that
// comes below it, as it comes. Real proxies are in world/proxies.mjs.
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";
import { certificate } from "./certificate.mjs";

/**
 * Starts a proxy at an address of this machine for a server at a port of the same address that need not run yet.
 * @param {string} folder for its certificate
 * @param {string} host
 * @param {string} path of the site, from a slash to a slash
 * @param {number} target the server's port
 */
export async function startReverseProxy(folder, host, path, target) {
  const { cert, key } = certificate(folder, `IP:${host}`);
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (asked, answer) => {
    if (!asked.url?.startsWith(path)) {
      answer.writeHead(404).end("Another page of the same site.");
      return;
    }
    const passed = request(
      {
        host,
        port: target,
        localAddress: host,
        method: asked.method,
        path: asked.url.slice(path.length - 1),
        headers: { ...asked.headers, "x-forwarded-for": asked.socket.remoteAddress ?? "" },
      },
      (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        answer.flushHeaders();
        given.pipe(answer);
        given.on("error", () => answer.destroy()); // the server was killed
      },
    );
    passed.on("error", () => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end("The server is away.");
    });
    passed.on("continue", () => answer.writeContinue());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  });
  server.on("checkContinue", (asked, answer) => server.emit("request", asked, answer)); // the server decides
  await new Promise((resolve) => server.listen(0, host, () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    website: `https://${host}:${port}${path}`,
    cert,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
