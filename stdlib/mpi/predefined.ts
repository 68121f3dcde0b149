/**
 * The predefined datatypes, by the numbers that mpi.h gives them: name, bytes of data, what operators see in it, and the extent where
 * that is more (MPI 3.1, 3.2.2, 5.9.2, 5.9.4).
 */

/** What operators see, but of elements that only some of them have a meaning for: an element of the machine (collectives/kernels.ts), two of them that are a complex number, one and an int, or one and another. */
export const [COMPLEX_FLOAT, COMPLEX_DOUBLE, PAIRS, TWINS] = [32, 33, 64, 128];

/** Elements that are bytes, or logical values of a byte or a word, and no numbers (MPI 3.1, 5.9.2). */
export const [BYTES, BOOLS, LOGICALS] = [34, 35, 36];

export type Predefined = readonly [name: string, size: number, element: number, extent?: number];

// biome-ignore format: a table
export const PREDEFINED: readonly Predefined[] = [
  ['MPI_CHAR', 1, 0],
  ['MPI_SIGNED_CHAR', 1, 0],
  ['MPI_UNSIGNED_CHAR', 1, 1],
  ['MPI_BYTE', 1, BYTES],
  ['MPI_WCHAR', 4, 4],
  ['MPI_SHORT', 2, 2],
  ['MPI_UNSIGNED_SHORT', 2, 3],
  ['MPI_INT', 4, 4],
  ['MPI_UNSIGNED', 4, 5],
  ['MPI_LONG', 8, 6],
  ['MPI_UNSIGNED_LONG', 8, 7],
  ['MPI_LONG_LONG', 8, 6],
  ['MPI_UNSIGNED_LONG_LONG', 8, 7],
  ['MPI_FLOAT', 4, 8],
  ['MPI_DOUBLE', 8, 9],
  ['MPI_LONG_DOUBLE', 8, 9],
  ['MPI_INT8_T', 1, 0],
  ['MPI_INT16_T', 2, 2],
  ['MPI_INT32_T', 4, 4],
  ['MPI_INT64_T', 8, 6],
  ['MPI_UINT8_T', 1, 1],
  ['MPI_UINT16_T', 2, 3],
  ['MPI_UINT32_T', 4, 5],
  ['MPI_UINT64_T', 8, 7],
  ['MPI_C_BOOL', 1, BOOLS],
  ['MPI_C_FLOAT_COMPLEX', 8, COMPLEX_FLOAT],
  ['MPI_C_DOUBLE_COMPLEX', 16, COMPLEX_DOUBLE],
  ['MPI_C_LONG_DOUBLE_COMPLEX', 16, COMPLEX_DOUBLE],
  ['MPI_AINT', 8, 6],
  ['MPI_OFFSET', 8, 6],
  ['MPI_COUNT', 8, 6],
  ['MPI_PACKED', 1, BYTES],
  ['MPI_FLOAT_INT', 8, PAIRS + 8],
  ['MPI_DOUBLE_INT', 12, PAIRS + 9, 16],
  ['MPI_LONG_INT', 12, PAIRS + 6, 16],
  ['MPI_2INT', 8, PAIRS + 4],
  ['MPI_SHORT_INT', 6, PAIRS + 2, 8],
  ['MPI_LONG_DOUBLE_INT', 12, PAIRS + 9, 16],
  // Of Fortran and C++, whose default kinds are those of int and float.
  ['MPI_CHARACTER', 1, 1],
  ['MPI_LOGICAL', 4, LOGICALS],
  ['MPI_INTEGER', 4, 4],
  ['MPI_INTEGER1', 1, 0],
  ['MPI_INTEGER2', 2, 2],
  ['MPI_INTEGER4', 4, 4],
  ['MPI_INTEGER8', 8, 6],
  ['MPI_REAL', 4, 8],
  ['MPI_DOUBLE_PRECISION', 8, 9],
  ['MPI_REAL4', 4, 8],
  ['MPI_REAL8', 8, 9],
  ['MPI_COMPLEX', 8, COMPLEX_FLOAT],
  ['MPI_DOUBLE_COMPLEX', 16, COMPLEX_DOUBLE],
  ['MPI_COMPLEX8', 8, COMPLEX_FLOAT],
  ['MPI_COMPLEX16', 16, COMPLEX_DOUBLE],
  ['MPI_2INTEGER', 8, PAIRS + 4],
  ['MPI_2REAL', 8, TWINS + 8],
  ['MPI_2DOUBLE_PRECISION', 16, TWINS + 9],
  ['MPI_CXX_BOOL', 1, BOOLS],
  ['MPI_CXX_FLOAT_COMPLEX', 8, COMPLEX_FLOAT],
  ['MPI_CXX_DOUBLE_COMPLEX', 16, COMPLEX_DOUBLE],
  ['MPI_CXX_LONG_DOUBLE_COMPLEX', 16, COMPLEX_DOUBLE],
];
