/**
 * The text of simple expressions, for messages that say what to write instead.
 *
 * One idea: names, numbers, indices, members and arithmetic are spelled with the spaces of this project; for anything
 * else there is no text, and the message does without.
 */
import type { Expression } from '../ast/ast.ts';

export function spelled(node: Expression): string | undefined {
  switch (node.kind) {
    case 'Identifier':
      return node.name;
    case 'Threads':
      return 'THREADS';
    case 'MyThread':
      return 'MYTHREAD';
    case 'IntegerLiteral':
      return String(node.value);
    case 'Index':
      return joined`${operand(node.array)}[${spelled(node.index)}]`;
    case 'Member':
      return joined`${operand(node.object)}${node.arrow ? '->' : '.'}${node.name}`;
    case 'Unary':
      return joined`${node.operator}${operand(node.operand)}`;
    case 'Binary':
      return joined`${operand(node.left)} ${node.operator} ${operand(node.right)}`;
    default:
      return undefined;
  }
}

/** With parentheses where it has operators. */
function operand(node: Expression): string | undefined {
  const text = spelled(node);
  return text !== undefined && (node.kind === 'Binary' || node.kind === 'Unary') ? `(${text})` : text;
}

/** Nothing where a part is nothing. */
function joined(texts: TemplateStringsArray, ...parts: (string | undefined)[]): string | undefined {
  if (parts.includes(undefined)) return undefined;
  return texts.map((text, index) => text + (parts[index] ?? '')).join('');
}
