/**
 * Hints: the keys that UPC-IO defines are kept and given back, others are ignored without a word.
 *
 * file_perm, octal digits as chmod takes them, sets the permissions of a new file (less the umask). The others concern
 * file systems that spread a file over devices, and collective buffering, and have no effect here.
 */
import type { LibraryEnvironment } from '../../../runtime/abi.ts';
import { ENOMEM } from '../../libc/errno.ts';
import { newText, textAt } from '../../libc/memory.ts';
import { IoFailure } from './call.ts';

const KEYS: readonly string[] = [
  'access_style',
  'collective_buffering',
  'cb_buffer_size',
  'cb_nodes',
  'file_perm',
  'io_node_list',
  'nb_proc',
  'striping_factor',
  'start_io_device',
  'striping_unit',
];

/** Size of struct upc_hint: key, value. */
const HINT = 8;
const OCTAL = /^[0-7]{1,4}$/;
const DEFAULT_PERMISSIONS = 0o666;

/** Adds `count` hints of an array of struct upc_hint. */
export function readHints(
  environment: LibraryEnvironment,
  hints: Map<string, string>,
  address: number,
  count: number,
): void {
  const { I32 } = environment;
  for (let i = 0; i < count; i++) {
    const word = (address + i * HINT) >>> 2;
    const key = textAt(environment, I32[word]!);
    if (KEYS.includes(key)) hints.set(key, textAt(environment, I32[word + 1]!));
  }
}

/** Makes an array of struct upc_hint; gives all blocks that it takes, the array first. */
export function writeHints(environment: LibraryEnvironment, hints: ReadonlyMap<string, string>): number[] {
  const { heap, I32 } = environment;
  const texts = [...hints].flat().map((text) => newText(environment, text));
  const array = heap.allocate(Math.max(texts.length, 1) * 4);
  if (array === 0 || texts.includes(0)) throw new IoFailure(ENOMEM);
  I32.set(texts, array >>> 2);
  return [array, ...texts];
}

/** Permissions for a file that is created. */
export function permissions(hints: ReadonlyMap<string, string>): number {
  const wanted = hints.get('file_perm') ?? '';
  return OCTAL.test(wanted) ? Number.parseInt(wanted, 8) : DEFAULT_PERMISSIONS;
}
