// What follows from the syntax of a script alone: where names are defined, and the parts of functions and classes.
import type { SyntaxNode } from "@lezer/common";

const functions = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunction", "MethodDeclaration"]);
const scopes = new Set(["Script", "Block", "ForStatement", "CatchClause", ...functions]);

const isComment = (node: SyntaxNode): boolean => node.name === "BlockComment" || node.name === "LineComment";

/** The first of a node and its next siblings that is not a comment. */
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

/** The node after a token in a node. */
export const after = (node: SyntaxNode, sign: string): SyntaxNode | undefined => code(node.getChild(sign)?.nextSibling);

/** The value that initializes a definition or a pattern. */
export const initializer = (target: SyntaxNode): SyntaxNode | undefined =>
  target.nextSibling?.name === "Equals" ? code(target.nextSibling.nextSibling) : undefined;

const isTarget = (node: SyntaxNode): boolean =>
  node.name === "VariableDefinition" || node.name === "ObjectPattern" || node.name === "ArrayPattern";

/** The definitions of the names that can be used at a node, the nearest first. */
export function* definitionsAround(place: SyntaxNode | null | undefined): Generator<SyntaxNode> {
  for (let node = place; node; node = node.parent) if (scopes.has(node.name)) yield* definitionsIn(node);
}

/** The definitions in a scope itself, without those in nested scopes. */
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

/** The index of a parameter in its function. */
export const paramIndex = (of: SyntaxNode, param: SyntaxNode): number =>
  paramsOf(of).findIndex((each) => each.from === param.from);

/** The index of an element in a pattern. */
export const indexIn = (pattern: SyntaxNode, target: SyntaxNode): number =>
  childrenOf(pattern).filter((child) => child.name === "," && child.from < target.from).length;

/**
 * The node before which the comment of a function stands: the function, or the declaration that has it as its value.
 */
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

/** The values of the return statements of a function, without those of functions inside it. */
export function* returned(block: SyntaxNode): Generator<SyntaxNode> {
  for (let child = block.firstChild; child; child = child.nextSibling) {
    if (child.name === "ReturnStatement") {
      const value = code(child.firstChild?.nextSibling);
      if (value && value.name !== ";") yield value;
    } else if (!functions.has(child.name) && !/Expression$|^Class/.test(child.name)) yield* returned(child);
  }
}
