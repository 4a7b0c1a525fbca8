// HMAC-SHA-256. The one of the browser gives no answer at once, and none at all on a page without https.

const constants = Uint32Array.from(fractions(64, Math.cbrt));
const start = Uint32Array.from(fractions(8, Math.sqrt));

/** The first 32 bits of the fractional parts of roots of the first n primes, as SHA-256 takes them. */
function* fractions(n: number, root: (x: number) => number): Generator<number> {
  for (let x = 2; n > 0; x++) {
    let prime = true;
    for (let d = 2; d * d <= x; d++) if (x % d === 0) prime = false;
    if (!prime) continue;
    yield Math.floor((root(x) % 1) * 2 ** 32);
    n--;
  }
}

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/** The SHA-256 of bytes. */
export function sha256(text: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((text.length + 8) >> 6) * 64 + 64);
  padded.set(text);
  padded[text.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(text.length / 2 ** 29));
  view.setUint32(padded.length - 4, text.length << 3);
  const sum = start.slice();
  for (let at = 0; at < padded.length; at += 64) block(sum, view, at);
  const bytes = new DataView(new ArrayBuffer(32));
  sum.forEach((word, i) => {
    bytes.setUint32(4 * i, word);
  });
  return new Uint8Array(bytes.buffer);
}

/** Adds a block of 64 bytes to a sum. */
function block(sum: Uint32Array, view: DataView, at: number): void {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const a = words[i - 15] ?? 0;
    const b = words[i - 2] ?? 0;
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    words[i] = (words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sum;
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const first = (h + s1 + chosen + (constants[i] ?? 0) + (words[i] ?? 0)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const most = (a & b) ^ (a & c) ^ (b & c);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + s0 + most) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    sum[i] = (sum[i] ?? 0) + word;
  });
}

/** The HMAC-SHA-256 of bytes with a key of at most 64 bytes. */
export function hmac(key: Uint8Array, text: Uint8Array): Uint8Array {
  const padded = (mask: number): number[] => Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ mask);
  const inner = sha256(Uint8Array.from([...padded(0x36), ...text]));
  return sha256(Uint8Array.from([...padded(0x5c), ...inner]));
}
