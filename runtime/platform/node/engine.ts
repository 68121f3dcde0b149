/**
 * V8 in Node.js: its flags, and scripts as text.
 *
 * A module is compiled by the optimizing compiler, and all of it before main starts: V8's baseline code would stay where a loop
 * runs that does not come to its end, and a function that is compiled when it is first called keeps its caller waiting.
 */
import type { Engine } from '../platform.ts';
import { v8, vm } from './modules.ts';

/** V8's flags, each with the version of V8 that it came with: a flag that is not known is complained of. */
const FLAGS: readonly (readonly [flag: string, since: number])[] = [
  ['--no-liftoff', 0],
  ['--no-wasm-lazy-compilation', 0],
  ['--stack-size=65536', 0], // KiB: functions whose frames are larger are never entered; that a frame fits is seen as it is made, by the thread's own limit
  ['--no-wasm-deopt', 13], // it wants what the baseline code has counted, and V8 14 ends the process where there is none
];

export const engine: Engine = {
  prepareForModule() {
    const version = Number.parseInt(process.versions.v8 ?? '', 10);
    for (const [flag, since] of FLAGS) if (version >= since) v8().setFlagsFromString(flag);
  },
  run: (script, filename) => new (vm().Script)(script, { filename, lineOffset: -1 }).runInThisContext(),
};
