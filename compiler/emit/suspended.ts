/**
 * Calls in functions that may wait, for simulated jobs: such a function is a generator.
 *
 * Takes: the statements that a statement of the IR became. Gives: the same, where each call is driven if it waits:
 * `f(x)` becomes `(given = f(x))?.$waits ? yield* given : given`. Calls stand alone, or are the value of one assignment or declaration.
 */
import { WAITS } from '../../runtime/abi.ts';
import { assign, conditional, identifier, member, type Node } from './tree.ts';

/** `given`: the name of a variable. */
export const suspended = (nodes: readonly Node[], given: string): Node[] =>
  nodes.map((node) => inStatement(node, given));

function inStatement(node: Node, given: string): Node {
  if (node.type === 'ExpressionStatement') return { ...node, expression: inValue(node.expression as Node, given) };
  if (node.type !== 'VariableDeclaration') return node;
  const declarations = (node.declarations as { init: Node | null }[]).map((each) => ({
    ...each,
    init: each.init && inValue(each.init, given),
  }));
  return { ...node, declarations };
}

function inValue(node: Node, given: string): Node {
  if (node.type === 'AssignmentExpression') return { ...node, right: inValue(node.right as Node, given) };
  return node.type === 'CallExpression' ? driven(node, given) : node;
}

function driven(called: Node, given: string): Node {
  const value = identifier(given);
  const waits = { ...member(assign(value, called), WAITS), optional: true };
  return conditional(waits, { type: 'YieldExpression', delegate: true, argument: value }, value);
}
