// Reads documentation comments (JSDoc) and the types in them.

/**
 * A type as written in a comment. Its names are resolved in the file of the comment, or in the file that the type
 * names.
 */
export type Type =
  | { is: "name"; name: string; args: readonly Type[]; file?: string }
  | { is: "object"; fields: readonly Field[] }
  | { is: "array"; of: Type }
  | { is: "and" | "or" | "tuple"; of: readonly Type[] }
  | { is: "function"; params: readonly Field[]; returns: Type };

export interface Field {
  name: string;
  type: Type;
  optional: boolean;
}

export interface Param {
  name: string;
  type: Type | undefined;
  text: string;
  optional: boolean;
}

/** The content of a comment. */
export interface Doc {
  text: string;
  params: readonly Param[];
  returns: { type: Type | undefined; text: string } | undefined;
  type: Type | undefined;
  typedefs: readonly { name: string; type: Type | undefined; text: string }[];
}

/** Parses a comment, including its delimiters. */
export function parseComment(comment: string): Doc {
  if (comment.startsWith("//")) return { ...nothing, text: comment.replace(/^\/\/+\s*/, "") };
  const lines = comment
    .replace(/^\/\*+|\*+\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\*? ?/, "").trimEnd());
  const [text = "", ...tags] = lines.join("\n").split(/(?:^|\n)\s*@(?=[a-z])/);
  const params: Param[] = [];
  const typedefs: { name: string; type: Type | undefined; text: string }[] = [];
  let doc: Doc = { ...nothing, text: flowing(text), params, typedefs };
  for (const tag of tags) {
    const [, name = "", rest = ""] = /^([a-z]+)\s*([\s\S]*)$/i.exec(tag) ?? [];
    const { type, after } = braced(rest);
    if (name === "type") doc = { ...doc, type, text: doc.text || flowing(after) };
    else if (name === "returns" || name === "return") doc = { ...doc, returns: { type, text: flowing(after) } };
    else if (name === "param") {
      const [, open, param = "", text = ""] = /^(\[)?([\w$]+)[^\s\]]*\]?([\s\S]*)$/.exec(after) ?? [];
      if (param) params.push({ name: param, type, text: flowing(text), optional: open !== undefined });
    } else if (name === "typedef") {
      const [, typedef = "", text = ""] = /^([\w$]+)([\s\S]*)$/.exec(after) ?? [];
      if (typedef) typedefs.push({ name: typedef, type, text: flowing(text) });
    }
  }
  return doc;
}

export const nothing: Doc = { text: "", params: [], returns: undefined, type: undefined, typedefs: [] };

/** Joins the lines of a paragraph; empty lines stay. */
const flowing = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s*\n\s*/g, " ").trim())
    .join("\n\n");

/** Reads a type in braces at the start of a text. Returns it with the rest of the text. */
function braced(text: string): { type: Type | undefined; after: string } {
  if (!text.startsWith("{")) return { type: undefined, after: text };
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0)
      return { type: parseType(text.slice(1, at)), after: text.slice(at + 1).trim() };
  }
  return { type: undefined, after: text };
}

/** Parses a type; undefined: it is not understood. */
export function parseType(text: string): Type | undefined {
  if (text.length > 10_000) return undefined;
  const tokens = text.match(/"[^"]*"|'[^']*'|=>|\.\.\.|[\w$.]+|[^\s\w]/g) ?? [];
  try {
    const reader = new TypeReader(tokens);
    const type = reader.type();
    return reader.atEnd ? type : undefined;
  } catch {
    return undefined;
  }
}

