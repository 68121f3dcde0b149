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

export class StackTraces {
  private map: SourceMap | undefined | null = null;

  constructor(
    /** out.js, as stack traces name it, and as a path. */
    private readonly file: string,
    private readonly filePath: string,
    private readonly mapName: string | undefined,
  ) {}

  /** The program's frames, innermost first; empty without a map. */
  frames(error: Error): SourceFrame[] {
    const map = this.readMap();
    if (map === undefined) return [];
    return this.ownFrames(error).flatMap(({ name, line, column }) => {
      const place = map.find(line, column);
      return place === undefined ? [] : [{ name: map.functionName(name), place }];
    });
  }

  /** The lines that show where the program was, recursion shown once; without a map, places in out.js. */
  text(error: Error): string {
    const lines = this.frames(error).map(({ name, place }) => `    at ${name} (${placeName(place)})\n`);
    if (lines.length === 0 && this.readMap() === undefined)
      for (const { name, line, column } of this.ownFrames(error))
        lines.push(`    at ${name} (${path.basename(this.filePath)}:${line}:${column})\n`);
    const different = lines.filter((line, i) => line !== lines[i - 1]);
    return different.slice(0, SHOWN).join('') + (different.length > SHOWN ? '    ...\n' : '');
  }

  private ownFrames(error: Error): RawFrame[] {
    return (error.stack ?? '')
      .split('\n')
      .flatMap(parseFrame)
      .filter(({ file }) => file === this.file);
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
