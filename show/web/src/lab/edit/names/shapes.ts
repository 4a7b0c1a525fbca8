// What is known of a value, without running code.
import type { SyntaxNode } from "@lezer/common";
import { typeText, type Type } from "./jsdoc";

/** A function, a class or an object in the source. */
export interface Thing {
  file: string;
  node: SyntaxNode;
  name: string;
}

export type Shape =
  | { is: "type"; type: Type; file: string } // the file in which the type's names are resolved
  | { is: "list"; of: Shape | undefined }
  | { is: "tuple"; of: readonly (Shape | undefined)[] }
  | { is: "thing"; thing: Thing }
  | { is: "instance"; of: Thing }
  | { is: "module"; file: string };

/** A value of a type from a comment in a file. */
export const ofType = (type: Type | undefined, file: string): Shape | undefined => type && { is: "type", type, file };

/** A value of a built-in type. */
export const simple = (name: string): Shape => ({ is: "type", type: { is: "name", name, args: [] }, file: "" });

export const thing = (file: string, node: SyntaxNode, name: string): Shape => ({
  is: "thing",
  thing: { file, node, name },
});

/** The type of a value; undefined if it has none that can be named. */
export function typeOf(shape: Shape | undefined): Type | undefined {
  switch (shape?.is) {
    case "type":
      return shape.type;
    case "instance":
      return { is: "name", name: shape.of.name || "object", args: [] };
    case "list": {
      const of = typeOf(shape.of);
      return of && { is: "array", of };
    }
    default:
      return undefined;
  }
}

/** The type of a value as text to put after its name; "" if nothing is known. */
export function typed(shape: Shape | undefined): string {
  const type = typeOf(shape);
  return type ? `: ${typeText(type)}` : "";
}

/** The value that a promise gives; other values are returned as they are. */
export function awaited(shape: Shape | undefined): Shape | undefined {
  if (shape?.is !== "type" || shape.type.is !== "name" || shape.type.name !== "Promise") return shape;
  return ofType(shape.type.args[0], shape.file);
}
