import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { test } from "node:test";
import { crc32, readDropped, readFiles, unzip, zip } from "./archive";
import type { Files } from "../files";

const files: Files = { "bot.js": "let a = 'ü💣';\n", "board.js": "", "lib/deep/b.js": "x".repeat(100_000) };
const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await blob.arrayBuffer());

/** Makes a zip file of one entry, with fields that can be wrong. */
function crafted(
  name: string,
  content: Uint8Array,
  change: { method?: number; size?: number; crc?: number; flags?: number; count?: number; packed?: Uint8Array } = {},
): Blob {
  const {
    method = 0,
    size = content.length,
    crc = crc32(content),
    flags = 0x0800,
    count = 1,
    packed = content,
  } = change;
  const title = Buffer.from(name);
  const fields = Buffer.alloc(26);
  const end = Buffer.alloc(22);
  const local = Buffer.from("PK\x03\x04");
  const central = Buffer.from("PK\x01\x02\x14\x00", "latin1");
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(title.length, 22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(30 + title.length + packed.length, 16);
  const rest = Buffer.alloc(14);
  return new Blob(
    [
      local,
      fields,
      title,
      packed,
      ...Array.from({ length: count }, () => [central, fields, rest, title]).flat(),
      end,
    ].map((part) => Uint8Array.from(part)),
  );
}

test("a zip file gives its files back, without the folder they are in", async () => {
  const sorted = (all: Files): [string, string][] => Object.entries(all).sort();
  assert.deepEqual(sorted(await unzip(zip(files, "mybot"))), sorted(files));
  assert.deepEqual(sorted(await unzip(zip(files, ""))), sorted(files));
  assert.deepEqual(await unzip(zip({}, "mybot")), {});
  assert.equal(crc32(Buffer.from("123456789")), 0xcbf43926);
});

test("a packed entry is read, and no bigger than it says", async () => {
  const text = Buffer.from("let a;".repeat(1000));
  const packed = deflateRawSync(text);
  assert.deepEqual(await unzip(crafted("b/bot.js", text, { method: 8, packed })), { "bot.js": text.toString() });
  const zeros = Buffer.alloc(100_000_000, 32);
  const bomb = deflateRawSync(zeros);
  await assert.rejects(unzip(crafted("bot.js", Buffer.from("x"), { method: 8, packed: bomb, size: 1000 })), {
    message: "bot.js is damaged",
  });
  await assert.rejects(unzip(crafted("bot.js", Buffer.from("x"), { method: 8, packed: bomb, size: zeros.length })), {
    message: "bot.js has more than 1 MB",
  });
});

for (const [what, blob, message] of [
  [
    "a path that leaves the folder",
    crafted("../bot.js", Buffer.from("x")),
    "../bot.js is not the name of a file in the folder",
  ],
  [
    "one in the middle",
    crafted("a/../../bot.js", Buffer.from("x")),
    "a/../../bot.js is not the name of a file in the folder",
  ],
  ["an absolute path", crafted("/etc/passwd", Buffer.from("x")), "/etc/passwd is not the name of a file in the folder"],
  ["a path of Windows", crafted("a\\b.js", Buffer.from("x")), "a\\b.js is not the name of a file in the folder"],
  ["a drive", crafted("C:bot.js", Buffer.from("x")), "C:bot.js is not the name of a file in the folder"],
  [
    "a name of the language",
    crafted("__proto__", Buffer.from("x")),
    "__proto__ is not the name of a file in the folder",
  ],
  ["no text", crafted("a.png", Uint8Array.of(137, 80, 255)), "a.png is not text"],
  ["zeros", crafted("a.bin", Uint8Array.of(0, 0)), "a.bin is not text"],
  ["too large", crafted("a.js", new Uint8Array(1_000_001).fill(32)), "a.js has more than 1 MB"],
  ["twice the same", crafted("a.js", Buffer.from("x"), { count: 2 }), "a.js is there twice"],
  ["too many", crafted("a.js", Buffer.from("x"), { count: 60_000 }), "there are more than 100 files"],
  ["a wrong checksum", crafted("a.js", Buffer.from("x"), { crc: 1 }), "a.js is damaged"],
  ["a password", crafted("a.js", Buffer.from("x"), { flags: 1 }), "a.js needs a password"],
  [
    "another method",
    crafted("a.js", Buffer.from("x"), { method: 14 }),
    "a.js is packed in a way that is not known here",
  ],
  ["no zip file", new Blob(["hello, this is not a zip file at all"]), "this is not a zip file, or it is damaged"],
  ["nothing", new Blob([]), "this is not a zip file, or it is damaged"],
  ["too large as a whole", new Blob([new Uint8Array(8_000_001)]), "the zip file has more than 8 MB"],
  [
    "too much together",
    zip(Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`${i}.js`, " ".repeat(900_000)])), "x"),
    "the files have more than 4 MB together",
  ],
  [
    "101 files",
    zip(Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`${i}.js`, ""])), "x"),
    "there are more than 100 files",
  ],
] satisfies [string, Blob, string][]) {
  test(`refused with words: ${what}`, () => assert.rejects(unzip(blob), { message }));
}

