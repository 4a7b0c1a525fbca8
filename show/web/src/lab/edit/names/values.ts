// What is known of the values in a script: of expressions, variables and parameters. No code is run.
import type { SyntaxNode } from "@lezer/common";
import { builtins } from "./builtins";
import type { Circles } from "./circles";
import type { Doc } from "./jsdoc";
import { awaited, ofType, simple, thing, type Shape } from "./shapes";
import type { Sources } from "./sources";
import {
  after,
  childrenOf,
  code,
  declarationOf,
  enclosingClass,
  indexIn,
  initializer,
  paramIndex,
  returned,
} from "./syntax";
import type { Types } from "./types";

export class Values {
  /** memberOf tells what is known of a member of a value. */
  constructor(
    private readonly sources: Sources,
    private readonly types: Types,
    private readonly circles: Circles,
    private readonly memberOf: (of: Shape | undefined, name: string) => Shape | undefined,
  ) {}

  /** What is known of the value of a name or a pattern. */
  ofTarget(file: string, target: SyntaxNode): Shape | undefined {
    return this.circles.deeper(() => {
      const outer = target.parent;
      switch (outer?.name) {
        case "FunctionDeclaration":
        case "ClassDeclaration":
          return thing(file, outer, this.sources.text(file, target));
        case "VariableDeclaration":
          return this.told(file, this.sources.docOf(file, outer), initializer(target));
        case "ParamList":
          return this.ofParam(file, target);
        case "ForOfSpec": {
          const values = after(outer, "of");
          return values && this.types.element(this.of(file, values));
        }
        case "PatternProperty":
          return outer.parent
            ? this.memberOf(this.ofTarget(file, outer.parent), this.sources.keyOf(file, outer))
            : undefined;
        case "ObjectPattern":
          return this.ofTarget(file, outer); // a rest element
        case "ArrayPattern": {
          const whole = this.ofTarget(file, outer);
          return whole?.is === "tuple" ? whole.of[indexIn(outer, target)] : this.types.element(whole);
        }
        default:
          return undefined;
      }
    });
  }

  /** What a comment says of a value, else what is known of the value itself. */
  told(file: string, doc: Doc, value: SyntaxNode | undefined): Shape | undefined {
    return ofType(doc.type, file) ?? (value && this.of(file, value));
  }

  /**
   * What is known of a parameter, from the comment of its function, or from the list method that the function is passed
   * to.
   */
  private ofParam(file: string, target: SyntaxNode): Shape | undefined {
    const said = this.sources.paramOf(file, target);
    if (said?.type) return ofType(said.type, file);
    const of = target.parent?.parent;
    const call = of?.parent?.parent;
    const callee = call?.firstChild;
    if (of?.parent?.name !== "ArgList" || callee?.name !== "MemberExpression" || !callee.firstChild) return undefined;
    const list = this.of(file, callee.firstChild);
    const method = this.sources.text(file, callee.lastChild ?? callee);
    const index = paramIndex(of, target);
    const kind = this.types.builtinKind(list);
    if (kind === "Map") return index < 2 ? this.types.keyValue(list)[index === 0 ? 1 : 0] : undefined;
    if (kind !== "Array" && kind !== "Set") return undefined;
    return index === (method === "reduce" ? 1 : 0) || (index === 1 && method === "sort")
      ? this.types.element(list)
      : undefined;
  }

