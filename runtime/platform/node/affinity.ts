/** The cores that a process may run on: Linux's sched_getaffinity and sched_setaffinity. */
import { fs } from './modules.ts';
import { native } from './native.ts';

/** Of a mask: 1024 cores, as glibc's cpu_set_t. */
const BYTES = 128;

const call = (name: string) => native.open('libc.so.6')?.find(name, 'int', 3);

export function cores(): readonly number[] | undefined {
  const mask = new Uint8Array(BYTES);
  const library = native.open('libc.so.6');
  if (library === undefined || process.platform !== 'linux') return undefined;
  if (call('sched_getaffinity')?.(0, BYTES, library.addressOf(mask)) !== 0) return undefined;
  return Array.from({ length: 8 * BYTES }, (_, core) => core).filter((core) => mask[core >> 3]! & (1 << (core & 7)));
}

/** All threads of this process; those that they start do as they. */
export function keepTo(wanted: readonly number[]): void {
  const mask = new Uint8Array(BYTES);
  for (const core of wanted) mask[core >> 3]! |= 1 << (core & 7);
  const address = native.open('libc.so.6')!.addressOf(mask);
  for (const thread of fs.readdirSync('/proc/self/task')) call('sched_setaffinity')?.(Number(thread), BYTES, address);
}
