// What is known of the names in a bot's files: from their declarations, and from the types in their comments. Nothing is run.
import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/javascript";
import { builtins, type Builtin } from "./builtins";
import type { Files } from "./files";
import { nothing, parseComment, typeText, type Doc, type Field, type Type } from "./jsdoc";



/** A function, a class or an object as the source has it. */
interface Thing {
  file: string;
  node: SyntaxNode;
  name: string;
}

/** What is known of a value. */
export type Shape =
  | { is: "type"; type: Type; file: string } // the file whose names the type uses
  | { is: "list"; of: Shape | undefined }
  | { is: "tuple"; of: readonly (Shape | undefined)[] }
  | { is: "thing"; thing: Thing }
  | { is: "instance"; of: Thing }
  | { is: "module"; file: string };

/** A name, and what is known of it. */
export interface Entry {
  name: string;
  kind: "function" | "method" | "class" | "constant" | "variable" | "property" | "keyword";
  /** How it is declared, in a line. */
  signature(): string;
  doc: Doc;
  shape: Shape | undefined;
}

const functions = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunction", "MethodDeclaration"]);
const scopes = new Set(["Script", "Block", "ForStatement", "CatchClause", ...functions]);
const lists = new Set(["Array", "ReadonlyArray", "Set", "ReadonlySet", "Iterable", "Iterator", "IterableIterator", "Generator", "AsyncGenerator", "AsyncIterable"]);
const deepest = 60, most = 20_000; // how deep one question may go, and how many steps it may take

export class Project {
  private readonly parsed = new Map<string, { text: string; tree: Tree }>();
  private depth = 0;
  private steps = 0;
  private files: Files = {};

  update(files: Files): void {
    this.files = files;
    for (const file of this.parsed.keys()) if (!Object.hasOwn(files, file)) this.parsed.delete(file);
  }

  /** The name at a place: what it is, and from where to where it goes. */
  entryAt(file: string, pos: number, side: -1 | 0 | 1 = 0): { entry: Entry; from: number; to: number } | undefined {
    const node = this.root(file)?.resolveInner(pos, side);
    const entry = node && this.ask(() => this.entryOf(file, node));
    return node && entry && { entry, from: node.from, to: node.to };
  }

  /**
   * What may stand at a place: the members of an object after a point, what a file exports in the braces of its require, else
   * undefined: then any name may.
   */
  membersAt(file: string, pos: number): Entry[] | undefined {
    const node = this.root(file)?.resolveInner(pos, -1);
    const outer = node?.parent;
    if (!node || !outer) return undefined;
    if (outer.name === "MemberExpression" && outer.firstChild && outer.firstChild.to < pos) {
      const of = outer.firstChild;
      return this.ask(() => this.members(this.shapeOf(file, of))) ?? [];
    }
    const pattern = node.name === "ObjectPattern" ? node : outer.name === "ObjectPattern" ? outer : outer.name === "PatternProperty" ? outer.parent : undefined;
    if (!pattern) return undefined;
    return this.ask(() => this.members(this.shapeOfTarget(file, pattern))) ?? [];
  }

  /** The names that the source declares and that can be used at a place, the nearest first. */
  namesAt(file: string, pos: number): Entry[] {
    const found = new Map<string, Entry>();
    for (let node: SyntaxNode | null = this.root(file)?.resolveInner(pos, -1) ?? null; node; node = node.parent) {
      if (!scopes.has(node.name)) continue;
      for (const target of definitionsIn(node)) {
        const name = this.text(file, target);
        const entry = found.has(name) ? undefined : this.ask(() => this.entryOf(file, target));
        if (entry) found.set(name, entry);
      }
    }
    return [...found.values()];
  }

  /** What the types mean that a name is declared with: those of the parameters, too. */
  meanings({ shape, doc }: Entry): { name: string; text: string }[] {
    const file = shape?.is === "type" ? shape.file : shape?.is === "thing" ? shape.thing.file : undefined;
    if (file === undefined) return [];
    const types = shape?.is === "type" ? [shape.type] : [...doc.params.map(({ type }) => type), doc.returns?.type];
    const found = new Map<string, string>();
    for (const type of types) {
      for (const named of type ? namedIn(type) : []) {
        const of: Shape = { is: "type", type: named, file }, meant = this.ask(() => this.unnamed(of));
        if (meant?.is === "type" && meant !== of) found.set(named.name, typeText(meant.type));
      }
    }
    return [...found].slice(0, 4).map(([name, text]) => ({ name, text }));
  }

