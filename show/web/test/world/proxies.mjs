// Real proxies in front of the program, configured with the lines of docs/proxies.md.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { certificate } from "../certificate.mjs";
import { until } from "../view.mjs";

/** The host name that the tests' browser resolves to loopback: without HTTPS it is not a secure context. */
export const host = "arena.test";

const manual = readFileSync(fileURLToPath(new URL("../../../../docs/proxies.md", import.meta.url)), "utf8");

/**
 * The lines of the manual in a language, with some values replaced.
 * @param {string} language
 * @param {Record<string, string>} values
 */
function lines(language, values) {
  let text = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "ms").exec(manual)?.[1] ?? "";
  for (const [from, to] of Object.entries(values)) {
    assert.ok(text.includes(from), `${from} is not in the lines for ${language} of docs/proxies.md`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** A port that is free now. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/**
 * A complete configuration for nginx in a folder, around the lines of a server.
 * @param {string} folder
 * @param {string} server
 */
function nginxConfig(folder, server) {
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `  ${name}_temp_path ${folder}/${name};`)
    .join("\n");
  return `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n  access_log off;\n${temp}\n${server}\n}\n`;
}

/**
 * The proxies: each writes its configuration and returns the command that starts it.
 * @type {Record<string, { website: (port: number) => string, start: (folder: string, port: number, target: number) => string[] }>}
 */
export const proxies = {
  "nginx with HTTPS below a path": {
    website: (port) => `https://${host}:${port}/arena/`,
    start: (folder, port, target) => {
      const { cert, key } = certificate(folder, `DNS:${host}`);
      const file = join(folder, "nginx.conf");
      writeFileSync(
        file,
        nginxConfig(
          folder,
          lines("nginx", {
            "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
            "server_name example.org": `server_name ${host}`,
            "127.0.0.1:8080": `127.0.0.1:${target}`,
            "/etc/ssl/example.org.pem": cert,
            "/etc/ssl/example.org.key": key,
          }),
        ),
      );
      return ["nginx", "-p", folder, "-c", file];
    },
  },
  "nginx as it is, without HTTPS, with the path left in front": {
    website: (port) => `http://${host}:${port}/arena/`,
    start: (folder, port, target) => {
      const file = join(folder, "nginx.conf");
      writeFileSync(
        file,
        nginxConfig(
          folder,
          `server { listen 127.0.0.1:${port}; location /arena/ { proxy_pass http://127.0.0.1:${target}; } }`,
        ),
      );
      return ["nginx", "-p", folder, "-c", file];
    },
  },
  "Caddy with HTTPS below a path": {
    website: (port) => `https://${host}:${port}/arena/`,
    start: (folder, port, target) => {
      const { cert, key } = certificate(folder, `DNS:${host}`);
      const file = join(folder, "Caddyfile");
      const site = lines("caddyfile", {
        "example.org {": `https://${host}:${port} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}`,
        "127.0.0.1:8080": `127.0.0.1:${target}`,
      });
      writeFileSync(
        file,
        `{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system ${folder}\n}\n${site}`,
      );
      return [process.env["CADDY"] ?? "caddy", "run", "--adapter", "caddyfile", "--config", file];
    },
  },
};

/**
 * Starts a proxy and waits until it listens.
 * @param {string} folder
 * @param {string} name
 * @param {number} target the port of the program
 */
export async function startProxy(folder, name, target) {
  const kind = proxies[name];
  assert.ok(kind);
  const port = await freePort();
  const [command = "", ...args] = kind.start(folder, port, target);
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let failure = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  child.on("error", (error) => (failure = error.message));
  const ended = new Promise((resolve) => child.on("close", resolve));
  await until(
    () => {
      if (failure || child.exitCode !== null) throw new Error(`${command}: ${failure || output}`);
      return answers(port);
    },
    (yes) => yes,
    `${command} to listen`,
  );
  return {
    website: kind.website(port),
    port,
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/**
 * Whether a port accepts connections.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
