/**
 * `#pragma pack`: the largest alignment that members of structs and unions get, as gcc and MSVC have it.
 *
 * Takes the pragmas in the order of the text. Gives what stands behind each `struct` and `union` then: an attribute, so
 * that nothing behind the lexer knows of the pragma but the layout. One idea: the limit in force, and those pushed.
 *
 *     pack()   pack(4)                    no limit; 4 bytes
 *     pack(push)   pack(push, name, 4)    keeps the limit, then sets it; name and limit may each be missing
 *     pack(pop)    pack(pop, name)        the limit before the last push, before the last of that name
 */
import type { DiagnosticBag } from '../../../diagnostics/diagnostic.ts';
import { sourceFile } from '../../../source/source.ts';
import type { PPToken } from './preprocessing-token.ts';
import { scan } from './scanner.ts';

export const PACK_PRAGMA = /^pack(?![\w$])/;

interface Directive {
  readonly action: 'push' | 'pop' | 'set';
  readonly name?: string;
  readonly limit?: string;
}

/** 0 is as if none was given. */
const LIMITS = ['0', '1', '2', '4', '8', '16'];

export class PackPragmas {
  /** In bytes; 0 where none is in force. */
  private limit = 0;
  private readonly pushed: { readonly name?: string; readonly limit: number }[] = [];

  constructor(private readonly bag: DiagnosticBag) {}

  /** Obeys a pragma whose text begins with `pack`, or warns and ignores it. */
  obey(pragma: PPToken): void {
    const directive = parse(pragma.text);
    if (!directive) this.ignore(pragma, 'pack(N), pack(push, NAME, N) and pack(pop, NAME) are known');
    else if (directive.action === 'pop') this.pop(pragma, directive.name);
    else this.set(pragma, directive);
  }

  private set(pragma: PPToken, { action, limit = '0', ...named }: Directive): void {
    if (!LIMITS.includes(limit)) {
      this.ignore(pragma, `the alignment must be 1, 2, 4, 8 or 16, not ${limit}`);
      return;
    }
    if (action === 'push') this.pushed.push({ ...named, limit: this.limit });
    if (action === 'set' || limit !== '0') this.limit = Number(limit);
  }

  private pop(pragma: PPToken, name: string | undefined): void {
    const at = this.pushed.findLastIndex((each) => name === undefined || each.name === name);
    const found = this.pushed[at];
    if (found) {
      this.limit = found.limit;
      this.pushed.length = at;
    } else this.ignore(pragma, `no 'pack(${name === undefined ? 'push' : `push, ${name}`})' comes before it`);
  }

  private ignore(pragma: PPToken, why: string): void {
    this.bag.warning('LEX1007', 'pragmas', `'#pragma ${pragma.text}' is ignored: ${why}`, pragma);
  }

  /** Tokens to insert behind `keyword`, a `struct` or `union`: `__attribute__((pragma_pack(4)))`; none without a limit. */
  tokensBehind(keyword: PPToken): PPToken[] {
    if (this.limit === 0) return [];
    const { tokens } = scan(sourceFile('#pragma pack', `__attribute__((pragma_pack(${this.limit})))`));
    return tokens.slice(0, -1).map(({ kind, text }) => keyword.replaced(kind, text));
  }
}

/** Undefined for what is not of one of the forms above. */
function parse(text: string): Directive | undefined {
  const inside = /^pack ?\((.*)\)$/.exec(text)?.[1];
  const words = inside?.trim() ? inside.split(',').map((word) => word.trim()) : [];
  const action = words[0] === 'push' || words[0] === 'pop' ? (words.shift() as 'push' | 'pop') : 'set';
  const name = action !== 'set' && /^[A-Za-z_$][\w$]*$/.test(words[0] ?? '') ? words.shift() : undefined;
  const limit = action !== 'pop' && /^\d+$/.test(words[0] ?? '') ? words.shift() : undefined;
  if (inside === undefined || words.length > 0) return undefined;
  return { action, ...(name !== undefined && { name }), ...(limit !== undefined && { limit }) };
}
