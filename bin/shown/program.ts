/** A program and how it is run: what a link has, and what the page keeps. */

export interface Settings {
  readonly threads: number;
  readonly optimize: 0 | 2;
  /** -g: the program checks its pointers, and says where it fails. */
  readonly debug: boolean;
  /** A network of threads in the page, or a machine of the simulator. */
  readonly place: string;
  /** As one would write them behind the program. */
  readonly arguments: string;
}

export interface Program extends Settings {
  /** Texts by path, the main one first. */
  readonly files: Readonly<Record<string, string>>;
}

export const NETWORKS = ['smp', 'sfi', 'verbs', 'pami'] as const;
export const USUAL: Settings = { threads: 4, optimize: 0, debug: false, place: 'smp', arguments: '' };
export const MOST_THREADS = 1024;

/** The program in the text of a link or of the page's store; undefined where there is none. */
export function checked(value: unknown): Program | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { files, ...settings } = value as Record<string, unknown>;
  if (typeof files !== 'object' || files === null) return undefined;
  const texts = Object.entries(files).filter((each): each is [string, string] => typeof each[1] === 'string');
  if (!texts.some(([name]) => /\.(upc|c)$/.test(name))) return undefined;
  return { files: Object.fromEntries(texts), ...checkedSettings(settings) };
}

/** Each within its bounds. */
export function checkedSettings(values: Readonly<Record<string, unknown>>): Settings {
  const { threads, optimize, debug, place, arguments: words } = { ...USUAL, ...values };
  return {
    threads: Math.min(Math.max(Math.trunc(Number(threads)) || 1, 1), MOST_THREADS),
    optimize: optimize === 2 ? 2 : 0,
    debug: debug === true,
    place: String(place),
    arguments: String(words),
  };
}

/** The words of the field of arguments; quotes hold spaces. */
export function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(([word, double, single]) => double ?? single ?? word);
}
