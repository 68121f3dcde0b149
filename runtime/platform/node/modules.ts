/**
 * Node's modules, the one place where the runtime gets them.
 *
 * out.js must run both as CommonJS and as an ES module, so it can neither `require` nor `import`;
 * process.getBuiltinModule works in both. Modules that few threads need, and that take long to load, are functions.
 */
export const buffer = process.getBuiltinModule('node:buffer') as typeof import('node:buffer');
export const childProcess = () => process.getBuiltinModule('node:child_process') as typeof import('node:child_process');
export const crypto = () => process.getBuiltinModule('node:crypto') as typeof import('node:crypto');
export const fs = process.getBuiltinModule('node:fs') as typeof import('node:fs');
export const inspector = () => process.getBuiltinModule('node:inspector') as typeof import('node:inspector');
export const module = () => process.getBuiltinModule('node:module') as typeof import('node:module');
export const net = () => process.getBuiltinModule('node:net') as typeof import('node:net');
export const os = process.getBuiltinModule('node:os') as typeof import('node:os');
export const path = process.getBuiltinModule('node:path') as typeof import('node:path');
export const tty = () => process.getBuiltinModule('node:tty') as typeof import('node:tty');
export const url = process.getBuiltinModule('node:url') as typeof import('node:url');
export const v8 = () => process.getBuiltinModule('node:v8') as typeof import('node:v8');
export const vm = () => process.getBuiltinModule('node:vm') as typeof import('node:vm');
export const workerThreads = process.getBuiltinModule('node:worker_threads') as typeof import('node:worker_threads');
