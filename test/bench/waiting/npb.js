/**
 * NAS Parallel Benchmarks 2.4 in UPC, from a folder that the user has: `npb=FOLDER`. Each is compiled for one number of threads, with the
 * parameters that the suite's own program writes.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';

const PROGRAMS = [
  ['cg', 'A'],
  ['ft', 'W'],
  ['is', 'A'],
];
const COMMON = ['c_print_results.c', 'c_randdp.c', 'c_timers.c', 'wtime.c'];

/** Entries as those of programs.js, with a working copy of the suite in `scratch`. */
export function npbPrograms(folder, scratch) {
  if (folder === undefined) return [];
  if (!existsSync(join(folder, 'sys/setparams.c'))) throw new Error(`npb=${folder}: there is no sys/setparams.c`);
  const copy = join(scratch, 'npb');
  cpSync(folder, copy, { recursive: true });
  execFileSync('cc', ['-w', '-o', 'setparams', 'setparams.c', '-lm'], { cwd: join(copy, 'sys') });
  return PROGRAMS.map(([name, size]) => {
    const place = join(copy, name.toUpperCase());
    const prepare = (threads) => execFileSync('../sys/setparams', [name, size, String(threads)], { cwd: place });
    const flags = ['-w', '-x', 'upc', '-I', place, '-I', join(copy, 'common')];
    const others = COMMON.map((each) => join(copy, 'common', each));
    return Object.assign([join(place, `${name}.c`), flags, () => [], () => 1], { name: `NPB ${name} ${size}`, others, prepare });
  });
}