class TypeReader {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly string[]) {}

  get atEnd(): boolean {
    return this.at === this.tokens.length;
  }

  type(): Type {
    if (++this.depth > 50) throw new Error("too deep");
    this.take("|"); // a separator before the first part of a list
    const or = this.list("|", () => this.list("&", () => this.postfix(), "and"), "or");
    this.depth--;
    return or;
  }

  /** Parses types with a separator between them; a single one is returned as it is. */
  private list(sign: string, next: () => Type, is: "and" | "or"): Type {
    const of = [next()];
    while (this.take(sign)) of.push(next());
    return of.length === 1 && of[0] ? of[0] : { is, of };
  }

  private postfix(): Type {
    this.take("?");
    let type = this.single();
    while (this.tokens[this.at] === "[" && this.tokens[this.at + 1] === "]") {
      this.at += 2;
      type = { is: "array", of: type };
    }
    return type;
  }

  private single(): Type {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new Error("the type ends too early");
    if (token === "{") return this.object();
    if (token === "[") return this.tuple();
    if (token === "(") {
      if (this.isFunction()) return this.functionType();
      const type = this.type();
      this.expect(")");
      return type;
    }
    if (token === "import" && this.take("(")) {
      const file = (this.tokens[this.at++] ?? "").slice(1, -1);
      this.expect(")");
      return { ...this.named((this.tokens[this.at++] ?? "").replace(/^\./, "")), file };
    }
    if (token === "typeof") return this.named(`typeof ${this.tokens[this.at++] ?? ""}`);
    if (!/^["'\w$*-]/.test(token)) throw new Error(`unexpected ${token}`);
    return token === "-" ? this.named(`-${this.tokens[this.at++] ?? ""}`) : this.named(token);
  }

  private named(name: string): Type & { is: "name" } {
    const args: Type[] = [];
    this.take(".");
    if (this.take("<")) {
      do args.push(this.type());
      while (this.take(","));
      this.expect(">");
    }
    return { is: "name", name, args };
  }

  private object(): Type {
    const fields: Field[] = [];
    while (!this.take("}")) {
      const field = this.field();
      fields.push(field);
      if (!this.take(",")) this.take(";");
    }
    return { is: "object", fields };
  }

  /** name: type, name?: type, name(…): type, [name: type]: type. */
  private field(): Field {
    if (this.take("[")) {
      this.at++;
      this.expect(":");
      this.type();
      this.expect("]");
      this.expect(":");
      return { name: "[…]", type: this.type(), optional: true };
    }
    this.take("...");
    const name = (this.tokens[this.at++] ?? "").replace(/^["']|["']$/g, "");
    if (!/^[\w$]/.test(name)) throw new Error(`${name} is no name`);
    if (this.take("(")) return { name, type: this.functionType(":"), optional: false };
    const optional = this.take("?");
    return { name, type: this.take(":") ? this.type() : any, optional };
  }

  private tuple(): Type {
    const of: Type[] = [];
    while (!this.take("]")) {
      of.push(this.type());
      this.take(",");
    }
    return { is: "tuple", of };
  }

  /** Whether the parenthesis that was just opened holds the parameters of a function. */
  private isFunction(): boolean {
    const [first, second] = this.tokens.slice(this.at, this.at + 2);
    return first === ")" || first === "..." || second === ":" || second === "?";
  }

  private functionType(arrow = "=>"): Type {
    const params: Field[] = [];
    while (!this.take(")")) {
      params.push(this.field());
      this.take(",");
    }
    return { is: "function", params, returns: this.take(arrow) ? this.type() : any };
  }

  private take(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at++;
    return true;
  }

  private expect(token: string): void {
    if (!this.take(token)) throw new Error(`${token} expected`);
  }
}

const any: Type = { is: "name", name: "any", args: [] };

/** Formats a type for the reader. */
export function typeText(type: Type, inside = false): string {
  switch (type.is) {
    case "name":
      return type.name + (type.args.length > 0 ? `<${type.args.map((arg) => typeText(arg)).join(", ")}>` : "");
    case "object":
      return `{${type.fields.map(fieldText).join(", ")}}`;
    case "array":
      return `${typeText(type.of, true)}[]`;
    case "tuple":
      return `[${type.of.map((of) => typeText(of)).join(", ")}]`;
    case "function":
      return inside ? `(${functionText(type)})` : functionText(type);
    default: {
      const text = type.of.map((of) => typeText(of, true)).join(type.is === "and" ? " & " : " | ");
      return inside ? `(${text})` : text;
    }
  }
}

/** The names in a type. */
export function namedIn(type: Type): (Type & { is: "name" })[] {
  switch (type.is) {
    case "name":
      return [type, ...type.args.flatMap(namedIn)];
    case "array":
      return namedIn(type.of);
    case "object":
      return type.fields.flatMap((field) => namedIn(field.type));
    case "function":
      return [...type.params.flatMap((param) => namedIn(param.type)), ...namedIn(type.returns)];
    default:
      return type.of.flatMap(namedIn);
  }
}

const fieldText = ({ name, optional, type }: Field): string =>
  `${name}${optional && name !== "[…]" ? "?" : ""}: ${typeText(type)}`;

const functionText = ({ params, returns }: Type & { is: "function" }): string =>
  `(${params.map(fieldText).join(", ")}) => ${typeText(returns)}`;
