/** A few thousand random cases against the C library of this machine. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compare, hasOracle } from './differential.ts';

test.skipIf(!hasOracle)('printf, scanf, strtod and strtol give what glibc gives', () => {
  const report = compare(2024, 500, fileURLToPath(new URL('oracle.c', import.meta.url)));
  expect(report.differences).toEqual([]);
  expect(report.cases).toBe(4000);
  expect(report.excused).toBeLessThan(40);
});
