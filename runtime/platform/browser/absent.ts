/** Modules of Node.js that memfs names and the tree never uses: streams, events, URLs. */
class Absent {}

export {
  Absent as EventEmitter,
  Absent as PassThrough,
  Absent as Readable,
  Absent as Stream,
  Absent as Writable,
  Absent as URL,
};
export const fileURLToPath = (url: unknown) => String(url);