  /** Answers a question; a source that leads in circles has no answer. */
  private ask<T>(question: () => T): T | undefined {
    this.depth = this.steps = 0;
    try {
      return question();
    } catch (problem) {
      if (problem instanceof TooDeep) return undefined;
      throw problem;
    }
  }

  private deeper<T>(next: () => T): T {
    if (++this.depth > deepest || ++this.steps > most) throw new TooDeep();
    try {
      return next();
    } finally {
      this.depth--;
    }
  }

  private root(file: string): SyntaxNode | undefined {
    const text = Object.hasOwn(this.files, file) ? this.files[file] : undefined;
    if (text === undefined || !/\.[cm]?js$/.test(file)) return undefined;
    let known = this.parsed.get(file);
    if (known?.text !== text) this.parsed.set(file, (known = { text, tree: parser.parse(text) }));
    return known.tree.topNode;
  }

  private text(file: string, { from, to }: { from: number; to: number }): string {
    return (this.files[file] ?? "").slice(from, to);
  }

  private entryOf(file: string, node: SyntaxNode): Entry | undefined {
    const name = this.text(file, node);
    switch (node.name) {
      case "VariableName": {
        const target = this.definition(file, node, name);
        return target && this.entryOfDefinition(file, target);
      }
      case "VariableDefinition":
        return this.entryOfDefinition(file, node);
      case "PropertyName": {
        const outer = node.parent;
        if (outer?.name === "MemberExpression" && outer.firstChild) return this.member(this.shapeOf(file, outer.firstChild), name);
        if (outer?.name === "PatternProperty" && outer.parent) return this.member(this.shapeOfTarget(file, outer.parent), name);
        return undefined;
      }
      case "PropertyDefinition":
        return node.parent ? this.entryOfProperty(file, node.parent, name) : undefined;
      case "this": {
        const within = enclosingClass(node);
        return within && this.entryOfThing({ file, node: within, name: this.nameOf(file, within) }, nothing);
      }
      default:
        return undefined;
    }
  }

  /** What a definition of a name is. */
  private entryOfDefinition(file: string, target: SyntaxNode): Entry {
    const name = this.text(file, target), outer = target.parent;
    if (outer && (outer.name === "FunctionDeclaration" || outer.name === "ClassDeclaration")) {
      return this.entryOfThing({ file, node: outer, name }, this.docOf(file, outer));
    }
    // What was taken out of something else is what it was there.
    if (outer?.name === "PatternProperty" && outer.parent) {
      const from = this.member(this.shapeOfTarget(file, outer.parent), this.keyOf(file, outer));
      if (from) return { ...from, name };
    }
    if (outer?.name === "ParamList") {
      const param = this.paramOf(file, target), shape = this.shapeOfTarget(file, target);
      const doc = { ...nothing, text: param?.text ?? "" };
      return { name, kind: "variable", signature: () => name + typed(shape), doc, shape };
    }
    const shape = this.shapeOfTarget(file, target), statement = outer?.name === "VariableDeclaration" ? outer : undefined;
    const doc = statement ? this.docOf(file, statement) : nothing;
    if (shape?.is === "thing" && shape.thing.node.name !== "ObjectExpression") return this.entryOfThing({ ...shape.thing, name }, doc);
    const constant = statement?.firstChild?.name === "const";
    const value = statement && this.valueText(file, target, shape);
    return { name, kind: constant ? "constant" : "variable", signature: () => `${statement?.firstChild?.name ?? "const"} ${name}${value ?? typed(shape)}`, doc, shape };
  }

  /** The value of a constant, where that is short and says more than its type. */
  private valueText(file: string, target: SyntaxNode, shape: Shape | undefined): string | undefined {
    const value = initializer(target);
    const text = value ? this.text(file, value) : "";
    const says = shape?.is === "thing" || value?.name === "Number" || value?.name === "String";
    return says && text.length <= 60 && !text.includes("\n") ? ` = ${text}` : undefined;
  }

