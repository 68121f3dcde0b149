/** Where the runtime runs: in place of it pages have theirs. */
export { node as real } from './node/index.ts';
