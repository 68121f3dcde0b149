/** Functions that may wait: by their statements, by calls, through pointers of a signature, by the library's functions. */
import { describe, expect, it } from 'vitest';
import { libraryMayBlock } from '../../bin/installation.ts';
import { parseModule } from '../../compiler/ir/parse.ts';
import { blockingFunctions } from '../../compiler/optimizer/analyses/blocking.ts';
import { functionNames } from '../../runtime/index.ts';
import { libraries } from '../../stdlib/libraries.ts';

const PROGRAM = `module "m"
function external *meets() {
  barrier
}
function external *begins() {
  notify
}
function external *above() {
  call *meets [] ()
}
function external *even(%n i32) -> i32 {
  call %n = *odd [%n] (i32) -> i32
  return %n
}
function external *odd(%n i32) -> i32 {
  call %n = *even [%n] (i32) -> i32
  call *upc_lock [%n] (i32)
  return %n
}
function external *adds(%n i32) -> i32 {
  return (add %n 1)
}
function external *pointsToNothing(%f i32) {
  call %f [] ()
}
function external *pointsToNumber(%f i32) -> i32 {
  call %f = %f [1] (i32) -> i32
  return %f
}
function external *sorts() {
  call *upc_ticks_now [] ()
  call *strerror [1] (i32)
}
function external *prints() {
  call *puts [1] (i32)
}
`;

const found = (table: readonly string[] = [], accessesWait = false): string[] =>
  [...blockingFunctions({ functions: parseModule(PROGRAM).functions, table, libraryMayBlock, accessesWait })].sort();

const ALWAYS = ['above', 'even', 'meets', 'odd', 'prints', 'puts', 'upc_lock'];

describe('functions that may wait', () => {
  it('are those that do, and their callers, in circles too', () => {
    expect(found()).toEqual(ALWAYS);
  });

  it('are those that call through a pointer, where one of that signature may wait and has an address', () => {
    expect(found(['adds'])).toEqual(ALWAYS);
    expect(found(['adds', 'meets'])).toEqual([...ALWAYS, 'pointsToNothing'].sort());
    expect(found(['even'])).toEqual([...ALWAYS, 'pointsToNumber'].sort());
  });

  it('are those that notify or access shared memory, where the network is not direct', () => {
    expect(found([], true)).toEqual([...ALWAYS, 'begins'].sort());
  });
});

describe('library functions that may wait', () => {
  const names = functionNames(libraries);
  const waiting = names.filter(libraryMayBlock);

  it('are these among others', () => {
    for (const name of [
      'upc_lock',
      'upc_all_alloc',
      'upc_memput',
      'xmp_sync_all',
      'gasnet_AMPoll',
      'printf',
      'getchar',
    ])
      expect(waiting).toContain(name);
    for (const name of ['strerror', 'sqrt', 'upc_threadof', 'gasnet_mynode', 'rand', 'malloc', 'qsort'])
      expect(waiting).not.toContain(name);
  });

  it('are less than all of C`s, and most of the job`s', () => {
    expect(waiting.length).toBeGreaterThan(names.length / 3);
    expect(waiting.length).toBeLessThan((4 * names.length) / 5);
  });
});
