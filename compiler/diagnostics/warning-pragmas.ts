/**
 * `#pragma GCC diagnostic`: parts of the text in which warnings are ignored, shown or errors.
 *
 * One idea: as the preprocessor goes through the files, each change is noted with its place; the last one before a warning's
 * place in its file counts. An included file begins with what holds where it is included, and leaves what it changed.
 */
import { type Location, type SourceFile, spelledAt } from '../source/source.ts';
import { inGroup } from './warning-groups.ts';

export type WarningKind = 'ignored' | 'warning' | 'error';

type Choice = ReadonlyMap<string, WarningKind>;

const NONE: Choice = new Map();

export class WarningPragmas {
  private current = NONE;
  private readonly stack: Choice[] = [];
  /** Of each file, in order of the text. */
  private readonly changes = new Map<SourceFile, { readonly offset: number; readonly choice: Choice }[]>();
  private readonly named = new Set<string>();

  /** The text behind `#pragma`, where it is one of these. */
  obey(text: string, location: Location): void {
    const [, action, kind, name] = PRAGMA.exec(text) ?? [];
    if (action === undefined) return;
    if (action === 'push') this.stack.push(this.current);
    else if (action === 'pop') this.current = this.stack.pop() ?? NONE;
    else this.choose(kind as WarningKind, (name as string).replace(/=.*/, ''));
    const { file, offset } = spelledAt(location);
    this.note(file, offset);
  }

  /** Goes through an included file, and on behind its #include. */
  through(file: SourceFile, includer: Location | undefined, body: () => void): void {
    const before = this.current;
    if (before !== NONE) this.note(file, 0);
    body();
    if (includer && this.current !== before) this.note(includer.file, includer.offset);
  }

  /** The pragmas' choice for a warning at a place. */
  kindOf(name: string, location: Location): WarningKind | undefined {
    if (this.changes.size === 0) return undefined;
    const { file, offset } = spelledAt(location);
    const last = this.changes.get(file)?.findLast((change) => change.offset <= offset);
    return last?.choice.get(name);
  }

  /** Whether the warning is enabled somewhere. */
  asksFor(name: string): boolean {
    return this.named.has(name);
  }

  private choose(kind: WarningKind, name: string): void {
    const chosen = inGroup(name);
    this.current = new Map([...this.current, ...chosen.map((each) => [each, kind] as const)]);
    if (kind !== 'ignored') for (const each of chosen) this.named.add(each);
  }

  private note(file: SourceFile, offset: number): void {
    const changes = this.changes.get(file) ?? [];
    this.changes.set(file, changes);
    changes.push({ offset, choice: this.current });
  }
}

const PRAGMA = /^(?:GCC|clang) diagnostic (push|pop|(ignored|warning|error) ?"-W([^"]+)")/;
