// Resolves types: the type behind a name, and the element types of lists, sets and maps.
import { builtins, type Builtin } from "./builtins";
import type { Circles } from "./circles";
import { ofType, simple, type Shape } from "./shapes";
import type { Sources } from "./sources";
import { childrenOf } from "./syntax";

const lists = new Set([
  "Array",
  "ReadonlyArray",
  "Set",
  "ReadonlySet",
  "Iterable",
  "Iterator",
  "IterableIterator",
  "Generator",
  "AsyncGenerator",
  "AsyncIterable",
]);

export class Types {
  constructor(
    private readonly sources: Sources,
    private readonly circles: Circles,
  ) {}

  /** Replaces a named type by its definition, or by the class of that name. */
  unnamed(of: Shape | undefined): Shape | undefined {
    if (of?.is !== "type" || of.type.is !== "name") return of;
    const { sources } = this;
    const { name, file: from } = of.type;
    const file = (from === undefined ? undefined : sources.module(from)) ?? of.file;
    const root = sources.root(file);
    if (!root) return undefined;
    for (const node of childrenOf(root)) {
      if (node.name === "BlockComment") {
        const typedef = sources.doc(file, node).typedefs.find((each) => each.name === name);
        if (typedef) return ofType(typedef.type, file);
      }
      if (node.name === "ClassDeclaration" && sources.nameOf(file, node) === name)
        return { is: "instance", of: { file, node, name } };
    }
    return of;
  }

  /** The definition of a named type; undefined: the type has no name, or nothing is known of it. */
  named(of: Shape | undefined): Shape | undefined {
    const named = this.unnamed(of);
    return named === of ? undefined : named;
  }

  /** The name of the built-in type that a value has. */
  builtinKind(of: Shape | undefined): string | undefined {
    if (of?.is === "list" || of?.is === "tuple") return "Array";
    if (of?.is !== "type") return undefined;
    const { type } = of;
    if (type.is === "array" || type.is === "tuple") return "Array";
    if (type.is === "or") return type.of.map((one) => this.builtinKind({ ...of, type: one })).find((kind) => kind);
    if (type.is !== "name") return undefined;
    if (/^["']/.test(type.name)) return "string";
    if (Object.hasOwn(builtins, type.name)) return type.name;
    const named = this.named(of);
    return named && this.circles.deeper(() => this.builtinKind(named));
  }

  /** The element of a list, a set or anything else that can be iterated. */
  element(of: Shape | undefined): Shape | undefined {
    if (of?.is === "list") return of.of;
    if (of?.is === "tuple") return of.of[0];
    if (of?.is !== "type") return undefined;
    const { type, file } = of;
    if (type.is === "array") return ofType(type.of, file);
    if (type.is === "or") return type.of.map((one) => this.element(ofType(one, file))).find((shape) => shape);
    if (type.is !== "name") return undefined;
    if (type.name === "Map") return { is: "tuple", of: this.keyValue(of) };
    if (type.name === "Object") return ofType(type.args[1], file);
    if (lists.has(type.name)) return ofType(type.args[0], file);
    const named = this.named(of);
    return named && this.element(named);
  }

  /** The keys and the values of a map; for a list, its indexes and its elements. */
  keyValue(of: Shape | undefined): [Shape | undefined, Shape | undefined] {
    if (of?.is === "type" && of.type.is === "name" && of.type.name === "Map") {
      const [key, value] = of.type.args;
      return [ofType(key, of.file), ofType(value, of.file)];
    }
    const named = this.named(of);
    return named ? this.keyValue(named) : [simple("number"), this.element(of)];
  }

  /** The value of a built-in member; mapped is what the callback of a call returns. */
  given(
    of: Shape | undefined,
    { gives }: Builtin,
    mapped: () => Shape | undefined = () => undefined,
  ): Shape | undefined {
    switch (gives) {
      case "same":
        return of;
      case "element":
        return this.element(of);
      case "mapped":
        return { is: "list", of: mapped() };
      case "value":
        return this.keyValue(of)[1];
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
}
