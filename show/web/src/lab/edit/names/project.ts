// What is known of the names in a bot's files, from their declarations and from the types in their comments. No code is
// run.
import type { Files } from "../../files";
import { Circles } from "./circles";
import { namedIn, typeText } from "./jsdoc";
import { Names, type Entry } from "./names";
import { ofType } from "./shapes";
import { Sources } from "./sources";
import { definitionsAround } from "./syntax";

export class Project {
  private readonly sources = new Sources();
  private readonly circles = new Circles();
  private readonly names = new Names(this.sources, this.circles);

  update(files: Files): void {
    this.sources.update(files);
  }

  /** The name at a position, and the range of its text. */
  entryAt(file: string, pos: number, side: -1 | 0 | 1 = 0): { entry: Entry; from: number; to: number } | undefined {
    const node = this.sources.root(file)?.resolveInner(pos, side);
    const entry = node && this.circles.ask(() => this.names.at(file, node));
    return node && entry && { entry, from: node.from, to: node.to };
  }

  /**
   * The members that can complete the text at a position: after a point those of the object, in the braces of a require
   * the exports of the file. undefined: any name can stand there.
   */
  membersAt(file: string, pos: number): Entry[] | undefined {
    const { names } = this;
    const node = this.sources.root(file)?.resolveInner(pos, -1);
    const outer = node?.parent;
    if (!node || !outer) return undefined;
    if (outer.name === "MemberExpression" && outer.firstChild && outer.firstChild.to < pos) {
      const of = outer.firstChild;
      return this.circles.ask(() => names.members(names.values.of(file, of))) ?? [];
    }
    const pattern = [node, outer, outer.name === "PatternProperty" ? outer.parent : undefined].find(
      (each) => each?.name === "ObjectPattern",
    );
    return pattern ? (this.circles.ask(() => names.members(names.values.ofTarget(file, pattern))) ?? []) : undefined;
  }

  /** The declared names that can be used at a position, the nearest first. */
  namesAt(file: string, pos: number): Entry[] {
    const found = new Map<string, Entry>();
    for (const target of definitionsAround(this.sources.root(file)?.resolveInner(pos, -1))) {
      const name = this.sources.text(file, target);
      const entry = found.has(name) ? undefined : this.circles.ask(() => this.names.ofDefinition(file, target));
      if (entry) found.set(name, entry);
    }
    return [...found.values()];
  }

  /** Explains the types in a declaration, including those of its parameters. */
  meanings({ shape, doc }: Entry): { name: string; text: string }[] {
    const file = shape?.is === "type" ? shape.file : shape?.is === "thing" ? shape.thing.file : undefined;
    if (file === undefined) return [];
    const types = shape?.is === "type" ? [shape.type] : [...doc.params.map(({ type }) => type), doc.returns?.type];
    const found = new Map<string, string>();
    for (const type of types.flatMap((each) => (each ? namedIn(each) : []))) {
      const meant = this.circles.ask(() => this.names.types.named(ofType(type, file)));
      if (meant?.is === "type") found.set(type.name, typeText(meant.type));
    }
    return [...found].slice(0, 4).map(([name, text]) => ({ name, text }));
  }
}
