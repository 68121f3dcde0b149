/** The platform of this build. */
export { node as platform } from './node/index.ts';
