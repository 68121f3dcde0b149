import { describe, expect, it } from 'vitest';
import { programAfter } from './linked.ts';

/** Output of specialize for these functions and for main, which has that body. */
const specialized = (functions: string, main: string, options = {}) =>
  programAfter(
    'specialize',
    `${functions}\nfunction internal *one(%x i32) {\n}\nfunction internal *two(%x i32) {\n}
     function external *main(%n i32 %f i32) -> i32 {\n${main}\nreturn 0\n}`,
    { table: ['one', 'two'], ...options },
  );

const LOOP = `function internal *each(%n i32 %f i32 %kind i32) {
  local %i i32
  while L (lt_s %i %n) {
    if (eq %kind 1) {
      call %f [%i] (i32)
    }
  } step {
    set %i (add %i 1)
  }
}`;
const call = (f: string, kind = '%n', name = 'each') => `call *${name} [%n ${f} ${kind}] (i32 i32 i32)`;

/** The lines of one function. */
function linesOf(name: string, lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line.includes(`*${name}(`));
  return lines.slice(
    start,
    lines.indexOf(
      '}',
      lines.findIndex((line, i) => i > start && line.startsWith('function')),
    ),
  );
}

const namesIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => /^function \w+ \*(\w+)\(/.exec(line)?.slice(1) ?? []);

describe('specialize', () => {
  it('makes one copy for each function that is given, and puts it where the parameter was called', () => {
    const { lines, remarks } = specialized(LOOP, `${call('*one')} !7:1\n${call('*two')}\n${call('*one')}`);
    expect(namesIn(lines)).toEqual(['each', 'one', 'two', 'main', 'each_for_one', 'each_for_two']);
    expect(lines.filter((line) => line.startsWith('call *each'))).toEqual([
      'call *each_for_one [%n *one %n] (i32 i32 i32)',
      'call *each_for_two [%n *two %n] (i32 i32 i32)',
      'call *each_for_one [%n *one %n] (i32 i32 i32)',
    ]);
    expect(linesOf('each_for_one', lines)).toContain('call *one [%i] (i32)');
    expect(remarks).toEqual(["main:7: a copy of 'each' made for what it is given"]);
  });

  it('puts constants that are compared into the copy as well', () => {
    const { lines } = specialized(LOOP, `${call('*one', '1')}\n${call('*one', '2')}\n${call('*one', '1')}`);
    expect(namesIn(lines)).toEqual(['each', 'one', 'two', 'main', 'each_for_one', 'each_for_one_2']);
    expect(linesOf('each_for_one', lines).join()).not.toContain('if');
    expect(linesOf('each_for_one_2', lines).join()).not.toContain('call');
  });

  it('makes one copy of what calls itself, whatever it counts', () => {
    const down = `function internal *down(%n i32 %f i32) {
      if (eq %n 0) {
        return
      }
      call %f [%n] (i32)
      call *down [(add %n -1) %f] (i32 i32)
    }`;
    const { lines } = specialized(down, 'call *down [5 *one] (i32 i32)\ncall *down [7 *one] (i32 i32)');
    expect(namesIn(lines)).toEqual(['down', 'one', 'two', 'main', 'down_for_one']);
  });

  it('follows parameters that are passed on, and comes back where functions call themselves', () => {
    const walk = `function internal *walk(%n i32 %f i32) {
      if (gt_s %n 0) {
        call *walk [(add %n -1) %f] (i32 i32)
        call %f [%n] (i32)
      }
    }
    function internal *start(%n i32 %f i32) {
      call *walk [%n %f] (i32 i32)
    }`;
    const { lines } = specialized(walk, 'call *start [9 *one] (i32 i32)');
    expect(namesIn(lines)).toEqual(['walk', 'start', 'one', 'two', 'main', 'start_for_one', 'walk_for_one']);
    expect(linesOf('start_for_one', lines)).toContain('call *walk_for_one [%n *one] (i32 i32)');
    expect(linesOf('walk_for_one', lines)).toContain('call *walk_for_one [(add %n -1) *one] (i32 i32)');
    expect(linesOf('walk_for_one', lines)).toContain('call *one [%n] (i32)');
  });

  it('leaves what is called once, set, or not known, and functions that are noinline or large', () => {
    const once = LOOP.replace('while L (lt_s %i %n)', 'if (lt_s %i %n)').replace(/\} step \{\s+set.*/, '');
    const set = LOOP.replace('local %i i32', 'local %i i32\nset %f %n');
    for (const functions of [once, set, LOOP.replace('{', '{\ninline never')])
      expect(namesIn(specialized(functions, call('*one')).lines)).toEqual(['each', 'one', 'two', 'main']);
    expect(namesIn(specialized(LOOP, call('%f')).lines)).toEqual(['each', 'one', 'two', 'main']);
    const large = LOOP.replace('if (eq', `${'call *one [%i] (i32)\n'.repeat(500)}if (eq`);
    expect(namesIn(specialized(large, call('*one')).lines)).toEqual(['each', 'one', 'two', 'main']);
    expect(specialized(LOOP, call('*one'), { optimize: 1 }).lines).toEqual([]);
  });
});