  private entryOfThing(thing: Thing, doc: Doc): Entry {
    const { node, name } = thing, shape: Shape = { is: "thing", thing };
    if (node.name === "ClassDeclaration" || node.name === "ClassExpression") return { name, kind: "class", signature: () => `class ${name}`, doc, shape };
    const kind = node.name === "MethodDeclaration" || node.name === "Property" ? "method" : "function";
    return { name, kind, signature: () => this.signature(thing, doc), doc, shape };
  }

  private signature({ file, node, name }: Thing, doc: Doc): string {
    const params = paramsOf(node).map((param, i) => {
      const said = doc.params.find((each) => each.name === this.text(file, param)) ?? (param.name === "VariableDefinition" ? undefined : doc.params[i]);
      const text = param.name === "VariableDefinition" ? this.text(file, param) : said?.name ?? this.text(file, param);
      return `${text}${said?.optional ? "?" : ""}${said?.type ? `: ${typeText(said.type)}` : ""}`;
    });
    const result = doc.returns?.type ?? resultType(this.ask(() => this.result({ is: "thing", thing: { file, node, name } })));
    return `${name}(${params.join(", ")})${result ? `: ${typeText(result)}` : ""}`;
  }

  /** What a property of an object literal, or a member of a class, is. */
  private entryOfProperty(file: string, property: SyntaxNode, name: string): Entry {
    const doc = this.docOf(file, property);
    if (property.name === "MethodDeclaration" && isAccessor(property)) {
      const shape = this.result({ is: "thing", thing: { file, node: property, name } });
      return { name, kind: "property", signature: () => name + typed(shape), doc, shape };
    }
    if (property.getChild("ParamList")) return this.entryOfThing({ file, node: property, name }, doc);
    const value = lastChildAfter(property, ":") ?? lastChildAfter(property, "Equals");
    if (!value && property.name === "Property") { // short for name: name
      const target = property.firstChild && this.definition(file, property.firstChild, name);
      if (target) return this.entryOfDefinition(file, target);
    }
    const shape = this.typeIn(file, doc) ?? (value ? this.shapeOf(file, value) : undefined);
    if (shape?.is === "thing" && shape.thing.node.name !== "ObjectExpression") return this.entryOfThing({ ...shape.thing, name }, doc);
    return { name, kind: "property", signature: () => name + typed(shape), doc, shape };
  }

  private typeIn(file: string, doc: Doc): Shape | undefined {
    return doc.type && { is: "type", type: doc.type, file };
  }

  /** The definition that a name means at a place. */
  private definition(file: string, at: SyntaxNode, name: string): SyntaxNode | undefined {
    for (let node: SyntaxNode | null = at; node; node = node.parent) {
      if (!scopes.has(node.name)) continue;
      for (const target of definitionsIn(node)) if (this.text(file, target) === name) return target;
    }
    return undefined;
  }

  /** What is known of what a name or a pattern is set to. */
  private shapeOfTarget(file: string, target: SyntaxNode): Shape | undefined {
    return this.deeper(() => {
      const outer = target.parent;
      switch (outer?.name) {
        case "FunctionDeclaration":
        case "ClassDeclaration":
          return { is: "thing", thing: { file, node: outer, name: this.text(file, target) } };
        case "VariableDeclaration": {
          const value = initializer(target);
          return this.typeIn(file, this.docOf(file, outer)) ?? (value && this.shapeOf(file, value));
        }
        case "ParamList":
          return this.shapeOfParam(file, target);
        case "ForOfSpec": {
          const values = lastChildAfter(outer, "of");
          return values && this.element(this.shapeOf(file, values));
        }
        case "PatternProperty":
          return outer.parent ? this.member(this.shapeOfTarget(file, outer.parent), this.keyOf(file, outer))?.shape : undefined;
        case "ObjectPattern":
          return this.shapeOfTarget(file, outer); // the rest
        case "ArrayPattern": {
          const whole = this.shapeOfTarget(file, outer);
          return whole?.is === "tuple" ? whole.of[indexIn(outer, target)] : this.element(whole);
        }
        default:
          return undefined;
      }
    });
  }

