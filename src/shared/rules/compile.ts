import { compileDot, compileIndex, compileName } from './access.ts';
import { compileArithmetic, compileNegation } from './arithmetic.ts';
import { type CelNode, parseCel } from './cel.ts';
import { compileEquality, compileOrder } from './comparison.ts';
import type { Run } from './frame.ts';
import { compileCall } from './functions.ts';
import { compileList, compileLiteral } from './literals.ts';
import { compileChoice, compileLogic, compileNot } from './logic.ts';
import { compileMembership } from './membership.ts';
import { type Compiled, refuse, type Root, type RuleField, type Scope } from './scope.ts';
import type { ValueType } from './value-type.ts';

/** A checked expression. `reads` are the fields of `self` whose change can change its answer. */
export interface Program {
  readonly type: ValueType;
  readonly reads: ReadonlySet<string>;
  readonly readsOfOld: ReadonlySet<string>;
  readonly roots: ReadonlySet<Root>;
  readonly run: Run;
  readonly ast: CelNode;
}

/**
 * Parses, checks and compiles an expression to closures: no eval, no loop but the bounded comprehensions. Throws
 * RuleRefusal with a Chinese message and the place.
 */
export function compileExpression(source: string, fields: ReadonlyMap<string, RuleField>): Program {
  const found = { reads: new Set<string>(), readsOfOld: new Set<string>(), roots: new Set<Root>() };
  const ast = parseCel(source);
  const { type, run } = compileNode(ast, { source, fields, variables: new Map(), ...found, compile: compileNode });
  return { type, ...found, run, ast };
}

function compileNode(node: CelNode, scope: Scope): Compiled {
  switch (node.op) {
    case 'value':
      return compileLiteral(node, scope);
    case 'list':
      return compileList(node, scope);
    case 'id':
      return compileName(node, scope);
    case '.':
      return compileDot(node, scope);
    case '[]':
      return compileIndex(node, scope);
    case '&&':
    case '||':
      return compileLogic(node, scope);
    case '!_':
      return compileNot(node, scope);
    case '?:':
      return compileChoice(node, scope);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compileOrder(node, scope);
    case '==':
    case '!=':
      return compileEquality(node, scope);
    case 'in':
      return compileMembership(node, scope);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return compileArithmetic(node, scope);
    case '-_':
      return compileNegation(node, scope);
    case 'call':
    case 'rcall':
      return compileCall(node, scope);
    default:
      return refuse(node, scope, '不支持这种写法');
  }
}
