/**
 * `npm run figures [-- NAME... --long --draw --quick]`: runs the documents' figures and writes docs/figures/index.html.
 *
 * NAME is a figure or a document, as `npm run figures -- --list` lists them; the others are drawn from stored results. --long does the long runs too,
 * --draw none. --quick has few ranks and small sizes: it shows that all runs, judges nothing for the record, and writes a page of NAME alone into dist/figures.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ARMCI } from './armci/figures.ts';
import { Children } from './children.ts';
import { commandOf } from './commands.ts';
import type { Figure } from './figure.ts';
import { Frozen } from './frozen.ts';
import { OPENSHMEM } from './openshmem/figures.ts';
import { OVERLAP } from './overlap/figures.ts';
import { pageOf } from './page.ts';
import { Presets } from './presets.ts';
import { modelName, type Result, resultOf } from './results.ts';
import { type Mode, Runs } from './runs.ts';
import { SFI } from './sfi/figures.ts';
import { StoredRuns } from './stored.ts';
import { tableOf } from './table.ts';

export const FIGURES: readonly Figure[] = [...ARMCI, ...OPENSHMEM, ...OVERLAP, ...SFI];

/** Milliseconds that a run may take, PGASC_FIGURE_SECONDS of them; and how many run at once, PGASC_FIGURE_JOBS. */
const LIMIT = Number(process.env.PGASC_FIGURE_SECONDS ?? 3600) * 1000;
const JOBS = Number(process.env.PGASC_FIGURE_JOBS ?? 2);
const MODES: Readonly<Record<string, Mode>> = { '--quick': 'quick', '--long': 'long', '--draw': 'draw' };

/** Gives the exit status: 1 if a held-out number or a shape is missed without a reason. */
export async function main(root: string, words: readonly string[]): Promise<number> {
  const mode = words.map((word) => MODES[word]).find((each) => each !== undefined) ?? 'short';
  const names = words.filter((word) => !(word in MODES));
  if (names.includes('--list')) return list();
  const unknown = names.find((name) => !FIGURES.some((figure) => isMeant(figure, [name])));
  if (unknown !== undefined) return refuse(unknown);
  const results = await resultsOf(root, mode, names);
  const page = join(root, mode === 'quick' ? 'dist/figures/index.html' : 'docs/figures/index.html');
  mkdirSync(dirname(page), { recursive: true });
  writeFileSync(page, pageOf(results, statesOf(root, results)));
  console.log(`written: ${page}`);
  return results.some(({ judged }) => judged.some(isUnexplained)) && mode !== 'quick' ? 1 : 0;
}

/** Of all figures; with --quick of those that are meant alone. */
async function resultsOf(root: string, mode: Mode, names: readonly string[]): Promise<readonly Result[]> {
  const stored = new StoredRuns(join(root, 'docs/figures/results.json'));
  const children = new Children(root, { jobs: JOBS, time: LIMIT }, (line) => console.error(line));
  endOnSignals(children);
  const presets = new Presets(root);
  const settings = {
    ...{ root, kept: join(root, 'node_modules/.cache/figures') },
    networkOf: (machine: string) => presets.networkOf(machine),
    valuesOf: (machine: string) => presets.valuesOf(machine),
  };
  const [asked, drawn] = [mode, 'draw' as const].map((each) => new Runs({ ...settings, mode: each }, children, stored));
  const record = join(root, 'test/figures/frozen.json');
  const frozen = new Frozen(JSON.parse(readFileSync(record, 'utf8')));
  const isChosen = (figure: Figure) => names.length === 0 || isMeant(figure, names);
  const results = await Promise.all(
    FIGURES.filter((figure) => mode !== 'quick' || isChosen(figure)).map(async (figure) => {
      const runs = isChosen(figure) ? asked! : drawn!;
      const result = await resultOf(figure, { runs, presets, frozen, records: mode !== 'quick' });
      if (isChosen(figure)) console.log(tableOf(result));
      return result;
    }),
  );
  if (mode !== 'quick') {
    writeFileSync(record, frozen.text);
    stored.keepOnly(new Set(FIGURES.flatMap(commandsOf)));
  }
  return results;
}

function endOnSignals(children: Children): void {
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const)
    process.once(signal, () => {
      children.stop();
      process.exit(128 + number);
    });
}

function statesOf(root: string, results: readonly Result[]) {
  const presets = new Presets(root);
  const machines = [...new Set(results.flatMap((result) => result.machines))].sort();
  return machines.map((name) => presets.stateOf(name));
}

const commandsOf = (figure: Figure): string[] =>
  figure.lines.flatMap((line) => (line.from === 'closed form' ? [modelName(figure, line)] : line.from.map(commandOf)));
const isMeant = ({ name, document }: Figure, names: readonly string[]): boolean =>
  names.includes(name) || names.includes(document);
const isUnexplained = ({ verdict, remark }: Result['judged'][number]): boolean =>
  (verdict === 'missed' || verdict === 'shape missed') && remark === '';

function list(): number {
  for (const { name, document, place, title } of FIGURES)
    console.log(`${name.padEnd(26)} ${document}, ${place}: ${title}`);
  return 0;
}

function refuse(name: string): number {
  console.error(`figures: there is no figure or document "${name}"; npm run figures -- --list lists them`);
  return 2;
}
