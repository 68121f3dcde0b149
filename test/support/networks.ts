/** The networks that programs are run on, besides smp: those that the build has linked, but for the template of new ones. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './pgasc.ts';

export const NETWORKS: readonly string[] = readdirSync(join(ROOT, 'dist'))
  .map((name) => /^runtime-(\w+)\.js$/.exec(name)?.[1])
  .filter((name) => name !== undefined)
  .filter((name) => name !== 'smp' && name !== 'template');

/** Of the numbers of threads that a test has on smp, those that it has elsewhere; ALL_THREADS=1 keeps all. */
export function fewer(threads: readonly string[]): readonly string[] {
  const some = threads.filter((count) => count === '3');
  return process.env.ALL_THREADS || some.length === 0 ? threads : some;
}
