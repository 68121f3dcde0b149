/**
 * -Wmisleading-indentation: a statement behind an `if`, `else` or loop without braces that is indented as if it belonged to it.
 *
 * One idea: columns of the text decide, tabs counted to the next multiple of 8, as gcc does.
 */

import { type Location, physicalLine, type SourceFile } from '../../../source/source.ts';
import type { BlockItem, Statement } from '../ast/ast.ts';
import type { Lint } from './lint.ts';

/** A word that guards one statement. */
interface Clause {
  readonly word: string;
  readonly location: Location;
  readonly body: Statement;
}

const WORDS: Readonly<Record<string, string>> = { While: 'while', For: 'for', UpcForall: 'upc_forall' };
const TAB = 8;
/** With nothing but comments behind it. */
const LAST_ELSE = /\belse\b(?=(?:\s|\/\/[^\n]*\n|\/\*.*?\*\/)*$)/s;

export function misleadingIndentation(lint: Lint): void {
  for (const { items } of lint.outline.all('Compound'))
    for (let k = 0; k + 1 < items.length; k++) check(lint, items[k] as BlockItem, items[k + 1] as BlockItem);
}

function check(lint: Lint, item: BlockItem, next: BlockItem): void {
  if (isEmpty(next)) return;
  for (let clause = lastClause(item); clause; clause = lastClause(clause.body)) {
    if (!misleads(clause, next)) continue;
    const { word, location } = clause;
    const text = `...this statement, but the latter is misleadingly indented as if it were guarded by the '${word}'`;
    const notes = [{ text, location: next.location }];
    lint.warning('SEM3654', `this '${word}' clause does not guard...`, location, notes);
    return;
  }
}

/** Of what ends a statement: the last `else` of an `if`. */
function lastClause(node: BlockItem): Clause | undefined {
  if (node.kind === 'If') {
    if (!node.otherwise) return { word: 'if', location: node.location, body: node.then };
    return node.otherwise.kind === 'If' ? lastClause(node.otherwise) : elseOf(node.then, node.otherwise);
  }
  const word = WORDS[node.kind];
  return word === undefined ? undefined : { word, location: node.location, body: (node as { body: Statement }).body };
}

/** The tree has no place of `else`: it is the word before the statement. */
function elseOf(then: Statement, body: Statement): Clause | undefined {
  const { file, offset, expansion } = body.location;
  const at = file.text.slice(then.location.offset, offset).search(LAST_ELSE);
  if (expansion || then.location.expansion || at < 0) return undefined;
  return { word: 'else', location: { file, offset: then.location.offset + at, length: 'else'.length }, body };
}

const isEmpty = (node: BlockItem): boolean => node.kind === 'ExpressionStatement' && !node.expression;

function misleads({ location: guard, body }: Clause, next: BlockItem): boolean {
  const places = [guard, body.location, next.location];
  if (body.kind === 'Compound' || places.some(({ file, expansion }) => expansion || file !== guard.file)) return false;
  const { file } = guard;
  const [guardLine, bodyLine, nextLine] = places.map(({ offset }) => physicalLine(file, offset)) as Lines;
  const indent = indentOf(file, guardLine);
  if (nextLine === bodyLine) return guardLine < bodyLine || columnOf(file, guard.offset) === indent;
  const [bodyColumn, nextColumn] = [columnOf(file, body.location.offset), columnOf(file, next.location.offset)];
  if (nextColumn !== indentOf(file, nextLine) || outdented(file, bodyLine, nextLine, nextColumn)) return false;
  if (guardLine === bodyLine) return isEmpty(body) && nextColumn > indent;
  return nextColumn === bodyColumn && bodyColumn > indent;
}

type Lines = [number, number, number];

/** A directive, label or brace between them, further to the left, shows that they do not belong together. */
function outdented(file: SourceFile, from: number, to: number, column: number): boolean {
  for (let line = from + 1; line < to; line++) if (indentOf(file, line) < column) return true;
  return false;
}

/** Column of the first character of a line that is no space, from 0; that of an empty line is beyond all. */
function indentOf(file: SourceFile, line: number): number {
  const start = file.lineStarts[line - 1] as number;
  let at = start;
  while (file.text[at] === ' ' || file.text[at] === '\t') at++;
  return file.text[at] === '\n' || file.text[at] === '\r' ? Number.MAX_SAFE_INTEGER : columnOf(file, at);
}

function columnOf(file: SourceFile, offset: number): number {
  const start = file.lineStarts[physicalLine(file, offset) - 1] as number;
  let column = 0;
  for (let at = start; at < offset; at++) column += file.text[at] === '\t' ? TAB - (column % TAB) : 1;
  return column;
}
