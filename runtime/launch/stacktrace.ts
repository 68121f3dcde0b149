/**
 * A JavaScript stack as the program's author knows it: functions and places of the source.
 *
 * Only frames that the source map knows are the program's; the runtime is linked into the same file but not mapped.
 */
import type { ProgramImage } from '../abi.ts';
import { platform } from '../platform/linked.ts';
import { SourceMap, type SourcePlace } from './sourcemap.ts';

export interface SourceFrame {
  readonly name: string;
  readonly place: SourcePlace;
  /** The function that it has been put into by the compiler. */
  readonly into?: string;
}

interface RawFrame {
  readonly name: string;
  readonly file: string;
  /** Of a module: line 1, and the column is the offset in it. */
  readonly line: number;
  readonly column: number;
  /** Where no map tells better. */
  readonly shown: string;
}

const SHOWN = 16;

/** Calls a main without arguments; the compiler made it. */
const WRAPPER = '__pgasc_main';

/** A loop of a function that is one of its own (compiler/optimizer/loops/outline.ts): its frame stands for that of the function. */
const PART = /\/\d+$/;
const isPartOf = (part: string, name: string) => PART.test(part) && part.replace(PART, '') === name.replace(PART, '');

const lineOf = ({ name, place, into }: SourceFrame): string =>
  `    at ${name} (${placeName(place)})${into === undefined ? '' : `, in the code of ${into}`}\n`;

/** The files that hold the program's code. */
export interface ProgramFiles {
  /** Whether code of the program is in the file, as stack traces name it. */
  has(file: string): boolean;
  /** Undefined where there is no map. */
  mapOf(file: string): SourceMap | undefined;
}

/** The column of a place: "file:line:column". */
const COLUMN = /^(.*:\d+):\d+$/;

/** Stacks whose innermost place is remembered. */
const REMEMBERED = 256;

export class StackTraces {
  private readonly places = new Map<string, string>();

  /** `told`: the place where the program says it is; of a module that has unwound no frame is on the stack. */
  constructor(
    private readonly files: ProgramFiles,
    private readonly told: () => string = () => '',
  ) {}

  /** The innermost place of the program, "" if unknown. */
  placeOf(error: Error): string {
    return this.placeOn(error) || this.told();
  }

  /** Where the program is now: gives what finds it out, as decoding a stack takes long, and few are asked for. */
  here(): () => string {
    const [error, told] = [new Error(), this.told()];
    if (told === '') return () => this.placeOn(error);
    // Ranks compare their places, and of one call some ranks have a frame and others the told line alone: so no column is given.
    return () => this.placeOn(error).replace(COLUMN, '$1') || told;
  }

  /** Of the innermost frame. A loop asks for the same again and again. */
  private placeOn(error: Error): string {
    const stack = error.stack ?? '';
    const known = this.places.get(stack);
    if (known !== undefined) return known;
    const place = this.frames(error)[0]?.place;
    const name = place === undefined ? '' : placeName(place);
    if (this.places.size === REMEMBERED) this.places.clear();
    this.places.set(stack, name);
    return name;
  }

  /** The program's frames, innermost first; empty without a map. */
  frames(error: Error): SourceFrame[] {
    return this.ownFrames(error).flatMap(({ name, file, line, column }) => {
      const map = this.files.mapOf(file);
      const place = map?.find(line, column);
      if (place === undefined) return [];
      const linked = map!.functionName(name.replace(PART, ''));
      const own = map!.functionAt(place);
      const into = own && own.linked !== linked ? map!.functionLinked(linked)?.name : undefined;
      return [{ name: own?.name ?? linked, place, ...(into !== undefined && { into }) }];
    });
  }

  /** The lines that show where the program was, recursion shown once; without a map, places in out.js. */
  text(error: Error): string {
    const lines = this.frames(error).map(lineOf);
    for (const { name, file, shown } of lines.length === 0 ? this.ownFrames(error) : [])
      if (this.files.mapOf(file) === undefined) lines.push(`    at ${name} (${shown})\n`);
    const different = lines.filter((line, i) => line !== lines[i - 1]);
    return different.slice(0, SHOWN).join('') + (different.length > SHOWN ? '    ...\n' : '');
  }

  private ownFrames(error: Error): RawFrame[] {
    return (error.stack ?? '')
      .split('\n')
      .flatMap(parseFrame)
      .filter(({ file }) => this.files.has(file))
      .filter(({ name }, i) => name !== WRAPPER || i === 0)
      .filter(({ name }, i, all) => i === 0 || !isPartOf(all[i - 1]!.name, name));
  }
}

/** Of the modules only the program's has a name: "wasm://wasm/NAME-HASH". */
const PROGRAM_MODULE = /^wasm:\/\/wasm\/.*-[0-9a-f]+$/;

/** What is mapped of out.js, whose map lies beside it: its code, or the module that it carries. */
export class OutputFile implements ProgramFiles {
  readonly has: ProgramFiles['has'];
  private map: SourceMap | undefined | null = null;

  constructor(
    program: ProgramImage,
    /** As stack traces name it, and as a path. */
    file: string,
    private readonly filePath: string,
    private readonly mapName: string | undefined,
  ) {
    this.has = 'webassembly' in program ? (name) => PROGRAM_MODULE.test(name) : (name) => name === file;
  }

  mapOf(): SourceMap | undefined {
    return this.readMap();
  }

  private readMap(): SourceMap | undefined {
    if (this.map === null) this.map = this.tryReadMap();
    return this.map;
  }

  /** A missing or broken map must not hide the failure that is being reported. */
  private tryReadMap(): SourceMap | undefined {
    const name = this.mapName ?? `${platform.files.baseName(this.filePath)}.map`;
    try {
      return new SourceMap(platform.files.readBeside(this.filePath, name));
    } catch {
      return undefined;
    }
  }
}

/** "prog.upc:12:7" */
export function placeName({ source, line, column }: SourcePlace): string {
  return `${source}:${line}:${column}`;
}

/**
 * V8's lines, "    at name (place)" or "    at place", and SpiderMonkey's, "name@place", where place is "file:line:column" or
 * "module:wasm-function[i]:0xOFFSET".
 */
const PLACE = '(.*):(\\d+|wasm-function\\[\\d+\\]):(\\d+|0x[0-9a-f]+)';
const LINES = [new RegExp(`^\\s+at (?:(.*) \\()?${PLACE}\\)?$`), new RegExp(`^([^@]*)@${PLACE}$`)];

function parseFrame(line: string): RawFrame[] {
  const match = LINES.map((pattern) => pattern.exec(line)).find((found) => found !== null);
  if (match === undefined) return [];
  const [, where, file, place, number] = match as unknown as [string, string | undefined, string, string, string];
  const name = (where || '<anonymous>').replace(/^(?:new |async )?(?:.*\.)?/, '');
  if (place.startsWith('wasm'))
    return [{ name, file: moduleOf(where, file), line: 1, column: Number(number) + 1, shown: `${place}:${number}` }];
  const shown = `${platform.files.baseName(file)}:${place}:${number}`;
  return [{ name, file, line: Number(place), column: Number(number), shown }];
}

/** As V8 names the module: SpiderMonkey has its name in front of the function's, "prog.upc.main". */
function moduleOf(where: string | undefined, file: string): string {
  const name = /> WebAssembly\.Module$/.test(file) ? /^(.*)\./.exec(where ?? '')?.[1] : undefined;
  return name === undefined ? file : `wasm://wasm/${name}-0`;
}
