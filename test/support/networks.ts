/** The networks that programs are run on, besides smp: those that the build has linked, but for the template of new ones. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './pgasc.ts';
import { shareOf } from './share.ts';

/** All that the build has linked. */
export const LINKED: readonly string[] = readdirSync(join(ROOT, 'dist/texts')).flatMap(
  (name) => /^runtime-(\w+)\.mjs$/.exec(name)?.[1] ?? [],
);

export const NETWORKS: readonly string[] = LINKED.filter((name) => name !== 'smp' && name !== 'template');

/** Networks whose ranks may lie in processes that share no memory. */
export const SEPARATE: readonly string[] = ['sfi', 'verbs', 'pami'];

/** The one that a test of that name runs on; ALL_THREADS=1 runs it on all. */
export function networksOf(name: string): readonly string[] {
  return process.env.ALL_THREADS ? NETWORKS : [NETWORKS[shareOf(name, NETWORKS.length)]!];
}

/** Flags of a job of so many threads in so many processes, each with a memory of its own. */
const job = (threads: string, processes: string) => ['-n', threads, '--processes', processes];

/**
 * Flags of the jobs of several processes that a test of that name also runs on a network, of programs for these numbers of threads: those
 * that are dealt to sfi run a small one; ALL_THREADS=1 runs all.
 */
export function severalProcesses(name: string, network: string, threads: readonly string[]): readonly string[][] {
  const all = process.env.ALL_THREADS !== undefined;
  const isDealt = all ? SEPARATE.includes(network) : network === SEPARATE[0] && networksOf(name).includes(network);
  if (!isDealt) return [];
  const few = ['4', '3', '2'].filter((count) => threads.includes(count)).slice(0, 1);
  const many = ['7'].filter((count) => all && threads.includes(count));
  return [...few.map((count) => job(count, '2')), ...many.map((count) => job(count, '3'))];
}

/** Of the numbers of threads that a test has on smp, those that it has elsewhere; ALL_THREADS=1 keeps all. */
export function fewer(threads: readonly string[]): readonly string[] {
  const some = threads.filter((count) => count === '3');
  return process.env.ALL_THREADS || some.length === 0 ? threads : some;
}
