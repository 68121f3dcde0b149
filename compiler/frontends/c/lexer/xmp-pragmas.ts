/**
 * XcalableMP's directives for the local view, as the C that they stand for (XcalableMP 1.4, 4.6, 5.1, 5.5).
 *
 * Takes: the text of a `#pragma xmp`. Gives: the tokens of declarations or a call. One idea: a directive is written as
 * C text first and scanned as any other, so that the parser needs to know none of them.
 *
 *     nodes p[n]                                      names the images; p[k] is image k from here on
 *     coarray a, b : [*]                              gives objects declared before their coshape
 *     post(image, tag)   wait   wait(image[, tag])
 *     lock(l:[k]) acquired_lock(a) stat(s)            unlock(l:[k]) stat(s)
 *     barrier
 *     sync_all   sync_memory   sync_images_all   sync_image(k)   sync_images(n, set)   each with stat(s)
 */
import type { DiagnosticBag } from '../../../diagnostics/diagnostic.ts';
import { sourceFile } from '../../../source/source.ts';
import { PPToken } from './preprocessing-token.ts';
import { scan } from './scanner.ts';

export const XMP_PRAGMA = /^xmp(?![\w$])/;

/** A directive: its name, what stands in parentheses or brackets behind it, and its clauses by name. */
interface Directive {
  readonly name: string;
  readonly rest: string;
  readonly arguments: readonly string[] | undefined;
  readonly clauses: ReadonlyMap<string, string>;
}

type Spelling = (directive: Directive, nodes: Set<string>) => string | undefined;

const SPELLINGS: Readonly<Record<string, Spelling>> = {
  nodes: declareNodes,
  barrier: () => 'xmp_barrier();',
  coarray: declareCoarrays,
  post: ({ arguments: list }, nodes) =>
    list?.length === 2 ? `xmp_post(${image(list[0], nodes)}, ${list[1]});` : undefined,
  wait: ({ arguments: list = [] }, nodes) => {
    const from = image(list[0], nodes);
    return ['xmp_wait();', `xmp_wait_image(${from});`, `xmp_wait_tag(${from}, ${list[1]});`][list.length];
  },
  lock: (directive) =>
    call('xmp_lock', locked(directive), [address(directive, 'acquired_lock'), address(directive, 'stat')]),
  unlock: (directive) => call('xmp_unlock', locked(directive), [address(directive, 'stat')]),
  sync_all: (directive) => call('xmp_sync_all', directive.arguments ?? [], [address(directive, 'stat')], 0),
  sync_memory: (directive) => call('xmp_sync_memory', directive.arguments ?? [], [address(directive, 'stat')], 0),
  sync_images_all: (directive) =>
    call('xmp_sync_images_all', directive.arguments ?? [], [address(directive, 'stat')], 0),
  sync_image: (directive) => call('xmp_sync_image', directive.arguments ?? [], [address(directive, 'stat')]),
  sync_images: (directive) => call('xmp_sync_images', directive.arguments ?? [], [address(directive, 'stat')], 2),
};

export class XmpPragmas {
  /** Names of node arrays. */
  readonly #nodes = new Set<string>();

  constructor(private readonly bag: DiagnosticBag) {}

  /** The tokens that a directive stands for; none, after a warning, for those of the global view. */
  tokensOf(pragma: PPToken): PPToken[] {
    const directive = parse(pragma.text.replace(XMP_PRAGMA, ''));
    const text = SPELLINGS[directive.name]?.(directive, this.#nodes);
    if (text !== undefined)
      return scan(sourceFile('#pragma xmp', text))
        .tokens.slice(0, -1)
        .map((each) => at(pragma, each));
    const known = Object.hasOwn(SPELLINGS, directive.name);
    const why = known ? 'its arguments are not as XcalableMP has them' : 'only directives of the local view are known';
    this.bag.warning('COA6080', 'unknown-pragmas', `'#pragma ${pragma.text.trim()}' is ignored: ${why}`, pragma);
    return [];
  }
}

/** The token in the place of the pragma. */
function at(pragma: PPToken, { kind, text }: PPToken): PPToken {
  const token = new PPToken(kind, text, pragma.file, pragma.offset, pragma.length, true, false);
  token.expansion = pragma.expansion;
  return token;
}

// ---------------------------------------------------------------- reading a directive

function parse(text: string): Directive {
  const [, name = '', rest = ''] = /^\s*(\w*)\s*(.*)$/s.exec(text) ?? [];
  const first = rest.startsWith('(') ? closing(rest, 0) : -1;
  return {
    name,
    rest,
    arguments: first > 0 ? split(rest.slice(1, first)) : undefined,
    clauses: clausesOf(rest.slice(first + 1)),
  };
}

function clausesOf(text: string): Map<string, string> {
  const clauses = new Map<string, string>();
  for (let rest = text; ; ) {
    const head = /^\s*(\w+)\s*\(/.exec(rest);
    const end = head ? closing(rest, head[0].length - 1) : -1;
    if (!head || end < 0) return clauses;
    clauses.set(head[1] as string, rest.slice(head[0].length, end));
    rest = rest.slice(end + 1);
  }
}

/** Index of the bracket that closes the one at a place; -1 if there is none. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let k = open; k < text.length; k++) {
    if ('([{'.includes(text[k] as string)) depth++;
    else if (')]}'.includes(text[k] as string) && --depth === 0) return k;
  }
  return -1;
}

/** Parts between the commas that are in no bracket. */
function split(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let k = 0; k < text.length; k++) {
    if ('([{'.includes(text[k] as string)) k = Math.max(k, closing(text, k));
    else if (text[k] === ',') {
      parts.push(text.slice(start, k));
      start = k + 1;
    }
  }
  return [...parts, text.slice(start)];
}

// ---------------------------------------------------------------- spelling it in C

function declareNodes({ rest }: Directive, nodes: Set<string>): string | undefined {
  const name = /^(\w+)\s*[[(]/.exec(rest)?.[1];
  if (name === undefined) return undefined;
  nodes.add(name);
  return '';
}

function declareCoarrays({ rest }: Directive): string | undefined {
  const [, names, coshape] = /^([\w\s,]+):\s*(\[.*)$/s.exec(rest) ?? [];
  if (names === undefined) return undefined;
  return split(names)
    .map((name) => `extern __typeof__(${name}) ${name}:${coshape};`)
    .join(' ');
}

/** An image: an expression, or an element of a node array, from 0 in brackets and from 1 in parentheses. */
function image(text: string | undefined, nodes: ReadonlySet<string>): string | undefined {
  const [, name = '', open, index] = /^\s*(\w+)\s*([[(])(.*)[\])]\s*$/s.exec(text ?? '') ?? [];
  if (!nodes.has(name)) return text;
  return open === '[' ? index : `(${index}) - 1`;
}

/** The address of the lock; without a coindex, of this image's. */
function locked({ arguments: list = [] }: Directive): string[] {
  return list.map((lock) => (/:\s*\[/.test(lock) ? `&(${lock})` : `&(${lock}):[xmpc_this_image()]`));
}

function address({ clauses }: Directive, name: string): string {
  const object = clauses.get(name);
  return object === undefined ? '0' : `&(${object})`;
}

function call(name: string, values: readonly string[], more: readonly string[], count = 1): string | undefined {
  return values.length === count ? `${name}(${[...values, ...more].join(', ')});` : undefined;
}
