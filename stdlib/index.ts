/** Those libraries that serve one thread as if it were a process: C's, and UPC's files. Headers are in include/, see README.md. */
import type { LibraryFactory } from '../runtime/abi.ts';
import { errnoLibrary } from './libc/errno.ts';
import { descriptorsLibrary } from './libc/files/descriptors.ts';
import { directoriesLibrary } from './libc/files/directories.ts';
import { mappingsLibrary } from './libc/files/mappings.ts';
import { pathsLibrary } from './libc/files/paths.ts';
import { allocationLibrary } from './libc/heap/allocation.ts';
import { fenvLibrary } from './libc/math/fenv.ts';
import { mathLibrary } from './libc/math/index.ts';
import { rand48Library } from './libc/numbers/rand48.ts';
import { randomLibrary } from './libc/numbers/random.ts';
import { numberLibrary } from './libc/numbers/scan-numbers.ts';
import { endingLibrary } from './libc/process/ending.ts';
import { localeLibrary } from './libc/process/locale.ts';
import { setjmpLibrary } from './libc/process/setjmp.ts';
import { signalLibrary } from './libc/process/signal.ts';
import { variablesLibrary } from './libc/process/variables.ts';
import { stdioLibraries } from './libc/stdio/stdio.ts';
import { multibyteLibrary } from './libc/strings/multibyte.ts';
import { stringLibrary } from './libc/strings/string.ts';
import { wctypeLibrary } from './libc/strings/wctype.ts';
import { wideLibrary } from './libc/strings/wide.ts';
import { atomicsLibrary } from './libc/threads/atomics.ts';
import { calendarTimeLibrary } from './libc/time/calendar-time.ts';
import { clocksLibrary } from './libc/time/clocks.ts';
import { ioLibrary } from './libupc/io/index.ts';
import { profilingLibrary } from './libupc/profiling.ts';

/** One factory a header or part of one; no function is defined by two. */
export const processLibraries: readonly LibraryFactory[] = [
  ...[atomicsLibrary],
  ...[stringLibrary, allocationLibrary, randomLibrary, rand48Library],
  ...[errnoLibrary, endingLibrary, variablesLibrary, signalLibrary, setjmpLibrary],
  ...[mathLibrary, fenvLibrary, localeLibrary, multibyteLibrary, wideLibrary, wctypeLibrary],
  ...[calendarTimeLibrary, clocksLibrary, descriptorsLibrary, pathsLibrary],
  ...[directoriesLibrary, mappingsLibrary],
  ...[numberLibrary, ...stdioLibraries],
  ...[profilingLibrary, ioLibrary],
];
