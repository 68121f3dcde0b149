/** The runtime, as it is linked into out.js and imported as pgasc/runtime. */
export type * from './abi.ts';
export { functionNames } from './abi.ts';
export { callsLibrary } from './calls/library.ts';
export { coarrayLibrary } from './coarray/library.ts';
export { gasnetLibrary } from './gasnet/library.ts';
export { start } from './launch/start.ts';
export { platform } from './platform/linked.ts';
export { upcrLibrary } from './upcr/library.ts';
