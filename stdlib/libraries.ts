/** All libraries that a thread is given: UPC's, that of coarrays, C's. Which there are is decided here alone. */
import type { LibraryFactory } from '../runtime/abi.ts';
import { coarrayLibrary, upcrLibrary } from '../runtime/index.ts';
import { libraries as libc } from './index.ts';

export const libraries: readonly LibraryFactory[] = [upcrLibrary, coarrayLibrary, ...libc];
