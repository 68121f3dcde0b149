/**
 * `npm run bench:instructions`: machine instructions of compiled code for one operation, from the call in the program to
 * the entry point of the fabric and from there to its end, as Luo and others count them (Early Evaluation of Scalable Fabric Interface
 * for PGAS Programming Models, PGAS 2014, section 7 and figures 4 to 8); their figures stand beside ours.
 *
 * Takes the operations of instructions/operations.upc on each network, over a fabric that returns at once, without -O and at -O2; and the
 * same paths in C by gcc. Prints tables and writes a plot (the argument, or instructions.svg); --write keeps
 * the tables (record.js).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { link } from './instructions/build.js';
import { costs } from './instructions/costs.js';
import { compileTool, count, countControl, isMissing } from './instructions/counting.js';
import { plot } from './instructions/plot.js';
import { printBars, printBreakdown, printFigures, printTargets } from './instructions/report.js';
import { recorder, words } from './record.js';

const NETWORKS = [
  { network: 'sfi direct', conduit: 'sfi', variables: { PGAS_SFI_MODE: 'direct' }, hasControl: true },
  { network: 'sfi table', conduit: 'sfi', variables: { PGAS_SFI_MODE: 'table' } },
  { network: 'verbs', conduit: 'verbs', hasControl: true },
  { network: 'pami', conduit: 'pami' },
];
const LEVELS = [
  { level: '-O0', flags: [] },
  { level: '-O2', flags: ['-O2'] },
];

function jobsOf(tool, scratch) {
  return NETWORKS.flatMap(({ network, conduit, variables, hasControl }) => {
    const place = (level) => join(scratch, `${network}${level}`.replaceAll(/\W+/g, '-'));
    const compiled = LEVELS.map(({ level, flags }) => async () => {
      const script = `${place(level)}.js`;
      const placeIn = await link(conduit, script, flags);
      const counted = await count(tool, script, place(level), { ...variables, PGAS_PROVIDER: 'null' });
      return { network, level, costs: costs(counted, placeIn) };
    });
    const control = async () => ({ network, level: 'C', costs: costs(await countControl(tool, conduit, place('C'))) });
    return hasControl ? [...compiled, control] : compiled;
  });
}

/** As many at once as there are cores: what else runs changes no count. Results in the order of the jobs. */
async function inParallel(jobs) {
  const results = [];
  let next = 0;
  const work = async () => {
    while (next < jobs.length) {
      const number = next++;
      results[number] = await jobs[number]();
      console.log(`counted: ${results[number].network}, ${results[number].level}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

async function main() {
  const missing = isMissing();
  if (missing !== undefined) return console.log(`bench:instructions ${missing}`);
  const scratch = mkdtempSync(join(tmpdir(), 'pgasc-instructions-'));
  try {
    const results = await inParallel(jobsOf(compileTool(scratch), scratch));
    printFigures(results, recorder('instructions', 'bench:instructions', '`-O0` and `-O2` as told'));
    printBreakdown(results);
    printBars(results);
    printTargets(results);
    const file = words[0] ?? 'instructions.svg';
    writeFileSync(file, plot(results));
    console.log(`\nplot: ${file}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

await main();
