import { expect, test } from 'vitest';
import { withTimes } from '../../runtime/trace/chrome.ts';

test('times of other clocks are changed, and nothing else is', () => {
  const line = '{"ph":"X","name":"put","ts":-12.500,"dur":3.000,"args":{"place":"a \\"ts\\":7"}},\n';
  expect(withTimes(line, (time) => time + 13_001)).toBe(line.replace('-12.500', '0.501'));
  expect(withTimes('"ts":1.001}', (time) => time - 2002)).toBe('"ts":-1.001}');
});
