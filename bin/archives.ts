/**
 * Libraries of object files, as `ar rcs libNAME.a` makes them (the ar format of GNU and of BSD).
 *
 * Takes: paths, and names behind -l to look for below -L. Gives: the modules that define what is still undefined.
 * The idea: an archive is read for the names that its members define; a member is parsed when one of them is wanted. Its
 * own index is not used: ar knows the symbols of machine code alone.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Module } from '../compiler/ir/ir.ts';
import { textOf } from './encoding.ts';
import { FileError, readBytes } from './files.ts';
import { definedIn, isObject, readObject } from './objects.ts';

const MAGIC = '!<arch>\n';
const THIN = '!<thin>\n';
const HEADER = 60;

/** A file of an archive. */
export interface Member {
  readonly name: string;
  readonly text: string;
}

/** The files in an archive, without its index; `path` is its name in messages. */
export function membersOf(path: string, bytes: Buffer): Member[] {
  const magic = bytes.toString('latin1', 0, MAGIC.length);
  if (magic === THIN) throw new FileError(`${path}: a thin archive holds no files; make it without T: ar rcs`);
  if (magic !== MAGIC) throw new FileError(`${path}: not an archive; "ar rcs ${path} FILE.o ..." makes one`);
  const members: Member[] = [];
  let longNames = '';
  for (let at = MAGIC.length; at < bytes.length; ) {
    const { name, start, end } = headerAt(path, bytes, at, longNames);
    if (name === '//') longNames = bytes.toString('utf8', start, end);
    else if (!INDEX.test(name)) members.push({ name, text: textOf(bytes.subarray(start, end)) });
    at = end + (end % 2);
  }
  return members;
}

/** Names of what is no file: indexes of symbols. */
const INDEX = /^(\/|\/SYM64\/|__\.SYMDEF.*)$/;

function headerAt(path: string, bytes: Buffer, at: number, longNames: string) {
  const header = bytes.toString('latin1', at, at + HEADER);
  const [, field = '', size = ''] = /^(.{16}).{32}(\d+) *`\n$/s.exec(header) ?? [];
  const start = at + HEADER;
  const end = start + Number(size);
  if (size === '' || end > bytes.length) throw new FileError(`${path}: a damaged archive, at its byte ${at}`);
  const ofBsd = /^#1\/(\d+)/.exec(field);
  if (ofBsd) {
    const behind = start + Number(ofBsd[1]);
    return { name: bytes.toString('utf8', start, behind).replace(/\0+$/, ''), start: behind, end };
  }
  const ofGnu = /^\/(\d+)/.exec(field);
  const name = ofGnu ? (longNames.slice(Number(ofGnu[1])).split('\n')[0] as string) : field.trimEnd();
  return { name: /^\/+(SYM64\/)?$/.test(name) ? name : name.replace(/\/$/, ''), start, end };
}

/** Definitions in archives: of each name the first. */
export class Archives {
  private readonly definitions = new Map<string, { readonly path: string; readonly member: Member }>();
  private readonly taken = new Set<Member>();

  /** `paths` name archives; `libraries` are the names behind -l, those that are always there in `builtIn`. */
  constructor(paths: readonly string[], libraries: Libraries) {
    for (const path of paths) this.add(path, membersOf(path, readBytes(path)));
    for (const name of new Set(libraries.names)) this.find(name, libraries);
  }

  get names(): Iterable<string> {
    return this.definitions.keys();
  }

  /** The module that defines the symbol; each is given once. */
  take(symbol: string): Module | undefined {
    const found = this.definitions.get(symbol);
    if (!found || this.taken.has(found.member)) return undefined;
    this.taken.add(found.member);
    return readObject(`${found.path}(${found.member.name})`, found.member.text);
  }

  private add(path: string, members: readonly Member[]): void {
    for (const member of members)
      for (const symbol of definedIn(`${path}(${member.name})`, member.text))
        if (!this.definitions.has(symbol)) this.definitions.set(symbol, { path, member });
  }

  /** As ld does, passes over archives of machine code. */
  private find(name: string, { directories, builtIn }: Libraries): void {
    const file = name.startsWith(':') ? name.slice(1) : `lib${name}.a`;
    const paths = directories.map((directory) => join(directory, file)).filter((path) => existsSync(path));
    const path = paths.find((each) => ownMembers(each));
    if (path !== undefined) this.add(path, ownMembers(path) as Member[]);
    else if (!builtIn.has(name)) throw new FileError(notFound(name, file, paths[0], directories));
  }
}

function notFound(name: string, file: string, native: string | undefined, directories: readonly string[]): string {
  if (native !== undefined) return `-l${name}: ${native} holds no objects of pgasc; compile its sources with pgasc -c`;
  const searched = directories.length > 0 ? ` in ${directories.join(', ')}` : '; -LDIR says where to look for it';
  return `-l${name}: there is no ${file}${searched}`;
}

/** -l and -L. */
export interface Libraries {
  readonly names: readonly string[];
  readonly directories: readonly string[];
  /** Names of libraries that need no file. */
  readonly builtIn: ReadonlySet<string>;
}

/** The members, where the file is an archive of pgasc's objects. */
function ownMembers(path: string): Member[] | undefined {
  const bytes = readBytes(path);
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined;
  const members = membersOf(path, bytes);
  return members.every(({ text }) => isObject(text)) ? members : undefined;
}
