/**
 * Node's modules, the one place where the runtime gets them.
 *
 * out.js must run both as CommonJS and as an ES module, so it can neither `require` nor `import`;
 * process.getBuiltinModule works in both.
 */
export const fs = process.getBuiltinModule('node:fs') as typeof import('node:fs');
export const os = process.getBuiltinModule('node:os') as typeof import('node:os');
export const path = process.getBuiltinModule('node:path') as typeof import('node:path');
export const threads = process.getBuiltinModule('node:worker_threads') as typeof import('node:worker_threads');
export const v8 = process.getBuiltinModule('node:v8') as typeof import('node:v8');
export const vm = process.getBuiltinModule('node:vm') as typeof import('node:vm');

const url = process.getBuiltinModule('node:url') as typeof import('node:url');
const buffer = process.getBuiltinModule('node:buffer') as typeof import('node:buffer');

/** Path of a file: URL. */
export const toPath = url.fileURLToPath;

export function decodeBase64(text: string): Uint8Array {
  return buffer.Buffer.from(text, 'base64');
}

/** The monotonic clock. */
export const monotonicNanoseconds = process.hrtime.bigint;
