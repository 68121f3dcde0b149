/**
 * Preprocessed text, for -E and -save-temps.
 *
 * One idea: tokens stand on the lines on which the user wrote them; where the next token is elsewhere a line marker
 * `# line "file"` says so, so that the text compiled again gives diagnostics in the same places.
 */

import type { CompilerOptions } from '../../../options.ts';
import { positionOf, spelledAt } from '../../../source/source.ts';
import type { PPToken } from '../lexer/preprocessing-token.ts';
import { scanSingle } from '../lexer/scanner.ts';
import type { Macro } from './macro.ts';
import type { PreprocessedUnit } from './preprocess.ts';
import { quote, spell } from './spelling.ts';

/** Up to so many lines are passed by newlines, more by a marker. */
const GAP = 8;

/** The text of a preprocessed unit: with line markers, without (-P), or its macros (-dM). */
export function printPreprocessed(
  unit: PreprocessedUnit,
  form: CompilerOptions['preprocessedText'] = 'marked',
): string {
  if (form === 'macros') return [...unit.macros.values()].map(definitionText).join('');
  const printer = new Printer(form === 'marked');
  printer.moveTo(unit.main.name, 1);
  for (const token of unit.tokens) printer.token(token);
  return printer.text();
}

/** A directive that defines the macro as it is; none of those that are computed where they stand. */
function definitionText({ name, parameters, variadic, body, builtin }: Macro): string {
  if (builtin) return '';
  const last = (parameters?.length ?? 0) - 1;
  const written = (each: string, index: number) =>
    variadic && index === last ? `${each.replace(/^__VA_ARGS__$/, '')}...` : each;
  const list = parameters ? `(${parameters.map(written).join(',')})` : '';
  return `#define ${name}${list} ${spell(body)}`.trimEnd().concat('\n');
}

class Printer {
  constructor(private readonly marked: boolean) {}

  private readonly parts: string[] = [];
  private name = '';
  private line = 0;
  /** The last token on this line. */
  private previous: PPToken | undefined;

  token(token: PPToken): void {
    const { name, line } = positionOf(spelledAt(token));
    if (name !== this.name || line !== this.line) this.moveTo(name, line);
    if (token.kind === 'pragma') this.pragma(token);
    else this.word(token);
  }

  private word(token: PPToken): void {
    if (this.previous && (token.space || sticks(this.previous, token))) this.parts.push(' ');
    this.parts.push(token.text);
    this.previous = token;
  }

  moveTo(name: string, line: number): void {
    const gap = line - this.line;
    if (name === this.name && gap > 0 && gap <= GAP) this.parts.push('\n'.repeat(gap));
    else this.parts.push(this.previous ? '\n' : '', this.marked ? `# ${line} ${quote(name)}\n` : '');
    this.name = name;
    this.line = line;
    this.previous = undefined;
  }

  text(): string {
    const text = this.parts.join('') + (this.previous ? '\n' : '');
    return this.marked ? text : text.replace(/^\n+/, '');
  }

  private pragma(token: PPToken): void {
    this.parts.push(this.previous ? '\n' : '', `#pragma ${token.text}\n`);
    this.line = -GAP;
    this.previous = undefined;
  }
}

/** Whether two tokens would be read as other tokens without a space between them. */
function sticks(left: PPToken, right: PPToken): boolean {
  const word = /[\w$.\x80-\uffff]$/.test(left.text);
  if (word && /^[\w$.\x80-\uffff"']/.test(right.text)) return true;
  if (left.kind === 'number') return /^[-+]/.test(right.text);
  if (left.kind !== 'punctuator') return false;
  if (left.text === '.' && right.kind === 'number') return true;
  return right.kind === 'punctuator' && (/^\/[/*]/.test(left.text + right.text) || joins(left.text, right.text));
}

/** Whether the beginning of `right` would extend `left` to a longer punctuator. */
function joins(left: string, right: string): boolean {
  const longer = left + (right[0] as string);
  return scanSingle(longer) !== undefined || longer === '..' || longer === '%:%';
}
