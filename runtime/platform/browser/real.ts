/** Where the runtime of a page runs. */
export { browser as real } from './index.ts';
