// The scripts of a bot's folder: their syntax trees, their text, and their comments.
import type { SyntaxNode, Tree } from "@lezer/common";
import { parser } from "@lezer/javascript";
import type { Files } from "../../files";
import { nothing, parseComment, type Doc, type Param } from "./jsdoc";
import { declarationOf, definitionsAround, paramIndex } from "./syntax";

export class Sources {
  private readonly parsed = new Map<string, { text: string; tree: Tree }>();
  private files: Files = {};

  update(files: Files): void {
    this.files = files;
    for (const file of this.parsed.keys()) if (!Object.hasOwn(files, file)) this.parsed.delete(file);
  }

  /** The syntax tree of a script; undefined: there is no such script. */
  root(file: string): SyntaxNode | undefined {
    const text = Object.hasOwn(this.files, file) ? this.files[file] : undefined;
    if (text === undefined || !/\.[cm]?js$/.test(file)) return undefined;
    let known = this.parsed.get(file);
    if (known?.text !== text) this.parsed.set(file, (known = { text, tree: parser.parse(text) }));
    return known.tree.topNode;
  }

  text(file: string, { from, to }: { from: number; to: number }): string {
    return (this.files[file] ?? "").slice(from, to);
  }

  /** The file that a path in require means; undefined: none. */
  module(path: string): string | undefined {
    if (!path.startsWith("./")) return undefined;
    const name = path.slice(2);
    return [name, `${name}.js`].find((file) => Object.hasOwn(this.files, file));
  }

  /** The definition of the name at a node. */
  definition(file: string, at: SyntaxNode): SyntaxNode | undefined {
    const name = this.text(file, at);
    for (const target of definitionsAround(at)) if (this.text(file, target) === name) return target;
    return undefined;
  }

  /** The name in the declaration of a function or a class; "": none. */
  nameOf(file: string, node: SyntaxNode): string {
    const name = node.getChild("VariableDefinition");
    return name ? this.text(file, name) : "";
  }

  /** The name of the property that a part of a pattern takes out. */
  keyOf(file: string, part: SyntaxNode): string {
    return part.firstChild ? this.text(file, part.firstChild) : "";
  }

  /** The comment of a declaration: the one before it, or after a constant in its line. */
  docOf(file: string, node: SyntaxNode): Doc {
    const before = this.docBefore(file, node);
    const after = node.nextSibling;
    if (before !== nothing || node.name !== "VariableDeclaration" || after?.name !== "LineComment") return before;
    return this.text(file, { from: node.to, to: after.from }).includes("\n") ? nothing : this.doc(file, after);
  }

  docBefore(file: string, node: SyntaxNode): Doc {
    const before = node.prevSibling;
    return before?.name === "BlockComment" && this.text(file, before).startsWith("/**")
      ? this.doc(file, before)
      : nothing;
  }

  doc(file: string, comment: SyntaxNode): Doc {
    return parseComment(this.text(file, comment));
  }

  /** The part of a function's comment about a parameter. */
  paramOf(file: string, target: SyntaxNode): Param | undefined {
    const of = target.parent?.parent;
    if (!of) return undefined;
    const { params } = this.docOf(file, declarationOf(of));
    const name = this.text(file, target);
    return (
      params.find((param) => param.name === name) ??
      (target.name === "VariableDefinition" ? undefined : params[paramIndex(of, target)])
    );
  }
}
