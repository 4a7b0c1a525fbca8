// What is known of the names in a script and of the members of values: their declarations and their comments.
import type { SyntaxNode } from "@lezer/common";
import { builtins, type Builtin } from "./builtins";
import type { Circles } from "./circles";
import { nothing, typeText, type Doc, type Field, type Type } from "./jsdoc";
import { ofType, thing, typed, typeOf, type Shape, type Thing } from "./shapes";
import type { Sources } from "./sources";
import { after, childrenOf, enclosingClass, initializer, isClass, paramsOf } from "./syntax";
import { Types } from "./types";
import { Values } from "./values";

/** A name and what is known of it. */
export interface Entry {
  name: string;
  kind: "function" | "method" | "class" | "constant" | "variable" | "property";
  /** Its declaration in one line. */
  signature(): string;
  doc: Doc;
  shape: Shape | undefined;
}

export class Names {
  readonly types: Types;
  readonly values: Values;

  constructor(
    private readonly sources: Sources,
    private readonly circles: Circles,
  ) {
    this.types = new Types(sources, circles);
    this.values = new Values(sources, this.types, circles, (of, name) => this.member(of, name)?.shape);
  }

  /** What the name at a node means. */
  at(file: string, node: SyntaxNode): Entry | undefined {
    const { sources, values } = this;
    const outer = node.parent;
    switch (node.name) {
      case "VariableName": {
        const target = sources.definition(file, node);
        return target && this.ofDefinition(file, target);
      }
      case "VariableDefinition":
        return this.ofDefinition(file, node);
      case "PropertyName":
        if (outer?.name === "MemberExpression" && outer.firstChild)
          return this.member(values.of(file, outer.firstChild), sources.text(file, node));
        if (outer?.name === "PatternProperty" && outer.parent)
          return this.member(values.ofTarget(file, outer.parent), sources.text(file, node));
        return undefined;
      case "PropertyDefinition":
        return outer ? this.ofProperty(file, outer, sources.text(file, node)) : undefined;
      case "this": {
        const within = enclosingClass(node);
        return within && this.ofThing({ file, node: within, name: sources.nameOf(file, within) }, nothing);
      }
      default:
        return undefined;
    }
  }

  /** What is known of the definition of a name. */
  ofDefinition(file: string, target: SyntaxNode): Entry {
    const { sources, values } = this;
    const name = sources.text(file, target);
    const outer = target.parent;
    if (outer && (outer.name === "FunctionDeclaration" || outer.name === "ClassDeclaration")) {
      return this.ofThing({ file, node: outer, name }, sources.docOf(file, outer));
    }
    // A name taken out of an object by a pattern is described like the object's member.
    if (outer?.name === "PatternProperty" && outer.parent) {
      const from = this.member(values.ofTarget(file, outer.parent), sources.keyOf(file, outer));
      if (from) return { ...from, name };
    }
    const shape = values.ofTarget(file, target);
    if (outer?.name === "ParamList") {
      const doc = { ...nothing, text: sources.paramOf(file, target)?.text ?? "" };
      return { name, kind: "variable", signature: () => name + typed(shape), doc, shape };
    }
    const statement = outer?.name === "VariableDeclaration" ? outer : undefined;
    const word = statement?.firstChild?.name ?? "const";
    const doc = statement ? sources.docOf(file, statement) : nothing;
    if (isCalled(shape)) return this.ofThing({ ...shape.thing, name }, doc);
    const value = statement && this.valueText(file, target, shape);
    return {
      name,
      kind: statement && word === "const" ? "constant" : "variable",
      signature: () => `${word} ${name}${value ?? typed(shape)}`,
      doc,
      shape,
    };
  }

  /** The value of a constant, if it is short and says more than its type. */
  private valueText(file: string, target: SyntaxNode, shape: Shape | undefined): string | undefined {
    const value = initializer(target);
    const text = value ? this.sources.text(file, value) : "";
    const says = shape?.is === "thing" || value?.name === "Number" || value?.name === "String";
    return says && text.length <= 60 && !text.includes("\n") ? ` = ${text}` : undefined;
  }

  private ofThing(of: Thing, doc: Doc): Entry {
    const { file, node, name } = of;
    const shape = thing(file, node, name);
    if (isClass(node)) return { name, kind: "class", signature: () => `class ${name}`, doc, shape };
    const kind = node.name === "MethodDeclaration" || node.name === "Property" ? "method" : "function";
    return { name, kind, signature: () => this.signature(of, doc), doc, shape };
  }

  private signature({ file, node, name }: Thing, doc: Doc): string {
    const params = paramsOf(node).map((param, i) => {
      const text = this.sources.text(file, param);
      const isPattern = param.name !== "VariableDefinition";
      const said = doc.params.find((each) => each.name === text) ?? (isPattern ? doc.params[i] : undefined);
      return `${isPattern && said ? said.name : text}${said?.optional ? "?" : ""}${said?.type ? `: ${typeText(said.type)}` : ""}`;
    });
    const result = doc.returns?.type ?? typeOf(this.circles.ask(() => this.values.result(thing(file, node, name))));
    return `${name}(${params.join(", ")})${result ? `: ${typeText(result)}` : ""}`;
  }