  /** What is known of an expression. */
  of(file: string, node: SyntaxNode): Shape | undefined {
    return this.circles.deeper((): Shape | undefined => {
      const { sources, types } = this;
      switch (node.name) {
        case "VariableName": {
          const target = sources.definition(file, node);
          return target && this.ofTarget(file, target);
        }
        case "this": {
          const within = enclosingClass(node);
          return within && { is: "instance", of: { file, node: within, name: sources.nameOf(file, within) } };
        }
        case "MemberExpression": {
          const { firstChild: object, lastChild: last } = node;
          const of = object && this.of(file, object);
          if (!of || !last) return undefined;
          return last.name === "PropertyName" ? this.memberOf(of, sources.text(file, last)) : types.element(of);
        }
        case "CallExpression":
          return this.ofCall(file, node);
        case "NewExpression": {
          const made = node.getChild("VariableName");
          const shape = made && this.of(file, made);
          if (shape?.is === "thing") return { is: "instance", of: shape.thing };
          return made && !shape ? ofType({ is: "name", name: sources.text(file, made), args: [] }, file) : undefined;
        }
        case "AwaitExpression":
          return node.lastChild ? awaited(this.of(file, node.lastChild)) : undefined;
        case "ParenthesizedExpression":
          return this.told(file, sources.docBefore(file, node), node.firstChild?.nextSibling ?? undefined);
        case "ArrayExpression": {
          const first = code(node.firstChild?.nextSibling);
          if (first?.name === "Spread")
            return { is: "list", of: first.nextSibling ? types.element(this.of(file, first.nextSibling)) : undefined };
          return { is: "list", of: first && this.of(file, first) };
        }
        case "ConditionalExpression":
        case "BinaryExpression":
          return this.ofOperation(file, node);
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
          return thing(file, node, sources.nameOf(file, node));
        default:
          return undefined;
      }
    });
  }

  /**
   * What is known of the result of an operator. For ?:, && and || it is the first possible operand of which anything is
   * known.
   */
  private ofOperation(file: string, node: SyntaxNode): Shape | undefined {
    const parts = childrenOf(node);
    const [left, , right, , other] = parts;
    const sign = parts.find((part) => part.name === "LogicOp");
    if (!sign && parts.some((part) => part.name === "CompareOp")) return simple("boolean");
    if (!sign) return this.sum([left, right].map((part) => part && this.of(file, part)));
    const values =
      node.name === "ConditionalExpression"
        ? [right, other]
        : this.sources.text(file, sign) === "&&"
          ? [right]
          : [left, right];
    return this.first(file, values);
  }

  /** The result of an arithmetic operator, or of joining strings. */
  private sum(shapes: readonly (Shape | undefined)[]): Shape | undefined {
    const text = shapes.find((shape) => this.types.builtinKind(shape) === "string");
    return (
      text ?? shapes.find((shape) => shape?.is === "type" && shape.type.is === "name" && shape.type.name === "number")
    );
  }

  private first(file: string, values: Iterable<SyntaxNode | undefined>): Shape | undefined {
    for (const value of values) {
      const shape = value && this.of(file, value);
      if (shape) return shape;
    }
    return undefined;
  }

  private ofCall(file: string, node: SyntaxNode): Shape | undefined {
    const { sources, types } = this;
    const callee = node.firstChild;
    const args = node.getChild("ArgList");
    if (!callee) return undefined;
    if (callee.name === "VariableName" && sources.text(file, callee) === "require") {
      const path = args?.getChild("String");
      const module = path ? sources.module(sources.text(file, path).slice(1, -1)) : undefined;
      return module === undefined ? undefined : { is: "module", file: module };
    }
    if (callee.name === "MemberExpression" && callee.firstChild && callee.lastChild?.name === "PropertyName") {
      const of = this.of(file, callee.firstChild);
      const kind = types.builtinKind(of);
      const method = sources.text(file, callee.lastChild);
      const builtin = kind && builtins[kind]?.find((each) => each.name === method);
      const change = args?.firstChild?.nextSibling;
      if (builtin) return types.given(of, builtin, () => (change ? this.result(this.of(file, change)) : undefined));
    }
    return this.result(this.of(file, callee));
  }

  /** What a call returns. */
  result(called: Shape | undefined): Shape | undefined {
    if (called?.is === "type")
      return called.type.is === "function" ? ofType(called.type.returns, called.file) : undefined;
    if (called?.is !== "thing") return undefined;
    const { file, node } = called.thing;
    const { returns } = this.sources.docOf(file, declarationOf(node));
    if (returns?.type) return awaited(ofType(returns.type, file));
    if (node.getChild("Star")) return undefined;
    return this.circles.deeper(() => {
      const body = node.getChild("Block");
      if (body) return this.first(file, returned(body));
      return node.name === "ArrowFunction" && node.lastChild ? this.of(file, node.lastChild) : undefined;
    });
  }
}
