import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Most tests wait for processes of their own: one worker for each core, each with few at a time.
    maxWorkers: '100%',
    maxConcurrency: 2,
    server: { deps: { external: [/\/dist\//] } }, // what is built is loaded as it is
    // A worker's files share it, and with it the compiler that stays (test/support/compiler.ts).
    isolate: false,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/support/closing-line.ts'],
  },
});
