import { describe, expect, it } from 'vitest';
import { optimized, type Setting } from './optimized.ts';

const loop = (counter: string, first: string, test: string, step: string, body: string, own = ''): string =>
  `set %${counter} ${first}\nwhile L_${counter} ${test}${own} {\n${body}\n} step {\nset %${counter} (add %${counter} ${step})\n}`;

/** Address that the one access of element `index` of x gets. */
function address(layout: string, index: string, setting?: Setting): string {
  const { lines } = optimized('t i32', `get %t i32 (element [${layout}] @x ${index})\nreturn %t`, setting);
  return lines.join('; ').replace(/^return /, '');
}

describe('privatize', () => {
  it("loads MYTHREAD's elements, in whatever row", () => {
    expect(address('1 4', 'mythread')).toBe('(load i32 (private (element [1 1] @x mythread)))');
    expect(address('1 4', '(add (mul %n threads) mythread)')).toBe(
      '(load i32 (add (private (element [1 1] @x mythread)) (shl %n 2)))',
    );
    expect(address('1 4', '(add mythread (mul threads (add %n 1)))')).toBe(
      '(load i32 (add (private (element [1 1] @x mythread)) (add (shl %n 2) 4)))',
    );
    expect(address('5 4', '(add (mul mythread 5) 4)')).toBe(
      '(load i32 (add (private (element [1 1] @x mythread)) 16))',
    );
    expect(address('5 4', '(add (mul mythread 5) (add (mul threads 10) 2))')).toBe(
      '(load i32 (add (private (element [1 1] @x mythread)) 48))',
    );
    expect(address('1 4', '(add mythread 8)', { threads: 4 })).toBe(
      '(load i32 (add (private (element [1 1] @x mythread)) 8))',
    );
  });

  it('leaves what may be of another thread', () => {
    const stays = ['(add mythread 1)', '(mul mythread 2)', '%n', '(add mythread %n)', '(add mythread (mul %n %m))'];
    for (const index of stays) expect(address('1 4', index)).toContain('get %t');
    expect(address('5 4', '(add (mul mythread 5) 5)')).toContain('get %t');
    expect(address('5 4', '(add (mul mythread 5) -1)')).toContain('get %t');
    expect(address('5 4', '(add (mul mythread 5) (mul threads 2))')).toContain('get %t');
    expect(address('1 4', '(add mythread 6)', { threads: 4 })).toContain('get %t');
    expect(optimized('t i32', 'get strict %t i32 (element [1 4] @x mythread)\nreturn %t').lines).toContain(
      'get strict %t i32 (element [1 4] @x mythread)',
    );
  });

  it('makes everything private where there is one thread', () => {
    expect(address('3 4', '%n', { threads: 1 })).toBe('(load i32 (private (element [3 4] @x %n)))');
  });

  it('stays in the own block as far as the ranges of counters show it', () => {
    const row = (bound: string): string[] =>
      optimized(
        'j i32',
        `${loop('j', '0', `(lt_s %j ${bound})`, '1', 'put i32 (element [5 4] @x (add (mul mythread 5) %j)) %j !7:1')}\nreturn 0`,
      ).lines;
    expect(row('5')).toContain('store i32 (add (private (element [1 1] @x mythread)) (shl %j 2)) %j');
    expect(row('6')).toContain('put i32 (element [5 4] @x (add (mul mythread 5) %j)) %j');
    expect(row('%n')).toContain('put i32 (element [5 4] @x (add (mul mythread 5) %j)) %j');
  });

  it('follows counters that go from MYTHREAD in steps of THREADS, and counts their iterations', () => {
    const body = 'put i32 (element [1 4] @x %i) 1';
    const { lines } = optimized('i i32', `${loop('i', 'mythread', '(lt_s %i %n)', 'threads', body)}\nreturn 0`);
    expect(lines).toContain('store i32 (add (private (element [1 1] @x mythread)) (shl %i_row 2)) 1');
    expect(lines).toContain('set %i_row (add %i_row 1)');
    for (const [first, step] of [
      ['(add mythread 1)', 'threads'],
      ['mythread', '2'],
      ['%n', 'threads'],
    ] as const) {
      const other = optimized('i i32', `${loop('i', first, '(lt_s %i %n)', step, body)}\nreturn 0`).lines;
      expect(other).toContain(body);
    }
    const set = optimized(
      'i i32',
      `${loop('i', 'mythread', '(lt_s %i %n)', 'threads', `${body}\nset %i (add %i 1)`)}\nreturn 0`,
    ).lines;
    expect(set).toContain(body);
  });

  it('believes what a loop says of own elements, and says what it did', () => {
    const put = 'put i32 (element [5 4] @x %i) 1 !3:4\nput i32 (element [4 4] @y %i) 1 !3:9';
    const own = ' own [5] %i (add %i %m)';
    const { lines, remarks } = optimized('i i32', `${loop('i', '%p', '(lt_s %i %n)', '1', put, own)}\nreturn 0`);
    expect(lines.slice(1, 4)).toEqual([
      'while L_i (lt_s %i %n) {',
      'store i32 (add (private (element [1 1] @x mythread)) (add (shl %i 2) (shl %m 2))) 1',
      'put i32 (element [4 4] @y %i) 1',
    ]);
    expect(remarks).toEqual([
      "3: privatize: put of 'x' made private: the element is of i",
      "3: no privatize: put of 'y' not made private: 5 elements go with each block of i, the array's blocks have 4",
    ]);
  });

  it('takes the rows of a matrix with the counter of its first dimension', () => {
    const inner = loop('j', '0', '(lt_s %j 8)', '1', 'put i32 (element [16 4] @x (add (mul %i 8) %j)) %j');
    const body = `${loop('i', '%p', '(lt_s %i %n)', '1', inner, ' own [2] %i (add %i %m)')}\nreturn 0`;
    expect(optimized('i i32, j i32', body).lines).toContain(
      'store i32 (add (private (element [1 1] @x mythread)) (add (add (shl %i 5) (shl %m 5)) (shl %j 2))) %j',
    );
  });

  it('has a switch', () => {
    const off = { passes: { privatize: false } };
    expect(address('1 4', 'mythread', off)).toContain('get %t i32');
  });
});
