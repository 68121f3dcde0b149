/**
 * The files of a job in a page: a tree in memory, with standard input and output as descriptors 0 to 2.
 *
 * Takes names and arguments of `node:fs`'s synchronous functions, which memfs has.
 */
import { createFsFromVolume, Volume } from 'memfs';
import type { System } from './calls.ts';
import type { Console } from './console.ts';

/** Contents by path. */
export type Contents = Readonly<Record<string, Uint8Array>>;

const FOLDERS = ['/tmp', '/dev', '/proc/self/fd'];
/** Calls that change the tree. */
const CHANGES = /^(write|open|close|rm|unlink|rename|mkdir|mkdtemp|truncate|ftruncate|link|symlink)/;
/** By descriptor. */
const CONSOLE = ['/dev/stdin', '/dev/stdout', '/dev/stderr'];
const NULL = '/dev/null';
const UMASK = 0o22;
/** Which argument is the mode of what is made. */
const MODES: Readonly<Record<string, { readonly place: number; readonly usual: number }>> = {
  openSync: { place: 2, usual: 0o666 },
  mkdirSync: { place: 1, usual: 0o777 },
};
/** Characters of a terminal: what fstat says of descriptors 0 to 2. */
const CONSOLE_MODE = 0o020620;

/** Arguments that are names of files: the first, or two. */
const namesOf = (call: string) => (/^(link|rename|symlink)/.test(call) ? 2 : 1);
const asName = (value: unknown) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : value);

type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>;

export class Tree {
  private readonly volume = new Volume();
  private readonly functions: Functions;
  /** Descriptors that keep nothing. */
  private readonly nulls = new Set<number>();
  private hasChanged = false;

  constructor(
    contents: Contents,
    private readonly console: Console,
  ) {
    this.functions = createFsFromVolume(this.volume) as unknown as Functions;
    for (const folder of FOLDERS) this.volume.mkdirSync(folder, { recursive: true });
    for (const name of [NULL, ...CONSOLE]) this.volume.writeFileSync(name, '');
    for (const [name, bytes] of Object.entries(contents)) this.put(name, bytes);
  }

  readonly system: System = (name, args) => {
    this.hasChanged ||= CHANGES.test(name);
    const [first] = args;
    if (typeof first === 'number' && first <= 2) return this.ofConsole(name, first, args);
    if (name === 'readSync') return this.read(args as [number, number, number | null]);
    if (name === 'writeSync') return this.write(args as [number, Uint8Array, number | null]);
    if (name === 'openSync') return this.open(args);
    if (name in MODES) return this.make(name, args);
    return this.functions[name]!(...args.map((each, index) => (index < namesOf(name) ? asName(each) : each)));
  };

  /** The console's files are its descriptors. */
  private open(args: readonly unknown[]): number {
    const name = String(asName(args[0]));
    const ofConsole = CONSOLE.indexOf(name);
    if (ofConsole >= 0) return ofConsole;
    const descriptor = this.make('openSync', args) as number;
    if (name === NULL) this.nulls.add(descriptor);
    else this.nulls.delete(descriptor);
    return descriptor;
  }

  /** As the process's umask wants it. */
  private make(name: string, args: readonly unknown[]): unknown {
    const { place, usual } = MODES[name]!;
    const masked = args.slice();
    const mode = masked[place];
    if (typeof mode !== 'object') masked[place] = ((mode as number | undefined) ?? usual) & ~UMASK;
    return this.functions[name]!(asName(masked[0]), ...masked.slice(1));
  }

  /** All files that are not of the system, if something has changed since. */
  changes(): Contents | undefined {
    if (!this.hasChanged) return undefined;
    this.hasChanged = false;
    const found: Record<string, Uint8Array> = {};
    this.collect('/', found);
    return found;
  }

  private put(name: string, bytes: Uint8Array): void {
    this.volume.mkdirSync(name.replace(/\/[^/]*$/, '') || '/', { recursive: true });
    this.volume.writeFileSync(name, bytes as never);
  }

  private collect(folder: string, found: Record<string, Uint8Array>): void {
    for (const entry of this.volume.readdirSync(folder) as string[]) {
      const name = `${folder === '/' ? '' : folder}/${entry}`;
      if (/^\/(dev|proc)$/.test(name)) continue;
      const status = this.volume.lstatSync(name);
      if (status.isDirectory()) this.collect(name, found);
      else if (status.isFile()) found[name] = Uint8Array.from(this.volume.readFileSync(name) as Uint8Array);
    }
  }

  private ofConsole(name: string, descriptor: number, args: readonly unknown[]): unknown {
    if (name === 'readSync') return this.console.read(args[1] as number);
    if (name === 'writeSync') {
      const [, bytes, , thread] = args as [number, Uint8Array, null, number | undefined];
      return this.console.write(descriptor, bytes, thread);
    }
    if (name === 'fstatSync') return { ...this.volume.statSync(NULL, args[1] as never), mode: CONSOLE_MODE, size: 0 };
    return undefined;
  }

  private read([descriptor, length, place]: [number, number, number | null]): Uint8Array {
    const bytes = new Uint8Array(length);
    const count = this.volume.readSync(descriptor, bytes as never, 0, length, place as never);
    return bytes.subarray(0, count);
  }

  private write([descriptor, bytes, place]: [number, Uint8Array, number | null]): number {
    if (this.nulls.has(descriptor)) return bytes.length;
    return this.volume.writeSync(descriptor, bytes as never, 0, bytes.length, place as never);
  }
}