  /** What the comment of a function says of a parameter. */
  private paramOf(file: string, target: SyntaxNode): Doc["params"][number] | undefined {
    const of = target.parent?.parent;
    if (!of) return undefined;
    const { params } = this.docOf(file, of.name === "ArrowFunction" || of.name === "FunctionExpression" ? declarationOf(of) : of);
    return params.find(({ name }) => name === this.text(file, target)) ?? (target.name === "VariableDefinition" ? undefined : params[paramsOf(of).findIndex((each) => each.from === target.from)]);
  }

  private shapeOfParam(file: string, target: SyntaxNode): Shape | undefined {
    const said = this.paramOf(file, target);
    if (said?.type) return { is: "type", type: said.type, file };
    const of = target.parent?.parent, call = of?.parent?.parent, callee = call?.firstChild;
    if (of?.parent?.name !== "ArgList" || callee?.name !== "MemberExpression" || !callee.firstChild) return undefined;
    const list = this.shapeOf(file, callee.firstChild), method = this.text(file, callee.lastChild ?? callee);
    const index = paramsOf(of).findIndex((each) => each.from === target.from);
    const kind = this.builtinKind(list);
    if (kind === "Map") return index < 2 ? this.keyValue(list)[index === 0 ? 1 : 0] : undefined;
    if (kind !== "Array" && kind !== "Set") return undefined;
    return index === (method === "reduce" ? 1 : 0) || (index === 1 && method === "sort") ? this.element(list) : undefined;
  }

  /** What is known of an expression. */
  private shapeOf(file: string, node: SyntaxNode): Shape | undefined {
    return this.deeper((): Shape | undefined => {
      const name = this.text(file, node);
      switch (node.name) {
        case "VariableName": {
          const target = this.definition(file, node, name);
          return target && this.shapeOfTarget(file, target);
        }
        case "this": {
          const within = enclosingClass(node);
          return within && { is: "instance", of: { file, node: within, name: this.nameOf(file, within) } };
        }
        case "MemberExpression": {
          const { firstChild: object, lastChild: last } = node;
          const of = object && this.shapeOf(file, object);
          if (!of || !last) return undefined;
          return last.name === "PropertyName" ? this.member(of, this.text(file, last))?.shape : this.element(of);
        }
        case "CallExpression":
          return this.shapeOfCall(file, node);
        case "NewExpression": {
          const made = node.getChild("VariableName"), shape = made && this.shapeOf(file, made);
          if (shape?.is === "thing") return { is: "instance", of: shape.thing };
          return made && !shape ? { is: "type", type: { is: "name", name: this.text(file, made), args: [] }, file } : undefined;
        }
        case "AwaitExpression":
          return node.lastChild ? awaited(this.shapeOf(file, node.lastChild)) : undefined;
        case "ParenthesizedExpression": {
          const cast = this.typeIn(file, this.commentBefore(file, node)), inner = node.firstChild?.nextSibling;
          return cast ?? (inner ? this.shapeOf(file, inner) : undefined);
        }
        case "ArrayExpression": {
          let first = node.firstChild?.nextSibling;
          while (first && isComment(first)) first = first.nextSibling;
          if (first?.name === "Spread") return { is: "list", of: first.nextSibling ? this.element(this.shapeOf(file, first.nextSibling)) : undefined };
          return { is: "list", of: first ? this.shapeOf(file, first) : undefined };
        }
        case "ConditionalExpression":
        case "BinaryExpression": {
          const parts = childrenOf(node);
          const sign = parts.find((part) => part.name === "LogicOp");
          if (!sign) return parts.some((part) => part.name === "CompareOp") ? simple("boolean") : this.sum(file, parts);
          const values = node.name === "ConditionalExpression" ? [parts[2], parts[4]] : this.text(file, sign) === "&&" ? [parts[2]] : [parts[0], parts[2]];
          for (const value of values) {
            const shape = value && this.shapeOf(file, value);
            if (shape) return shape;
          }
          return undefined;
        }
        case "Number":
          return simple("number");
        case "String":
        case "TemplateString":
          return simple("string");
        case "BooleanLiteral":
          return simple("boolean");
        case "ObjectExpression":
        case "ArrowFunction":
        case "FunctionExpression":
        case "ClassExpression":
          return { is: "thing", thing: { file, node, name: this.nameOf(file, node) } };
        default:
          return undefined;
      }
    });
  }

