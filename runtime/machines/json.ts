/**
 * The text of a preset as JSON (RFC 8259), read so that what is wrong has a line and a column, and that a key which is given twice is wrong.
 *
 * JSON.parse does neither: it takes the last of the values, and tells the place of some faults alone.
 */
import { MachineError } from './errors.ts';

type Json = unknown;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the grammar has none of them in strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

/** What the text of a file stands for. */
export function parseJson(text: string, file: string): Json {
  return new Parser(text, file).whole();
}

class Parser {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly file: string,
  ) {}

  whole(): Json {
    const value = this.value();
    this.skip();
    if (this.at < this.text.length) this.fail('the end is expected here');
    return value;
  }

  private value(): Json {
    if (this.takes('{')) return Object.fromEntries(this.pairs());
    if (this.takes('[')) return this.items(']', () => this.value());
    const token = this.match(STRING) ?? this.match(PLAIN);
    return token === undefined
      ? this.fail('a value is expected here: "text", a number, {...} or [...]')
      : JSON.parse(token);
  }

  private pairs(): [key: string, value: Json][] {
    const keys = new Set<string>();
    return this.items('}', () => {
      this.skip();
      const begin = this.at;
      const key = JSON.parse(this.match(STRING) ?? this.fail('a key is expected here, in double quotes')) as string;
      if (keys.has(key)) this.fail(`the key "${key}" is given twice; leave out one`, begin);
      keys.add(key);
      if (!this.takes(':')) this.fail(`a colon is expected here, behind the key "${key}"`);
      return [key, this.value()];
    });
  }

  /** Behind the first bracket, to the last one. */
  private items<T>(end: ']' | '}', item: () => T): T[] {
    if (this.takes(end)) return [];
    const items = [item()];
    while (this.takes(',')) items.push(item());
    if (!this.takes(end)) this.fail(`a comma or ${end} is expected here`);
    return items;
  }

  private takes(character: string): boolean {
    this.skip();
    const isThere = this.text[this.at] === character;
    if (isThere) this.at++;
    return isThere;
  }

  private skip(): void {
    this.match(SPACE);
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private fail(what: string, at = this.at): never {
    const before = this.text.slice(0, at).split('\n');
    throw new MachineError(`${this.file}:${before.length}:${before.at(-1)!.length + 1}: ${what}`);
  }
}