  /** What is known of a property of an object literal, or of a member of a class. */
  private ofProperty(file: string, property: SyntaxNode, name: string): Entry {
    const { sources, values } = this;
    const doc = sources.docOf(file, property);
    if (property.name === "MethodDeclaration" && property.getChild("get"))
      return ofValue(name, doc, values.result(thing(file, property, name)));
    if (property.getChild("ParamList")) return this.ofThing({ file, node: property, name }, doc);
    const value = after(property, ":") ?? after(property, "Equals");
    if (!value && property.name === "Property" && property.firstChild) {
      // shorthand for name: name
      const target = sources.definition(file, property.firstChild);
      if (target) return this.ofDefinition(file, target);
    }
    const shape = values.told(file, doc, value);
    return isCalled(shape) ? this.ofThing({ ...shape.thing, name }, doc) : ofValue(name, doc, shape);
  }

  private member(of: Shape | undefined, name: string): Entry | undefined {
    return this.members(of).find((entry) => entry.name === name);
  }

  /** The members of a value. */
  members(of: Shape | undefined): Entry[] {
    return this.circles.deeper(() => {
      const kind = this.types.builtinKind(of);
      if (kind) return (builtins[kind] ?? []).map((builtin) => this.ofBuiltin(of, builtin));
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

  private ofBuiltin(of: Shape | undefined, builtin: Builtin): Entry {
    const { name, params, text } = builtin;
    const doc = { ...nothing, text };
    if (params === undefined) return ofValue(name, doc, this.types.given(of, builtin));
    return { name, kind: "method", signature: () => name + params, doc, shape: undefined };
  }

  private membersOfType(type: Type, file: string): Entry[] {
    switch (type.is) {
      case "object":
        return type.fields.filter(({ name }) => name !== "[…]").map((field) => ofField(field, file));
      case "and":
      case "or": {
        const entries = type.of.flatMap((one) => this.members(ofType(one, file)));
        return [...new Map(entries.map((entry) => [entry.name, entry])).values()];
      }
      case "name": {
        const named = this.types.named(ofType(type, file));
        return named ? this.members(named) : [];
      }
      default:
        return [];
    }
  }

  private membersOfClass({ file, node }: Thing, isStatic: boolean): Entry[] {
    const body = node.getChild("ClassBody");
    const found = new Map<string, Entry>();
    const parent = node.getChild("extends")?.nextSibling;
    const base = parent ? this.values.of(file, parent) : undefined;
    const inherited = base?.is === "thing" ? this.circles.deeper(() => this.membersOfClass(base.thing, isStatic)) : [];
    for (const entry of inherited) found.set(entry.name, entry);
    for (const child of body ? childrenOf(body) : []) {
      const key = child.getChild("PropertyDefinition");
      if (!key || (child.getChild("static") !== null) !== isStatic) continue;
      const name = this.sources.text(file, key);
      if (name !== "constructor") found.set(name, this.ofProperty(file, child, name));
      else for (const entry of this.assigned(file, child)) found.set(entry.name, entry);
    }
    return [...found.values()];
  }

  /** The fields that a constructor sets. */
  private assigned(file: string, constructor: SyntaxNode): Entry[] {
    const body = constructor.getChild("Block");
    const found: Entry[] = [];
    for (const statement of body ? childrenOf(body) : []) {
      const assignment = statement.getChild("AssignmentExpression");
      const target = assignment?.firstChild;
      if (target?.name !== "MemberExpression" || target.firstChild?.name !== "this" || !target.lastChild) continue;
      const doc = this.sources.docOf(file, statement);
      const shape = this.values.told(file, doc, assignment?.lastChild ?? undefined);
      found.push(ofValue(this.sources.text(file, target.lastChild), doc, shape));
    }
    return found;
  }

  /** The members of `module.exports = {…}` in a file. */
  private exports(file: string): Entry[] {
    const root = this.sources.root(file);
    for (const statement of root ? childrenOf(root) : []) {
      const assignment = statement.getChild("AssignmentExpression");
      const object = assignment?.lastChild;
      if (
        assignment?.firstChild &&
        object?.name === "ObjectExpression" &&
        this.sources.text(file, assignment.firstChild) === "module.exports"
      ) {
        return this.properties(file, object);
      }
    }
    return [];
  }

  private properties(file: string, object: SyntaxNode): Entry[] {
    return childrenOf(object).flatMap((property) => {
      const key = property.getChild("PropertyDefinition");
      return key ? [this.ofProperty(file, property, this.sources.text(file, key))] : [];
    });
  }
}

/** Whether a value is a function or a class, which is described like one that is declared by name. */
const isCalled = (shape: Shape | undefined): shape is Shape & { is: "thing" } =>
  shape?.is === "thing" && shape.thing.node.name !== "ObjectExpression";

const ofValue = (name: string, doc: Doc, shape: Shape | undefined): Entry => ({
  name,
  kind: "property",
  signature: () => name + typed(shape),
  doc,
  shape,
});

const ofField = ({ name, type, optional }: Field, file: string): Entry => ({
  name,
  kind: type.is === "function" ? "method" : "property",
  signature: () =>
    type.is === "function"
      ? `${name}${typeText(type).replace(" => ", ": ")}`
      : `${name}${optional ? "?" : ""}: ${typeText(type)}`,
  doc: nothing,
  shape: ofType(type, file),
});
