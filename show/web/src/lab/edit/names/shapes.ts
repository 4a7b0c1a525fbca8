// What is known of a value.
import type { SyntaxNode } from "@lezer/common";
import { typeText, type Type } from "./jsdoc";

/** A function, a class or an object as the source has it. */
export interface Thing {
  file: string;
  node: SyntaxNode;
  name: string;
}

export type Shape =
  | { is: "type"; type: Type; file: string } // the file whose names the type uses
  | { is: "list"; of: Shape | undefined }
  | { is: "tuple"; of: readonly (Shape | undefined)[] }
  | { is: "thing"; thing: Thing }
  | { is: "instance"; of: Thing }
  | { is: "module"; file: string };

/** A value of a type that a comment in a file tells. */
export const ofType = (type: Type | undefined, file: string): Shape | undefined => type && { is: "type", type, file };

/** A value of a type of the language itself. */
export const simple = (name: string): Shape => ({ is: "type", type: { is: "name", name, args: [] }, file: "" });

export const thing = (file: string, node: SyntaxNode, name: string): Shape => ({
  is: "thing",
  thing: { file, node, name },
});

/** The type of a value; undefined where none can be told. */
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

/** The type of a value as text behind its name; "" where nothing is known. */
export function typed(shape: Shape | undefined): string {
  const type = typeOf(shape);
  return type ? `: ${typeText(type)}` : "";
}

/** What a promise gives; all else is itself. */
export function awaited(shape: Shape | undefined): Shape | undefined {
  if (shape?.is !== "type" || shape.type.is !== "name" || shape.type.name !== "Promise") return shape;
  return ofType(shape.type.args[0], shape.file);
}
