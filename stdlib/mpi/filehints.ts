/** Hints of files (MPI 3.1, 13.2.8): those of the standard are kept and given back; some have an effect. */
import type { Info } from './info.ts';

/** Those with an effect: permissions of a new file; whether, in what pieces and by how many ranks accesses are joined (joining.ts). */
const [PERMISSIONS, JOINS, PIECE, JOINERS] = ['file_perm', 'collective_buffering', 'cb_buffer_size', 'cb_nodes'];

/** What a value must look like to be used. */
const KNOWN: ReadonlyMap<string, RegExp> = new Map([
  [PERMISSIONS!, /^[0-7]{1,4}$/],
  [JOINS!, /^(true|false)$/],
  [PIECE!, /^[1-9]\d{0,8}$/],
  [JOINERS!, /^[1-9]\d{0,8}$/],
  ...[
    ...['access_style', 'cb_block_size', 'chunked', 'chunked_item', 'chunked_size', 'filename', 'io_node_list'],
    ...['nb_proc', 'num_io_nodes', 'striping_factor', 'striping_unit'],
  ].map((key) => [key, /./] as const),
]);
const DEFAULTS: readonly (readonly [string, string])[] = [
  [JOINS!, 'true'],
  [PIECE!, `${2 ** 20}`],
];

/** Hints with those of the program that can be used. */
export function hintsWith(before: Info, given: Info | undefined): Info {
  const usable = [...(given ?? [])].filter(([key, value]) => KNOWN.get(key)?.test(value));
  return new Map([...before, ...usable]);
}

/** Of a file that is opened; `size`: its ranks. */
export const firstHints = (size: number, given: Info | undefined): Info =>
  hintsWith(new Map([...DEFAULTS, [JOINERS!, `${size}`]]), given);

export const permissionsOf = (hints: Info): number => Number.parseInt(hints.get(PERMISSIONS!) ?? '666', 8);

export interface JoiningHints {
  readonly isWanted: boolean;
  readonly piece: number;
  readonly joiners: number;
}

export const joiningOf = (hints: Info): JoiningHints => ({
  isWanted: hints.get(JOINS!) === 'true',
  piece: Number(hints.get(PIECE!)),
  joiners: Number(hints.get(JOINERS!)),
});

/** What all ranks must have alike, as words. */
export function commonWords(hints: Info): number[] {
  const { isWanted, piece, joiners } = joiningOf(hints);
  return [isWanted ? 1 : 0, piece, joiners];
}
