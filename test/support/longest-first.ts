/**
 * The order in which vitest runs files of tests: those that take minutes first, so that no worker is left with one at the
 * end while the others have nothing to do; then the larger first, as vitest does.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** By their time in the long form, longest first. */
const LONGEST: readonly string[] = [
  'execution/programs',
  'conduits/conduits',
  'samples/samples',
  'csmith/csmith',
  'page/programs',
  'litmus/litmus',
  'hosts/hosts',
  'execution/faults',
  'random/shared',
  'conduits/ofi',
  'conduits/life',
  'hosts/mapped',
  'bin/command-line',
  'docs/examples',
  'playground/page',
  'simulated/phantoms',
  'hosts/programs',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONGEST.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
  return rank < 0 ? LONGEST.length : rank;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rankOf(a) - rankOf(b));
  }
}
