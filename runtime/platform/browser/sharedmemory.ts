/**
 * The constructor of shared memory, in a page that is not isolated: a memory of WebAssembly may be shared there all the same, though not with
 * another worker.
 */
const page = globalThis as { SharedArrayBuffer?: unknown };
page.SharedArrayBuffer ??= new WebAssembly.Memory({ initial: 0, maximum: 0, shared: true }).buffer.constructor;
