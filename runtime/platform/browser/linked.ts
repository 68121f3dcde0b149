/** The platform of builds for pages. */
export { browser as platform } from './index.ts';
