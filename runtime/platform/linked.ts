/** The platform of this build: of a simulated job, its own (simulated/platform.ts). */
export { real as platform } from './real.ts';
