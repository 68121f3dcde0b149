/**
 * Declarations that a unit has lost to syntax errors, so that semantics can analyse the rest.
 *
 * Takes the tokens of each external declaration. Gives whether it is sound: one with an error in it is not, nor is one
 * that uses a type which such a one declares. The names it would have declared are lost: no diagnostic is about them.
 */
import type { Location } from '../../../source/source.ts';
import { TypedefName } from './terminals.ts';
import type { ParserToken } from './tokens.ts';

const TAGGED = new Set(['struct', 'union', 'enum']);

export class Damage {
  /** Names that were declared, or may have been, by what is left out. */
  readonly names = new Set<string>();
  /** External declarations that are left out. */
  readonly items = new Set<unknown>();
  readonly #types: Set<string>;
  /** Places of errors in tokens, found before parsing. */
  readonly #wrong: ReadonlySet<string>;

  constructor(unknownTypes: Set<string>, wrong: ReadonlySet<string>) {
    this.#types = unknownTypes;
    this.#wrong = wrong;
  }

  get isNone(): boolean {
    return this.names.size === 0 && this.#types.size === 0 && this.#wrong.size === 0;
  }

  /** True for the tokens of a declaration with an error in a token, or which uses a lost type. */
  reaches(tokens: readonly ParserToken[]): boolean {
    return tokens.some(
      (token) =>
        (token.lazy === 'identifier' && this.#types.has(token.image)) ||
        this.#wrong.has(placeOf(token.source.location)),
    );
  }

  /** Leaves out a declaration; undefined where there is no tree of it. */
  lose(item: unknown, tokens: readonly ParserToken[]): void {
    if (item !== undefined) this.items.add(item);
    const isTypedef = tokens[0]?.image === 'typedef';
    let depth = 0;
    for (const [k, { lazy, image, tokenType }] of tokens.entries()) {
      if (image === '{') depth++;
      else if (image === '}') depth--;
      if (lazy !== 'identifier') continue;
      this.names.add(image);
      // A tag without members, and a type that the typedef is made of, are used: others declare them.
      const declares = TAGGED.has(tokens[k - 1]?.image ?? '')
        ? tokens[k + 1]?.image === '{'
        : isTypedef && depth === 0 && tokenType !== TypedefName;
      if (declares) this.#types.add(image);
    }
  }
}

/** A place as a key. */
export function placeOf({ file, offset }: Location): string {
  return `${file.name}:${offset}`;
}
