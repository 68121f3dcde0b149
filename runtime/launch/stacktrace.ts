/**
 * A JavaScript stack as the program's author knows it: functions and places of the source.
 *
 * Only frames that the source map knows are the program's; the runtime is linked into the same file but not mapped.
 */
import { fs, path } from '../node.ts';
import { SourceMap, type SourcePlace } from './sourcemap.ts';

export interface SourceFrame {
  readonly name: string;
  readonly place: SourcePlace;
}

interface RawFrame {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const SHOWN = 16;

/** The files that hold the program's code. */
export interface ProgramFiles {
  /** Whether code of the program is in the file, as stack traces name it. */
  has(file: string): boolean;
  /** Undefined where there is no map. */
  mapOf(file: string): SourceMap | undefined;
}

export class StackTraces {
  constructor(private readonly files: ProgramFiles) {}

  /** The program's frames, innermost first; empty without a map. */
  frames(error: Error): SourceFrame[] {
    return this.ownFrames(error).flatMap(({ name, file, line, column }) => {
      const map = this.files.mapOf(file);
      const place = map?.find(line, column);
      return place === undefined ? [] : [{ name: map!.functionName(name), place }];
    });
  }

  /** The lines that show where the program was, recursion shown once; without a map, places in out.js. */
  text(error: Error): string {
    const lines = this.frames(error).map(({ name, place }) => `    at ${name} (${placeName(place)})\n`);
    for (const { name, file, line, column } of lines.length === 0 ? this.ownFrames(error) : [])
      if (this.files.mapOf(file) === undefined)
        lines.push(`    at ${name} (${path.basename(file)}:${line}:${column})\n`);
    const different = lines.filter((line, i) => line !== lines[i - 1]);
    return different.slice(0, SHOWN).join('') + (different.length > SHOWN ? '    ...\n' : '');
  }

  private ownFrames(error: Error): RawFrame[] {
    return (error.stack ?? '')
      .split('\n')
      .flatMap(parseFrame)
      .filter(({ file }) => this.files.has(file));
  }
}

/** out.js with its map beside it. */
export class OutputFile implements ProgramFiles {
  private map: SourceMap | undefined | null = null;

  constructor(
    /** As stack traces name it, and as a path. */
    private readonly file: string,
    private readonly filePath: string,
    private readonly mapName: string | undefined,
  ) {}

  has(file: string): boolean {
    return file === this.file;
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
    const name = this.mapName ?? `${path.basename(this.filePath)}.map`;
    try {
      return new SourceMap(fs.readFileSync(path.resolve(path.dirname(this.filePath), name), 'utf8'));
    } catch {
      return undefined;
    }
  }
}

/** "prog.upc:12:7" */
export function placeName({ source, line, column }: SourcePlace): string {
  return `${source}:${line}:${column}`;
}

/** "    at name (file:line:column)" or "    at file:line:column". */
function parseFrame(line: string): RawFrame[] {
  const match = /^\s+at (?:(.*) \()?(.*):(\d+):(\d+)\)?$/.exec(line);
  if (match === null) return [];
  const name = (match[1] ?? '<anonymous>').replace(/^(?:new |async )?(?:.*\.)?/, '');
  return [{ name, file: match[2]!, line: Number(match[3]), column: Number(match[4]) }];
}
