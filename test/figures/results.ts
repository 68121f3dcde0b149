/** A figure with what its runs gave: points of each line, verdicts, and the presets that they depend on. */
import { type Figure, type Line, NotRun, type Point, type Run } from './figure.ts';
import type { Frozen } from './frozen.ts';
import type { Presets } from './presets.ts';
import type { Runs } from './runs.ts';
import type { StoredRun } from './stored.ts';
import { type Judged, judgeAll, type Source, type Used } from './verdicts.ts';

/** A run, and what is known of it. */
export interface Ran {
  readonly run: Run;
  readonly told: StoredRun | undefined;
}

export interface Drawn {
  readonly line: Line;
  /** What was run for it; nothing for a closed form. */
  readonly ran: readonly Ran[];
  readonly points: readonly Point[];
  /** Why there are none. */
  readonly fault?: string;
}

export interface Result {
  readonly figure: Figure;
  readonly lines: readonly Drawn[];
  readonly judged: readonly Judged[];
  /** Names of presets. */
  readonly machines: readonly string[];
}

export interface Means {
  readonly runs: Runs;
  readonly presets: Presets;
  readonly frozen: Frozen;
  /** Whether numbers that are seen go into the record. */
  readonly records: boolean;
}

export async function resultOf(figure: Figure, { runs, presets, frozen, records }: Means): Promise<Result> {
  const lines = await Promise.all(
    figure.lines.map(async (line): Promise<Drawn> => {
      if (line.from === 'closed form')
        return { line, ran: [], points: runs.model(modelName(figure, line), figure.machines ?? [], line) };
      const actual = line.from.map((run) => runs.actual(run));
      const ran = () => actual.map((run) => ({ run, told: runs.told(run) }));
      try {
        const outputs: string[] = [];
        for (const run of actual) outputs.push(await runs.output(run)); // in turn: once one cannot be run, the rest tells nothing
        return { line, ran: ran(), points: line.points(outputs) };
      } catch (error) {
        if (error instanceof NotRun) return { line, ran: ran(), points: [], fault: error.message };
        throw new Error(`${figure.name}, ${line.name}: ${(error as Error).message}`);
      }
    }),
  );
  const machines = [...new Set(figure.machines ?? lines.flatMap(({ line }) => machinesOf(line)))];
  const hash = presets.hashOf(machines, figure.hasDevices ? [] : ['device']);
  const judged = judgeAll(
    figure,
    () => usedOf(lines),
    (number) => frozen.isThawed(`${figure.name}: ${number}`, hash),
  );
  const heldOut = judged.filter(({ verdict }) => verdict === 'within' || verdict === 'missed');
  if (records) for (const { name } of heldOut) frozen.see(`${figure.name}: ${name}`, hash);
  return { figure, lines, judged, machines };
}

/** Under which a model's points are stored. */
export const modelName = (figure: Figure, line: Line): string => `model: ${figure.name}: ${line.name}`;

const machinesOf = ({ from }: Line): string[] =>
  from === 'closed form' ? [] : from.map(({ machine }) => machine.split(',')[0]!);

function usedOf(lines: readonly Drawn[]): Used {
  const sources = new Set<Source>();
  const of = (name: string) => {
    const found = lines.find(({ line }) => line.name === name);
    if (found === undefined) throw new Error(`there is no line "${name}"`);
    if (found.fault !== undefined) throw new NotRun(found.fault);
    sources.add(found.line.from === 'closed form' ? 'model' : 'program');
    return found.points;
  };
  return { of, source: () => (sources.size === 1 && sources.has('program') ? 'program' : 'model') };
}
