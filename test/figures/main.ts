/**
 * `npm run figures [-- NAME... --quick]`: runs the documents' figures and writes docs/figures/index.html.
 *
 * NAME is a figure or a document, as `npm run figures -- --list` lists them. --quick has few ranks and small sizes: it shows that all runs, judges nothing
 * for the record, and writes its page into dist/figures. With names, the page there is of these alone.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ARMCI } from './armci/figures.ts';
import type { Figure } from './figure.ts';
import { Frozen } from './frozen.ts';
import { OPENSHMEM } from './openshmem/figures.ts';
import { OVERLAP } from './overlap/figures.ts';
import { pageOf } from './page.ts';
import { Presets } from './presets.ts';
import { type Result, resultOf } from './results.ts';
import { Runs } from './runs.ts';
import { SFI } from './sfi/figures.ts';
import { tableOf } from './table.ts';

export const FIGURES: readonly Figure[] = [...ARMCI, ...OPENSHMEM, ...OVERLAP, ...SFI];

/** Milliseconds that a run may take, PGASC_FIGURE_SECONDS of them. */
const LIMIT = Number(process.env.PGASC_FIGURE_SECONDS ?? 600) * 1000;

/** Gives the exit status: 1 if a held-out number or a shape is missed without a reason. */
export async function main(root: string, words: readonly string[]): Promise<number> {
  const quick = words.includes('--quick');
  const names = words.filter((word) => word !== '--quick');
  if (names.includes('--list')) return list();
  const unknown = names.find((name) => !FIGURES.some((figure) => isMeant(figure, [name])));
  if (unknown !== undefined) return refuse(unknown);
  const chosen = names.length === 0 ? FIGURES : FIGURES.filter((figure) => isMeant(figure, names));
  const presets = new Presets(root);
  const record = join(root, 'test/figures/frozen.json');
  const frozen = new Frozen(JSON.parse(readFileSync(record, 'utf8')));
  const runs = new Runs({
    ...{ root, kept: join(root, 'node_modules/.cache/figures'), quick, limit: LIMIT },
    networkOf: (machine) => presets.networkOf(machine),
    valuesOf: (machine) => presets.valuesOf(machine),
    tell: (line) => console.error(line),
  });
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const)
    process.once(signal, () => {
      runs.stop();
      process.exit(128 + number);
    });
  const results = await Promise.all(
    chosen.map(async (figure) => {
      const result = await resultOf(figure, { runs, presets, frozen, records: !quick });
      console.log(tableOf(result));
      return result;
    }),
  );
  const machines = [...new Set(results.flatMap((result) => result.machines))].sort();
  const page = join(root, quick || names.length > 0 ? 'dist/figures/index.html' : 'docs/figures/index.html');
  mkdirSync(dirname(page), { recursive: true });
  writeFileSync(
    page,
    pageOf(
      results,
      machines.map((name) => presets.stateOf(name)),
    ),
  );
  if (!quick) writeFileSync(record, frozen.text);
  console.log(`written: ${page}`);
  return results.some(({ judged }) => judged.some(isUnexplained)) && !quick ? 1 : 0;
}

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