test("a zip file that is cut or changed anywhere fails with words", async () => {
  const whole = await bytesOf(zip({ "bot.js": "let a = 1;", "b.js": "let b;" }, "mybot"));
  for (let at = 0; at < whole.length; at++) {
    await assert.rejects(unzip(new Blob([whole.slice(0, at)])), Error);
    const changed = whole.slice();
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    await unzip(new Blob([changed])).catch((problem: unknown) =>
      assert.ok(
        problem instanceof Error && !(problem instanceof RangeError) && !(problem instanceof TypeError),
        String(problem),
      ),
    );
  }
});

test("a folder: hidden files and installed packages are left out, what is no text is told", async () => {
  const file = (place: string, content: BlobPart): File & { place: string } =>
    Object.assign(new File([content], "x"), { place });
  const said: string[] = [];
  const refused = (words: string): void => void said.push(words);
  const list = [
    file("bot/bot.js", "a"),
    file("bot/.git/config", "b"),
    file("bot/node_modules/x/index.js", "c"),
    ...[1, 2, 3, 4, 5].map((n) => file(`bot/${n}.png`, Uint8Array.of(255))),
  ];
  assert.deepEqual(await readFiles(list, refused), { "bot.js": "a" });
  assert.deepEqual(said, ["bot/1.png, bot/2.png, bot/3.png and 2 more files left out: only text can be here"]);
  await assert.rejects(readFiles([file("bot/a.png", Uint8Array.of(255))], refused), {
    message: "there is no text file in this folder",
  });
  await assert.rejects(readFiles([file("bot/a.js", " ".repeat(1_000_001))], refused), {
    message: "bot/a.js has more than 1 MB",
  });
});

/** Imitates a browser's entry of something dropped: a folder that lists one entry at a time, or a file. */
function entry(path: string, content: string | object[]): object {
  if (typeof content === "string")
    return {
      isFile: true,
      isDirectory: false,
      fullPath: path,
      file: (give: (file: File) => void) => give(new File([content], path.split("/").at(-1) ?? "")),
    };
  const createReader = (): object => {
    const left = [...content];
    return { readEntries: (give: (entries: object[]) => void) => give(left.splice(0, 1)) };
  };
  return { isFile: false, isDirectory: true, fullPath: path, createReader };
}

const dropped = (entries: object[], files: File[] = []): DataTransfer =>
  ({ items: entries.map((each) => ({ webkitGetAsEntry: () => each })), files }) as unknown as DataTransfer;

test("a dropped folder is read with all that is in it, but not what no bot needs", async () => {
  const never = { ...entry("/bot/node_modules", []), createReader: () => assert.fail("it is read") };
  const folder = entry("/bot", [
    entry("/bot/bot.js", "a"),
    entry("/bot/lib", [entry("/bot/lib/b.js", "b"), entry("/bot/lib/c.js", "c")]),
    never,
  ]);
  assert.deepEqual(await readDropped(dropped([folder])), { "bot.js": "a", "lib/b.js": "b", "lib/c.js": "c" });
});

test("a dropped zip file and a dropped file are read, text that is dropped is not", async () => {
  const packed = new File([zip({ "bot.js": "a" }, "bot")], "Bot.ZIP");
  assert.deepEqual(await readDropped(dropped([entry("/Bot.ZIP", "")], [packed])), { "bot.js": "a" });
  assert.deepEqual(await readDropped(dropped([], [new File(["x"], "bot.js")])), { "bot.js": "x" });
  assert.equal(await readDropped(dropped([])), undefined);
});
