/** Functions of the parser's tests: the tree of a text, in the printed form, and its errors, each on a line. */

import { DiagnosticBag } from '../../compiler/diagnostics/diagnostic.ts';
import { printTree } from '../../compiler/frontends/c/ast/print.ts';
import { parse } from '../../compiler/frontends/c/parser/index.ts';
import { positionOf } from '../../compiler/source/source.ts';
import { tokenize } from './tokenize.ts';

/** Tree of a text without errors, on one line for each external declaration. */
export function treeOf(text: string): string {
  const { tree, messages } = parsed(text);
  if (messages.length > 0) throw new Error(messages.join('\n'));
  return tree;
}

/** The messages of a text: `line:column code text`. */
export function messagesOf(text: string): string[] {
  return parsed(text).messages;
}

export function parsed(text: string): { tree: string; messages: string[] } {
  const bag = new DiagnosticBag();
  const unit = parse(tokenize(text), 'test.c', bag);
  const messages = bag.all.map(({ code, text, location }) => {
    const place = location && positionOf(location);
    return `${place?.line}:${place?.column} ${code} ${text}`;
  });
  return { tree: printTree(unit).replace(/\n\s+/g, ' ').trim(), messages };
}

/** Tree of an expression, in a function where a, b, c, f, p and x are ordinary names and T is a type. */
export function expressionOf(text: string): string {
  const tree = treeOf(`typedef int T; void g(int a, int b, int c, int (*f)(), int *p, int x) { ${text}; }`);
  return tree.slice(tree.indexOf('(block ') + '(block '.length, -2);
}

/** Tree of a statement in such a function. */
export const statementOf = expressionOf;
