/**
 * The operations of operations.upc, in its order, and how they are counted.
 *
 * `paper`: what Luo and others print (PGAS 2014, figures 6 to 8), for verbs and for sfi; `scope`: whether their figure and ours count
 * from and to the same place, so that they may be held against each other.
 */

/** Functions of operations.upc before those that are counted. */
export const [REFILL, BEGIN, FIRST] = [0, 1, 2];

export const OPERATIONS = [
  { key: 'nothing', name: '' },
  { key: 'write', name: 'UPC write x[1] = y', figure: 8 },
  { key: 'fence', name: 'upc_fence, nothing under way', figure: 8 },
  { key: 'fenceBehind', name: 'upc_fence behind 3 puts', figure: 8 },
  { key: 'short', name: 'AMRequestShort, 1 argument', figure: 7, paper: { verbs: 345, sfi: 106 } },
  { key: 'put', name: 'put of 4 bytes', figure: 8 },
  { key: 'get', name: 'get of 4 bytes', figure: 8 },
  { key: 'putNbi', name: 'put_nbi of 4 bytes', figure: 7 },
  { key: 'wait', name: 'wait_syncnbi_puts behind a put_nbi', figure: 7, paper: { verbs: 160, sfi: 56 } },
  { key: 'waitAlone', name: 'wait_syncnbi_puts, nothing under way', figure: 7 },
  { key: 'shmemPut', name: 'shmem_int_p', figure: 6 },
  { key: 'quiet', name: 'shmem_quiet behind a put', figure: 6 },
  { key: 'quietAlone', name: 'shmem_quiet, nothing under way', figure: 6 },
  { key: 'putOverGasnet', name: 'shmem_int_p over GASNet', figure: 6 },
  { key: 'quietOverGasnet', name: 'shmem_quiet over GASNet, behind a put', figure: 6 },
];

/** Operations of a window, and windows of an operation. */
export const FEW = 2;
export const WINDOWS = 200;
