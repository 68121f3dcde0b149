/** The file whose code runs, as stack traces of V8 name it. */

/** That of the function which called `above`: its caller's caller first, as a library's `start` may stand between. */
export function runningFile(above: (...args: never[]) => unknown): string | undefined {
  const saved = Error.prepareStackTrace;
  try {
    Error.prepareStackTrace = (_, sites) => [sites[1], sites[0]].map((site) => site?.getFileName()).find(isFile);
    const trace: { stack?: string } = {};
    Error.captureStackTrace(trace, above);
    return trace.stack;
  } finally {
    Error.prepareStackTrace = saved;
  }
}

const isFile = (name: string | null | undefined): boolean =>
  typeof name === 'string' && /^file:|^\/|^[A-Za-z]:\\/.test(name);
