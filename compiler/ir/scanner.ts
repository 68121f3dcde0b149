/**
 * Tokenizes the text form of the IR.
 *
 * Takes: text. Gives: a cursor with `peek`, `next`, `accept`, `expect`; syntax errors throw with their line.
 */
import { InternalError } from '../diagnostics/diagnostic.ts';

const TOKEN =
  /\s+|("(?:[^"\\]|\\.)*"|nan\([0-9a-f]+\)f?|-?(?:inff?|\d[\w.]*(?:(?<=e)[+-]\d+f?)?)(?![\w.])|->|!(?:\d+\/)?\d+:\d+|[A-Za-z_$.][\w$.]*|[()[\]{}%&@#*+=-])/y;

interface Token {
  readonly text: string;
  readonly at: number;
}

export class Scanner {
  readonly #text: string;
  readonly #tokens: Token[];
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = [...this.#split()];
  }

  *#split(): Generator<Token> {
    TOKEN.lastIndex = 0;
    for (let at = 0; at < this.#text.length; at = TOKEN.lastIndex) {
      const match = TOKEN.exec(this.#text);
      if (!match) throw this.#error(at, `cannot read ${JSON.stringify(this.#text.slice(at, at + 20))}`);
      if (match[1] !== undefined) yield { text: match[1], at };
    }
  }

  get done(): boolean {
    return this.#next >= this.#tokens.length;
  }

  /** The next token, '' at the end. */
  peek(): string {
    return this.#tokens[this.#next]?.text ?? '';
  }

  /** True if no white space precedes the next token. */
  adjacent(): boolean {
    const token = this.#tokens[this.#next];
    return token !== undefined && token.at > 0 && !/\s/.test(this.#text[token.at - 1] as string);
  }

  next(): string {
    const token = this.#tokens[this.#next++];
    if (!token) throw this.#error(this.#text.length, 'text ends too early');
    return token.text;
  }

  accept(text: string): boolean {
    if (this.peek() !== text) return false;
    this.#next++;
    return true;
  }

  expect(text: string): void {
    if (!this.accept(text)) throw this.failure(`expected '${text}', found '${this.peek()}'`);
  }

  /** A plain or quoted name. */
  name(): string {
    const text = this.next();
    return text.startsWith('"') ? (JSON.parse(text) as string) : text;
  }

  number(): number {
    const text = this.next();
    const value = Number(text);
    if (Number.isNaN(value)) throw this.failure(`expected a number, found '${text}'`);
    return value;
  }

  failure(message: string): InternalError {
    return this.#error(this.#tokens[this.#next]?.at ?? this.#text.length, message);
  }

  #error(at: number, message: string): InternalError {
    const line = this.#text.slice(0, at).split('\n').length;
    return new InternalError(`IR text, line ${line}: ${message}`);
  }
}
