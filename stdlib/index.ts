/** The C library, and UPC's files: what every thread of a program is given. Its headers are in include/, see README.md. */
import type { LibraryFactory } from '../runtime/abi.ts';
import { allocationLibrary } from './libc/allocation.ts';
import { atomicsLibrary } from './libc/atomics.ts';
import { calendarTimeLibrary } from './libc/calendar-time.ts';
import { clocksLibrary } from './libc/clocks.ts';
import { descriptorsLibrary } from './libc/descriptors.ts';
import { directoriesLibrary } from './libc/directories.ts';
import { endingLibrary } from './libc/ending.ts';
import { errnoLibrary } from './libc/errno.ts';
import { fenvLibrary } from './libc/fenv.ts';
import { localeLibrary } from './libc/locale.ts';
import { mappingsLibrary } from './libc/mappings.ts';
import { mathLibrary } from './libc/math/index.ts';
import { multibyteLibrary } from './libc/multibyte.ts';
import { pathsLibrary } from './libc/paths.ts';
import { rand48Library } from './libc/rand48.ts';
import { randomLibrary } from './libc/random.ts';
import { numberLibrary } from './libc/scan-numbers.ts';
import { setjmpLibrary } from './libc/setjmp.ts';
import { signalLibrary } from './libc/signal.ts';
import { stdioLibrary } from './libc/stdio.ts';
import { stringLibrary } from './libc/string.ts';
import { variablesLibrary } from './libc/variables.ts';
import { wctypeLibrary } from './libc/wctype.ts';
import { wideLibrary } from './libc/wide.ts';
import { ioLibrary } from './libupc/io/index.ts';
import { profilingLibrary } from './libupc/profiling.ts';

/** One factory a header or part of one; no function is defined by two. */
export const libraries: readonly LibraryFactory[] = [
  ...[atomicsLibrary],
  ...[stringLibrary, allocationLibrary, randomLibrary, rand48Library],
  ...[errnoLibrary, endingLibrary, variablesLibrary, signalLibrary, setjmpLibrary],
  ...[mathLibrary, fenvLibrary, localeLibrary, multibyteLibrary, wideLibrary, wctypeLibrary],
  ...[calendarTimeLibrary, clocksLibrary, descriptorsLibrary, pathsLibrary],
  ...[directoriesLibrary, mappingsLibrary],
  ...[numberLibrary, stdioLibrary],
  ...[profilingLibrary, ioLibrary],
];
