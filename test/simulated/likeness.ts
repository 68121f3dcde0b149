/** Programs whose jobs are compared, and what is compared of two. */
import type { Outcome } from '../support/pgasc.ts';

/** `byOrder`: how often it communicates depends on who comes first, or on time. */
export const PROGRAMS: readonly { readonly path: string; readonly byOrder?: true }[] = [
  { path: 'test/execution/programs/upc-collectives-data.upc' },
  { path: 'test/execution/programs/upc-collectives-reduce.upc' },
  { path: 'test/execution/programs/upc-vis-strided.upc' },
  { path: 'test/execution/programs/upc-split.upc', byOrder: true },
  { path: 'test/execution/programs/upc-jumps.upc' },
  { path: 'test/execution/programs/upc-work-stealing.upc', byOrder: true },
  { path: 'test/execution/programs/image-collectives.upc' },
  { path: 'test/execution/programs/image-teams.upc' },
  { path: 'test/execution/programs/coarray-sections.upc' },
  { path: 'test/simulated/programs/suspended.upc' },
  { path: 'test/shmem/programs/elements.c' },
  { path: 'test/shmem/programs/teams.c', byOrder: true },
  { path: 'test/mpi/programs/collectives.c', byOrder: true },
  { path: 'test/mpi/programs/derivedreductions.c', byOrder: true },
  { path: 'test/armci/programs/copies.c' },
  { path: 'test/armci/programs/accumulate.c', byOrder: true },
  { path: 'test/ga/programs/transfers.c', byOrder: true },
];

/** Lines of different ranks come in any order. */
export const resultOf = ({ status, stdout }: Outcome) => ({ status, lines: stdout.split('\n').sort() });

/** Of the report: calls and bytes of each operation, without their times, and the matrices of messages and bytes. */
export function communicationOf({ stderr }: Outcome): string[] {
  const sections = stderr.split('\n\n').filter((section) => /^(OPERATIONS|MESSAGES|BYTES)/.test(section));
  return sections.map((section) => section.replaceAll(/ +[\d.]+ [mun]?s\b/g, '').replaceAll(/ +(AVG TIME|TIME)/g, ''));
}
