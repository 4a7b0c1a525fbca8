// Formats values as Node prints them.

const width = 72; // characters of an object on one line
const deep = 2; // levels of nested objects shown
const long = 100; // elements shown

const quoted = (text: string): string => {
  const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !text.includes("`") ? "`" : "'";
  const escaped = text.replace(
    /[\\\n\r\t\b\f\v]/g,
    (c) => `\\${{ "\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f", "\v": "v" }[c] ?? c}`,
  );
  return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark;
};

const simple = (value: unknown): string =>
  Object.is(value, -0) ? "-0" : typeof value === "bigint" ? `${value}n` : String(value);

/** Formats values. stackOf returns the stack trace of an error as its author shall see it. */
export class Formatter {
  constructor(private readonly stackOf: (error: Error) => string) {}

  /** Formats arguments like console.log. */
  format(values: readonly unknown[]): string {
    const [first] = values;
    let rest = values;
    const words: string[] = [];
    if (typeof first === "string") {
      rest = values.slice(1);
      words.push(
        values.length === 1
          ? first
          : first.replace(/%([sdifjoOc%])/g, (mark, kind) => {
              if (kind === "%") return "%";
              if (rest.length === 0) return mark;
              const [value] = rest;
              rest = rest.slice(1);
              return this.argument(kind, value);
            }),
      );
    }
    for (const value of rest) words.push(typeof value === "string" ? value : this.inspect(value));
    return words.join(" ");
  }

  private argument(kind: string, value: unknown): string {
    switch (kind) {
      case "d":
        return typeof value === "object" ? "NaN" : simple(typeof value === "bigint" ? value : Number(value));
      case "i":
        // biome-ignore lint/correctness/useParseIntRadix: Node writes 16 for "0x10"
        return typeof value === "object" ? "NaN" : simple(typeof value === "bigint" ? value : parseInt(String(value)));
      case "f":
        return simple(parseFloat(String(value)));
      case "j":
        return String(JSON.stringify(value));
      case "c":
        return "";
      case "s":
        return typeof value === "string"
          ? value
          : typeof value === "object" && value !== null
            ? this.inspect(value, 0)
            : simple(value);
      default:
        return this.inspect(value, 4);
    }
  }

  /** Formats a value as Node shows it inside an object. */
  inspect(value: unknown, depth: number = deep): string {
    return this.show(value, depth, []);
  }

  private show(value: unknown, depth: number, above: readonly object[]): string {
    if (typeof value === "string") return quoted(value);
    if (typeof value === "function") return functionText(value);
    if (typeof value !== "object" || value === null) return simple(value);
    if (above.includes(value)) return "[Circular *1]";
    try {
      return this.object(value, depth, [...above, value]);
    } catch {
      return "[object that cannot be shown]"; // a proxy or a getter that throws
    }
  }

  private object(value: object, depth: number, above: readonly object[]): string {
    if (value instanceof Error) return this.error(value, depth, above);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (value instanceof Promise) return "Promise";
    const kind = kindOf(value);
    const list = Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
    if (depth < 0) return `[${kind === "" ? (list ? "Array" : "Object") : kind.replace(/\(.*/, "").trim()}]`;
    const within = (inner: unknown): string => this.show(inner, depth - 1, above);
    const parts: string[] = [];
    let many = 0;
    if (list) {
      const items = value as ArrayLike<unknown>;
      many = Math.max(0, items.length - long);
      for (let i = 0; i < items.length - many; i++) {
        let empty = i;
        while (empty < items.length - many && !(empty in items)) empty++;
        if (empty > i) {
          parts.push(`<${empty - i} empty item${empty - i === 1 ? "" : "s"}>`);
          i = empty - 1;
        } else parts.push(within(items[i]));
      }
    } else if (value instanceof Map || value instanceof Set) {
      many = Math.max(0, value.size - long);
      for (const entry of value instanceof Map ? value : value.keys()) {
        if (parts.length === long) break;
        parts.push(value instanceof Map ? (entry as unknown[]).map(within).join(" => ") : within(entry));
      }
    }
    if (many > 0) parts.push(`... ${many} more item${many === 1 ? "" : "s"}`);
    for (const key of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      if (!property?.enumerable || (list && typeof key === "string" && /^\d+$/.test(key))) continue;
      const label = typeof key === "symbol" ? `[${String(key)}]` : /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
      const shown =
        "value" in property
          ? within(property.value)
          : property.get
            ? property.set
              ? "[Getter/Setter]"
              : "[Getter]"
            : "[Setter]";
      parts.push(`${label}: ${shown}`);
    }
    return arranged(kind, parts, list);
  }

  private error(error: Error, depth: number, above: readonly object[]): string {
    const text = this.stackOf(error);
    const parts: string[] = [];
    for (const key of [...Object.keys(error), ...(Object.hasOwn(error, "cause") ? ["cause"] : [])]) {
      const label = Object.keys(error).includes(key) ? key : `[${key}]`;
      parts.push(`${label}: ${this.show(Reflect.get(error, key), depth - 1, above)}`);
    }
    const whole = text.includes("\n") || above.length === 1 ? text : `[${text}]`;
    return parts.length === 0 ? whole : `${whole} {\n${parts.map(indented).join(",\n")}\n}`;
  }
}

const indented = (text: string): string => `  ${text.replaceAll("\n", "\n  ")}`;

/** The parts of an object in its braces: on one line if they fit. Short elements of a list share lines. */
function arranged(kind: string, parts: readonly string[], list: boolean): string {
  const [open, close] = list ? ["[", "]"] : ["{", "}"];
  const begin = kind === "" ? open : `${kind} ${open}`;
  if (parts.length === 0) return `${begin}${close}`;
  const line = parts.join(", ");
  if (begin.length + line.length <= width && !line.includes("\n")) return `${begin} ${line} ${close}`;
  if (!list || parts.some((part) => part.length > 16 && !part.startsWith("... ")))
    return `${begin}\n${parts.map(indented).join(",\n")}\n${close}`;
  const lines: string[] = [];
  let last = "";
  for (const part of parts) {
    if (last !== "" && (last.length + part.length + 2 > width || part.startsWith("... "))) {
      lines.push(last);
      last = "";
    }
    last += last === "" ? part : `, ${part}`;
  }
  return `${begin}\n${[...lines, last].map(indented).join(",\n")}\n${close}`;
}

/** The prefix before the brace: the class, and the size of a collection. */
function kindOf(value: object): string {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null) return "[Object: null prototype]";
  const name = typeof prototype.constructor === "function" ? String(prototype.constructor.name) : "Object";
  if (Array.isArray(value)) return name === "Array" ? "" : `${name}(${value.length})`;
  if (value instanceof Map || value instanceof Set) return `${name}(${value.size})`;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    return `${name}(${(value as unknown as ArrayLike<unknown>).length})`;
  return name === "Object" ? "" : name;
}

// biome-ignore lint/complexity/noBannedTypes: a class is a function that cannot be called
function functionText(value: Function): string {
  const isClass = /^class\b/.test(Function.prototype.toString.call(value));
  const name = typeof value.name === "string" && value.name !== "" ? value.name : undefined;
  const above = Object.getPrototypeOf(value)?.name;
  if (isClass) return `[class ${name ?? "(anonymous)"}${above ? ` extends ${above}` : ""}]`;
  return name === undefined ? "[Function (anonymous)]" : `[Function: ${name}]`;
}