  /** What numbers, or texts, give with a sign between them. */
  private sum(file: string, [left, , right]: SyntaxNode[]): Shape | undefined {
    const shapes = [left, right].map((part) => part && this.shapeOf(file, part));
    const text = shapes.find((shape) => this.builtinKind(shape) === "string");
    return text ?? shapes.find((shape) => shape?.is === "type" && shape.type.is === "name" && shape.type.name === "number");
  }

  private shapeOfCall(file: string, node: SyntaxNode): Shape | undefined {
    const callee = node.firstChild, args = node.getChild("ArgList");
    if (!callee) return undefined;
    if (callee.name === "VariableName" && this.text(file, callee) === "require") {
      const path = args?.getChild("String");
      return path ? this.module(this.text(file, path).slice(1, -1)) : undefined;
    }
    if (callee.name === "MemberExpression" && callee.firstChild && callee.lastChild?.name === "PropertyName") {
      const of = this.shapeOf(file, callee.firstChild), kind = this.builtinKind(of), method = this.text(file, callee.lastChild);
      const builtin = kind && builtins[kind]?.find((each) => each.name === method);
      if (builtin) return this.given(of, builtin, file, args ?? undefined);
    }
    return this.result(this.shapeOf(file, callee));
  }

  private module(path: string): Shape | undefined {
    const name = path.replace(/^\.\//, "");
    const file = [name, `${name}.js`].find((each) => Object.hasOwn(this.files, each));
    return path.startsWith("./") && file !== undefined ? { is: "module", file } : undefined;
  }

  /** What a call gives. */
  private result(called: Shape | undefined): Shape | undefined {
    if (called?.is === "type") return called.type.is === "function" ? { ...called, type: called.type.returns } : undefined;
    if (called?.is !== "thing") return undefined;
    const { file, node } = called.thing;
    const { returns } = this.docOf(file, node.name === "ArrowFunction" || node.name === "FunctionExpression" ? declarationOf(node) : node);
    if (returns?.type) return awaited({ is: "type", type: returns.type, file });
    if (node.getChild("Star")) return undefined;
    return this.deeper(() => {
      const body = node.getChild("Block");
      if (!body) return node.name === "ArrowFunction" && node.lastChild ? this.shapeOf(file, node.lastChild) : undefined;
      for (const value of returned(body)) {
        const shape = this.shapeOf(file, value);
        if (shape) return shape;
      }
      return undefined;
    });
  }

  /** What a built-in member gives. */
  private given(of: Shape | undefined, { gives }: Builtin, file: string, args?: SyntaxNode): Shape | undefined {
    switch (gives) {
      case "same":
        return of;
      case "element":
        return this.element(of);
      case "mapped": {
        const change = args?.firstChild?.nextSibling;
        const each = change ? this.result(this.shapeOf(file, change)) : undefined;
        return { is: "list", of: each };
      }
      case "key":
      case "value":
        return this.keyValue(of)[gives === "key" ? 0 : 1];
      case "keys":
      case "values":
        return { is: "list", of: this.keyValue(of)[gives === "keys" ? 0 : 1] };
      case "entries":
        return { is: "list", of: { is: "tuple", of: this.keyValue(of) } };
      case "strings":
        return { is: "list", of: simple("string") };
      case "nothing":
        return undefined;
      default:
        return simple(gives);
    }
  }

  private keyValue(of: Shape | undefined): [Shape | undefined, Shape | undefined] {
    if (of?.is === "type" && of.type.is === "name" && of.type.name === "Map") {
      const [key, value] = of.type.args.map((type): Shape => ({ is: "type", type, file: of.file }));
      return [key, value];
    }
    const named = this.unnamed(of);
    if (named !== of && named) return this.keyValue(named);
    return [simple("number"), this.element(of)];
  }

  /** What is in a list, a set or whatever can be gone through. */
  private element(of: Shape | undefined): Shape | undefined {
    if (of?.is === "list") return of.of;
    if (of?.is === "tuple") return of.of[0];
    if (of?.is !== "type") return undefined;
    const { type, file } = of;
    if (type.is === "array") return { is: "type", type: type.of, file };
    if (type.is === "or") return type.of.map((one) => this.element({ is: "type", type: one, file })).find((shape) => shape);
    if (type.is !== "name") return undefined;
    if (type.name === "Map") return { is: "tuple", of: this.keyValue(of) };
    if (type.name === "Object") return type.args[1] && { is: "type", type: type.args[1], file };
    if (lists.has(type.name)) return type.args[0] && { is: "type", type: type.args[0], file };
    const named = this.unnamed(of);
    return named && named !== of ? this.element(named) : undefined;
  }

  /** A type that has a name as that name's type, or as the class of that name. */
  private unnamed(of: Shape | undefined): Shape | undefined {
    if (of?.is !== "type" || of.type.is !== "name") return of;
    const { name, file: from } = of.type, there = from === undefined ? undefined : this.module(from);
    const file = there?.is === "module" ? there.file : of.file;
    const root = this.root(file);
    if (!root) return undefined;
    for (const node of childrenOf(root)) {
      if (node.name === "BlockComment") {
        const typedef = this.doc(file, node).typedefs.find((each) => each.name === name);
        if (typedef) return typedef.type && { is: "type", type: typedef.type, file };
      }
      if (node.name === "ClassDeclaration" && this.nameOf(file, node) === name) return { is: "instance", of: { file, node, name } };
    }
    return of;
  }

  /** Which of the language's own kinds a value is. */
  private builtinKind(of: Shape | undefined): string | undefined {
    if (of?.is === "list" || of?.is === "tuple") return "Array";
    if (of?.is !== "type") return undefined;
    const { type } = of;
    if (type.is === "array" || type.is === "tuple") return "Array";
    if (type.is === "or") return type.of.map((one) => this.builtinKind({ ...of, type: one })).find((kind) => kind);
    if (type.is !== "name") return undefined;
    if (/^["']/.test(type.name)) return "string";
    if (Object.hasOwn(builtins, type.name)) return type.name;
    const named = this.unnamed(of);
    return named && named !== of ? this.deeper(() => this.builtinKind(named)) : undefined;
  }

  private member(of: Shape | undefined, name: string): Entry | undefined {
    return this.members(of).find((entry) => entry.name === name);
  }

  /** The members of a value. */
  private members(of: Shape | undefined): Entry[] {
    return this.deeper(() => {
      const kind = this.builtinKind(of);
      if (kind) return (builtins[kind] ?? []).map((builtin) => this.builtinEntry(of, builtin));
      switch (of?.is) {
        case "type":
          return this.membersOfType(of.type, of.file);
        case "module":
          return this.exports(of.file);
        case "thing":
          if (of.thing.node.name === "ObjectExpression") return this.properties(of.thing.file, of.thing.node);
          return this.membersOfClass(of.thing, true);
        case "instance":
          return this.membersOfClass(of.of, false);
        default:
          return [];
      }
    });
  }

  private builtinEntry(of: Shape | undefined, builtin: Builtin): Entry {
    const { name, params, text } = builtin;
    const shape = params === undefined ? this.given(of, builtin, "") : undefined;
    return { name, kind: params === undefined ? "property" : "method", signature: () => name + (params ?? typed(shape)), doc: { ...nothing, text }, shape };
  }

  private membersOfType(type: Type, file: string): Entry[] {
    switch (type.is) {
      case "object":
        return type.fields.filter(({ name }) => name !== "[…]").map((field) => entryOfField(field, file));
      case "and":
      case "or": {
        const entries = type.of.flatMap((one) => this.members({ is: "type", type: one, file }));
        return [...new Map(entries.map((entry) => [entry.name, entry])).values()];
      }
      case "name": {
        const of: Shape = { is: "type", type, file }, named = this.unnamed(of);
        return named && named !== of ? this.members(named) : [];
      }
      default:
        return [];
    }
  }

  private membersOfClass({ file, node }: Thing, isStatic: boolean): Entry[] {
    const body = node.getChild("ClassBody"), found = new Map<string, Entry>();
    const parent = node.getChild("extends")?.nextSibling;
    const base = parent ? this.shapeOf(file, parent) : undefined;
    const inherited = base?.is === "thing" ? this.deeper(() => this.membersOfClass(base.thing, isStatic)) : [];
    for (const entry of inherited) found.set(entry.name, entry);
    for (const child of body ? childrenOf(body) : []) {
      const key = child.getChild("PropertyDefinition");
      if (!key || (child.getChild("static") !== null) !== isStatic) continue;
      const name = this.text(file, key);
      if (name !== "constructor") found.set(name, this.entryOfProperty(file, child, name));
      else for (const entry of this.assigned(file, child)) found.set(entry.name, entry);
    }
    return [...found.values()];
  }

  /** The fields that a constructor sets. */
  private assigned(file: string, constructor: SyntaxNode): Entry[] {
    const body = constructor.getChild("Block"), found: Entry[] = [];
    for (const statement of body ? childrenOf(body) : []) {
      const assignment = statement.getChild("AssignmentExpression"), target = assignment?.firstChild;
      if (target?.name !== "MemberExpression" || target.firstChild?.name !== "this" || !target.lastChild) continue;
      const name = this.text(file, target.lastChild), doc = this.docOf(file, statement), value = assignment?.lastChild;
      const shape = this.typeIn(file, doc) ?? (value ? this.shapeOf(file, value) : undefined);
      found.push({ name, kind: "property", signature: () => name + typed(shape), doc, shape });
    }
    return found;
  }

  /** What module.exports = {…} of a file holds. */
  private exports(file: string): Entry[] {
    const root = this.root(file);
    for (const statement of root ? childrenOf(root) : []) {
      const assignment = statement.getChild("AssignmentExpression"), object = assignment?.lastChild;
      if (assignment?.firstChild && object?.name === "ObjectExpression" && this.text(file, assignment.firstChild) === "module.exports") {
        return this.properties(file, object);
      }
    }
    return [];
  }

  private properties(file: string, object: SyntaxNode): Entry[] {
    return childrenOf(object).flatMap((property) => {
      const key = property.getChild("PropertyDefinition");
      return key ? [this.entryOfProperty(file, property, this.text(file, key))] : [];
    });
  }

  private keyOf(file: string, property: SyntaxNode): string {
    return property.firstChild ? this.text(file, property.firstChild) : "";
  }

  private nameOf(file: string, node: SyntaxNode): string {
    const name = node.getChild("VariableDefinition");
    return name ? this.text(file, name) : "";
  }

  /** The comment of a declaration: before it, or after a constant in its line. */
  private docOf(file: string, node: SyntaxNode): Doc {
    const before = this.commentBefore(file, node);
    if (before !== nothing || node.name !== "VariableDeclaration") return before;
    const after = node.nextSibling;
    return after?.name === "LineComment" && !this.text(file, { from: node.to, to: after.from }).includes("\n") ? this.doc(file, after) : nothing;
  }

  private commentBefore(file: string, node: SyntaxNode): Doc {
    const before = node.prevSibling;
    return before?.name === "BlockComment" && this.text(file, before).startsWith("/**") ? this.doc(file, before) : nothing;
  }

  private doc(file: string, comment: SyntaxNode): Doc {
    return parseComment(this.text(file, comment));
  }
}

class TooDeep extends Error {}

const simple = (name: string): Shape => ({ is: "type", type: { is: "name", name, args: [] }, file: "" });

const entryOfField = (field: Field, file: string): Entry => ({
  name: field.name,
  kind: field.type.is === "function" ? "method" : "property",
  signature: () => field.type.is === "function" ? `${field.name}${typeText(field.type).replace(" => ", ": ")}` : `${field.name}${field.optional ? "?" : ""}: ${typeText(field.type)}`,
  doc: nothing,
  shape: { is: "type", type: field.type, file },
});

/** The type of a value as text behind its name; "" where nothing is known. */
function typed(shape: Shape | undefined): string {
  const type = resultType(shape);
  return type ? `: ${typeText(type)}` : "";
}

function resultType(shape: Shape | undefined): Type | undefined {
  switch (shape?.is) {
    case "type":
      return shape.type;
    case "instance":
      return { is: "name", name: shape.of.name || "object", args: [] };
    case "list": {
      const of = resultType(shape.of);
      return of && { is: "array", of };
    }
    default:
      return undefined;
  }
}

/** The names in a type. */
function namedIn(type: Type): (Type & { is: "name" })[] {
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

/** What a promise gives; all else is itself. */
function awaited(shape: Shape | undefined): Shape | undefined {
  if (shape?.is !== "type" || shape.type.is !== "name" || shape.type.name !== "Promise") return shape;
  const [type] = shape.type.args;
  return type && { ...shape, type };
}

const isComment = (node: SyntaxNode): boolean => node.name === "BlockComment" || node.name === "LineComment";

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

/** What follows a sign in a node. */
function lastChildAfter(node: SyntaxNode, sign: string): SyntaxNode | undefined {
  let next = node.getChild(sign)?.nextSibling;
  while (next && isComment(next)) next = next.nextSibling;
  return next ?? undefined;
}

/** The value that a definition or a pattern is set to. */
function initializer(target: SyntaxNode): SyntaxNode | undefined {
  if (target.nextSibling?.name !== "Equals") return undefined;
  let value = target.nextSibling.nextSibling;
  while (value && isComment(value)) value = value.nextSibling;
  return value ?? undefined;
}

const isTarget = (node: SyntaxNode): boolean => node.name === "VariableDefinition" || node.name === "ObjectPattern" || node.name === "ArrayPattern";

/** The definitions of names that belong to a scope itself. */
function* definitionsIn(scope: SyntaxNode): Generator<SyntaxNode> {
  for (let child = scope.firstChild; child; child = child.nextSibling) {
    switch (child.name) {
      case "FunctionDeclaration":
      case "ClassDeclaration": {
        const name = child.getChild("VariableDefinition");
        if (name) yield name;
        break;
      }
      case "VariableDeclaration":
      case "ParamList":
      case "ForOfSpec":
      case "ForInSpec":
        yield* targetsIn(child);
        break;
      case "ForSpec":
      case "ExportDeclaration":
        yield* definitionsIn(child);
        break;
      case "VariableDefinition":
        if (scope.name === "CatchClause") yield child;
    }
  }
}

/** The names in a declaration, a list of parameters or a pattern. */
function* targetsIn(node: SyntaxNode): Generator<SyntaxNode> {
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name === "VariableDefinition") yield child;
    else if (child.name === "PatternProperty" || isTarget(child)) yield* targetsIn(child);
  }
}

/** The parameters of a function, in order. */
const paramsOf = (of: SyntaxNode): SyntaxNode[] => childrenOf(of.getChild("ParamList") ?? of).filter(isTarget);

/** The place of an element in a pattern. */
function indexIn(pattern: SyntaxNode, target: SyntaxNode): number {
  return childrenOf(pattern).filter((child) => child.name === "," && child.from < target.from).length;
}

/** What declares a function that is a value: its comment stands before that. */
function declarationOf(of: SyntaxNode): SyntaxNode {
  const outer = of.parent;
  return outer && (outer.name === "VariableDeclaration" || outer.name === "Property" || outer.name === "PropertyDeclaration") ? outer : of;
}

const isAccessor = (method: SyntaxNode): boolean => method.getChild("get") !== null;

function enclosingClass(node: SyntaxNode): SyntaxNode | undefined {
  for (let at = node.parent; at; at = at.parent) if (at.name === "ClassDeclaration" || at.name === "ClassExpression") return at;
  return undefined;
}

/** What the return statements of a function give, those of functions inside it left out. */
function* returned(block: SyntaxNode): Generator<SyntaxNode> {
  for (let child = block.firstChild; child; child = child.nextSibling) {
    if (child.name === "ReturnStatement") {
      let value = child.firstChild?.nextSibling;
      while (value && isComment(value)) value = value.nextSibling;
      if (value && value.name !== ";") yield value;
    } else if (!functions.has(child.name) && !/Expression$|^Class/.test(child.name)) yield* returned(child);
  }
}
