// Unpacks .lzma as package internal/lzma makes it: literals depend on the 3 high bits of the byte before, and nothing on the
// position. Names are those of that package, the numbers those of the format.
type Probs = Uint16Array;

const header = 13;
const states = 12;
const literals = 7;
const probs = (n: number): Probs => new Uint16Array(n).fill(1 << 10);

class Lengths {
  readonly which = probs(2);
  readonly low = probs(8);
  readonly mid = probs(8);
  readonly high = probs(256);
}

class Decoder {
  private at = header + 1;
  private code = 0;
  private width = 0xffffffff;

  constructor(private readonly input: Uint8Array) {
    for (let i = 0; i < 4; i++) this.code = ((this.code << 8) | this.next()) >>> 0;
  }

  private next(): number {
    const byte = this.input[this.at++];
    if (byte === undefined) throw new Error("what is packed was cut");
    return byte;
  }

  bit(list: Probs, at: number): number {
    const prob = list[at] ?? 0;
    const bound = (this.width >>> 11) * prob;
    let bit = 0;
    if (this.code < bound) {
      this.width = bound;
      list[at] = prob + ((2048 - prob) >> 5);
    } else {
      this.width -= bound;
      this.code -= bound;
      list[at] = prob - (prob >> 5);
      bit = 1;
    }
    this.normalize();
    return bit;
  }

  private normalize(): void {
    if (this.width >= 1 << 24) return;
    this.width = (this.width << 8) >>> 0;
    this.code = ((this.code << 8) | this.next()) >>> 0;
  }

  direct(n: number): number {
    let value = 0;
    for (; n > 0; n--) {
      this.width >>>= 1;
      const bit = this.code >= this.width ? 1 : 0;
      if (bit) this.code -= this.width;
      value = (value << 1) | bit;
      this.normalize();
    }
    return value;
  }

  tree(list: Probs, n: number): number {
    let node = 1;
    for (let i = 0; i < n; i++) node = (node << 1) | this.bit(list, node);
    return node - (1 << n);
  }

  reverse(list: Probs, from: number, n: number): number {
    let node = 1;
    let value = 0;
    for (let i = 0; i < n; i++) {
      const bit = this.bit(list, from + node);
      node = (node << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  length(lengths: Lengths): number {
    if (!this.bit(lengths.which, 0)) return 2 + this.tree(lengths.low, 3);
    return this.bit(lengths.which, 1) ? 18 + this.tree(lengths.high, 8) : 10 + this.tree(lengths.mid, 3);
  }
}

export function unpackLZMA(packed: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const size = new DataView(packed.buffer, packed.byteOffset).getUint32(5, true); // no page holds 4 GB
  const out = new Uint8Array(size);
  const d = new Decoder(packed);
  const [match, rep, notRep0, notRep1, notRep2, longRep0] = [
    probs(states),
    probs(states),
    probs(states),
    probs(states),
    probs(states),
    probs(states),
  ];
  const literal = probs(8 * 0x300);
  const slots = Array.from({ length: 4 }, () => probs(64));
  const special = probs(115);
  const align = probs(16);
  const lengths = new Lengths();
  const repLengths = new Lengths();
  let at = 0;
  let state = 0;
  let [a, b, c, e] = [1, 1, 1, 1]; // the last distances

  const byte = (): number => {
    const from = at > 0 ? ((out[at - 1] ?? 0) >> 5) * 0x300 : 0;
    let node = 1;
    if (state >= literals) {
      for (let other = (out[at - a] ?? 0) << 1; node < 0x100; other <<= 1) {
        const high = other & 0x100;
        const bit = d.bit(literal, from + 0x100 + high + node);
        node = (node << 1) | bit;
        if (high >> 8 !== bit) break;
      }
    }
    while (node < 0x100) node = (node << 1) | d.bit(literal, from + node);
    return node;
  };

  const distance = (length: number): number => {
    const slot = d.tree(slots[Math.min(length - 2, 3)] ?? align, 6);
    if (slot < 4) return slot + 1;
    const more = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << more;
    if (slot < 14) return base + d.reverse(special, base - slot, more) + 1;
    const high = d.direct(more - 4);
    return base + (high << 4) + d.reverse(align, 0, 4) + 1;
  };

  while (at < size) {
    if (!d.bit(match, state)) {
      out[at] = byte();
      at++;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    const old = state >= literals;
    let length = 0;
    if (!d.bit(rep, state)) {
      length = d.length(lengths);
      [a, b, c, e] = [distance(length), a, b, c];
      state = old ? 10 : 7;
    } else {
      if (!d.bit(notRep0, state)) {
        if (!d.bit(longRep0, state)) length = 1;
      } else if (!d.bit(notRep1, state)) {
        [a, b] = [b, a];
      } else if (!d.bit(notRep2, state)) {
        [a, b, c] = [c, a, b];
      } else {
        [a, b, c, e] = [e, a, b, c];
      }
      state = old ? 11 : length === 1 ? 9 : 8;
      length ||= d.length(repLengths);
    }
    if (a > at || at + length > size) throw new Error("what is packed is damaged");
    for (; length > 0; length--, at++) out[at] = out[at - a] ?? 0;
  }
  return out;
}
