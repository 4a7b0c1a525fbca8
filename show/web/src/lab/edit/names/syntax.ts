// What the syntax of a script tells by itself: where names are defined, and what belongs to a function or a class.
import type { SyntaxNode } from "@lezer/common";

const functions = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunction", "MethodDeclaration"]);
const scopes = new Set(["Script", "Block", "ForStatement", "CatchClause", ...functions]);

const isComment = (node: SyntaxNode): boolean => node.name === "BlockComment" || node.name === "LineComment";

/** The first of a node and those that follow it that is no comment. */
export function code(node: SyntaxNode | null | undefined): SyntaxNode | undefined {
  let at = node;
  while (at && isComment(at)) at = at.nextSibling;
  return at ?? undefined;
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

/** What follows a sign in a node. */
export const after = (node: SyntaxNode, sign: string): SyntaxNode | undefined => code(node.getChild(sign)?.nextSibling);

/** The value that a definition or a pattern is set to. */
export const initializer = (target: SyntaxNode): SyntaxNode | undefined =>
  target.nextSibling?.name === "Equals" ? code(target.nextSibling.nextSibling) : undefined;

const isTarget = (node: SyntaxNode): boolean =>
  node.name === "VariableDefinition" || node.name === "ObjectPattern" || node.name === "ArrayPattern";

/** The definitions of the names that can be used at a place, the nearest first. */
export function* definitionsAround(place: SyntaxNode | null | undefined): Generator<SyntaxNode> {
  for (let node = place; node; node = node.parent) if (scopes.has(node.name)) yield* definitionsIn(node);
}

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
export const paramsOf = (of: SyntaxNode): SyntaxNode[] => childrenOf(of.getChild("ParamList") ?? of).filter(isTarget);

/** The place of a parameter among those of its function. */
export const paramIndex = (of: SyntaxNode, param: SyntaxNode): number =>
  paramsOf(of).findIndex((each) => each.from === param.from);

/** The place of an element in a pattern. */
export const indexIn = (pattern: SyntaxNode, target: SyntaxNode): number =>
  childrenOf(pattern).filter((child) => child.name === "," && child.from < target.from).length;

/** What the comment of a function stands before: the function, or what is declared with it as its value. */
export function declarationOf(of: SyntaxNode): SyntaxNode {
  const outer = of.parent;
  const isValue = of.name === "ArrowFunction" || of.name === "FunctionExpression";
  return isValue && outer && ["VariableDeclaration", "Property", "PropertyDeclaration"].includes(outer.name)
    ? outer
    : of;
}

export const isClass = (node: SyntaxNode): boolean =>
  node.name === "ClassDeclaration" || node.name === "ClassExpression";

export function enclosingClass(node: SyntaxNode): SyntaxNode | undefined {
  let at = node.parent;
  while (at && !isClass(at)) at = at.parent;
  return at ?? undefined;
}

/** What the return statements of a function give, those of functions inside it left out. */
export function* returned(block: SyntaxNode): Generator<SyntaxNode> {
  for (let child = block.firstChild; child; child = child.nextSibling) {
    if (child.name === "ReturnStatement") {
      const value = code(child.firstChild?.nextSibling);
      if (value && value.name !== ";") yield value;
    } else if (!functions.has(child.name) && !/Expression$|^Class/.test(child.name)) yield* returned(child);
  }
}
