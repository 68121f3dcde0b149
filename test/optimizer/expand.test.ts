import { describe, expect, it } from 'vitest';
import { parseModule } from '../../compiler/ir/parse.ts';
import { printFunction } from '../../compiler/ir/text.ts';
import { STATICS } from '../../runtime/abi.ts';
import { bodyOf, run } from '../emit/run.ts';
import { expanded } from './expanded.ts';
import { programAfter } from './linked.ts';

/** Offset of the first static object. */
const BASE = STATICS;

/** The statements of f(a, b, c) after the pass. */
function lines(body: string, threads?: number): string[] {
  const text = `module "m"${threads === undefined ? '' : ` threads ${threads}`}
    static external @x 4096 8 type "shared int[]"
    static external &v 64 8
    function external *f(%a i32 %b i32 %c i32) -> i32 {\nlocal %t i32\n${body}\n}`;
  const [f] = expanded(parseModule(text)).functions;
  const printed = printFunction(f!).split('\n').slice(1, -1);
  return printed.map((line) => line.trim()).filter((line) => !line.startsWith('local'));
}

const value = (expression: string, threads?: number): string =>
  lines(`return ${expression}`, threads)
    .join('; ')
    .replace(/^return /, '');

describe('expand', () => {
  it('divides nothing for own elements, whole rows and powers of two', () => {
    expect(value('(element [1 8] @x mythread)')).toBe('(add (private @x) (shl mythread regionshift))');
    expect(value('(element [4 8] @x (add (shl mythread 2) 3))')).toBe(
      '(add (add (private @x) (shl mythread regionshift)) 24)',
    );
    expect(value('(element [1 8] @x (add (mul %a threads) mythread))')).toBe(
      '(add (private @x) (add (shl mythread regionshift) (shl %a 3)))',
    );
    expect(value('(element [1 8] @x %a)', 2)).toBe(
      '(add (private @x) (add (shl (and %a 1) regionshift) (shl (shr_u %a 1) 3)))',
    );
    expect(value('(advance [2 8] %a %b (mul threads 4))')).toBe('(add %a 32)');
    expect(value('(advance [2 8] %a %b (mul %c 12))', 3)).toBe('(add %a (shl (shl %c 2) 3))');
    expect(value('(element [5 8] @x %a)', 1)).toBe('(add (private @x) (shl %a 3))');
  });

  it('is run without -O too, for both back ends', () => {
    const main = 'static external @x 64 8\nfunction external *main(%a i32) -> i32 {\nreturn (element [1 8] @x %a)\n}';
    for (const target of ['typescript', 'webassembly'] as const)
      expect(programAfter('expand', main, { optimize: 0, target }).lines[1]).toContain('(rem_u %a threads)');
  });

  it('gives rank and offset to accesses that are calls', () => {
    const main = 'function external *main(%p shared) -> i32 {\nlocal %t i32\nget %t i32 %p\nreturn %t\n}';
    const mask = '(add (shl 1 regionshift) -1)';
    const { lines } = programAfter('expand', main, { optimize: 0, recorded: true });
    expect(lines[1]).toBe(`get %t i32 rank (shr_u %p regionshift) (and %p ${mask})`);
    expect(programAfter('expand', main, { optimize: 0 }).lines[1]).toBe('get %t i32 %p');
  });

  it('steps to the next element by a choice', () => {
    expect(value('(advance [1 8] %a 1)')).toBe(
      '(add %a (select (ge_u (add (shr_u %a regionshift) 1) threads) (add (shl (sub 1 threads) regionshift) 8) (shl 1 regionshift)))',
    );
    expect(value('(advance.phase [3 8] %a 1)')).toBe('(select (lt_s (add %a 1) 3) (add %a 1) (add %a -2))');
  });

  it('divides once for any other element', () => {
    expect(value('(element [1 8] @x %a)')).toBe(
      '(add (private @x) (add (shl (rem_u %a threads) regionshift) (shl (div_u %a threads) 3)))',
    );
    const row = '(and %a (add (shl 1 regionshift) -1))';
    const place = (row: string) => `(add (shl (rem_u %block 3) regionshift) (shl ${row} 3))`;
    expect(lines('set %t (advance [1 8] %a %b)\nreturn %t', 3)).toEqual([
      'set %block (add (add (shr_u %a regionshift) 2147483646) %b)',
      `set %t (add ${row} ${place('(add (div_u %block 3) -715827882)')})`,
      'return %t',
    ]);
    expect(lines('set %t (advance [1 8] %a (and %b 255))\nreturn %t', 3)).toEqual([
      'set %block (add (shr_u %a regionshift) (and %b 255))',
      `set %t (add ${row} ${place('(div_u %block 3)')})`,
      'return %t',
    ]);
  });

  it('counts elements of cyclic arrays from the start of all memory, where they are read or written whole', () => {
    const index = '(add (add (mul (shr_u (and %a (add (shl 1 regionshift) -1)) 3) 3) (shr_u %a regionshift)) %b)';
    const place = '(add (shl (rem_u %block 3) regionshift) (shl (div_u %block 3) 3))';
    expect(lines('get %t i64 (advance [1 8] %a %b)\nreturn 0', 3).slice(0, 2)).toEqual([
      `set %block ${index}`,
      `get %t i64 ${place}`,
    ]);
    expect(lines('put i32 (advance [1 8] %a %b) %c\nreturn 0', 3)[0]).toContain('2147483646');
  });

  it('divides nothing where an object has one block in each thread, if it is read or written there', () => {
    const access = (layout: string, threads?: number) =>
      lines(`put i32 (add (element ${layout} @x %a) 4) %b\nreturn 0`, threads).slice(0, -1).join('; ');
    expect(access('[4096 1]')).toBe(
      'put i32 (add (add (add (private @x) (shl (shr_u %a 12) regionshift)) (and %a 4095)) 4) %b',
    );
    expect(access('[1 4096]')).toBe('put i32 (add (add (private @x) (shl %a regionshift)) 4) %b');
    expect(access('[1 4096]', 2)).toBe('put i32 (add (add (private @x) (shl %a regionshift)) 4) %b');
    expect(access('[1000 5]')).toBe(
      'put i32 (add (add (add (add (private @x) (shl (div_u %a 1000) regionshift)) (mul %a 5)) (mul (div_u %a 1000) -5000)) 4) %b',
    );
    expect(access('[511 8]')).toContain('(div_u (div_u %a 511) threads)');
    expect(lines('set %t (element [512 8] @x %a)\nget %t i32 %t\nreturn %t')[0]).toContain('threads');
    expect(lines('copy private &v shared (element [512 8] @x %a) 8\nreturn 0')[0]).toBe(
      'copy private &v shared (add (add (private @x) (shl (shr_u %a 9) regionshift)) (shl (and %a 511) 3)) 8',
    );
  });

  it('sets what is needed twice and reads memory before the statement', () => {
    expect(lines('set %t (advance [1 8] (load i32 %a) 1)\nreturn %t')).toEqual([
      'set %address (load i32 %a)',
      'set %t (add %address (select (ge_u (add (shr_u %address regionshift) 1) threads) (add (shl (sub 1 threads) regionshift) 8) (shl 1 regionshift)))',
      'return %t',
    ]);
  });

  it('computes what an arm needs where the arm is taken', () => {
    expect(lines('return (select %a (element [1 8] @x (load i32 %a)) %b)')).toEqual([
      'if %a {',
      'set %block (load i32 %a)',
      'set %chosen (add (private @x) (add (shl (rem_u %block threads) regionshift) (shl (div_u %block threads) 3)))',
      '} else {',
      'set %chosen %b',
      '}',
      'return %chosen',
    ]);
  });

  it('moves a test that needs locals into the loop', () => {
    const loop = (kind: string, body: string): string[] =>
      lines(`${kind} L (difference [1 8] (load i32 %a) %b) {\n${body}\n}\nreturn 0`).filter((line) =>
        /while|do|block|set|if|break|continue/.test(line),
      );
    expect(loop('while', 'continue L')).toEqual([
      'while L {',
      'set %left (load i32 %a)',
      expect.stringMatching(/^set %apart /),
      expect.stringMatching(/^if \(not /),
      'break L',
      'continue L',
    ]);
    expect(loop('do', 'if %c {\ncontinue L\n}')).toEqual([
      'while L {',
      'block L_next {',
      'if %c {',
      'break L_next',
      'set %left (load i32 %a)',
      expect.stringMatching(/^set %apart /),
      expect.stringMatching(/^if \(not /),
      'break L',
    ]);
  });

  it('gives the same iterations of loops whose tests it moved', () => {
    const loop = (kind: string): number[] => {
      const seen: number[] = [];
      const text = `import *note(i32)
        static external &v 16 4
        function external *main(%c i32 %v i32) -> i32 {
        store i32 &v 4
        ${kind} L (difference [1 4] (load i32 &v) 0) {
          call *note [(load i32 &v)] (i32)
          store i32 &v (add (load i32 &v) -4)
          continue L
        }
        return 0\n}`;
      run(text, { running: 2, pass: expanded, library: { note: (n) => void seen.push(n) } });
      return seen;
    };
    expect(loop('while')).toEqual([4]);
    expect(loop('do')).toEqual([4]);
  });

  it('finds the same offset in other regions', () => {
    expect(value('(counterpart &v %a)')).toBe('(add &v (shl (sub %a mythread) regionshift))');
    expect(value('(counterpart (add (add %a (shl %b 3)) 16) %c)')).toBe(
      '(add (add (add (and %a (add (shl 1 regionshift) -1)) (shl %b 3)) 16) (shl %c regionshift))',
    );
    expect(value('(threadof %a)')).toBe('(shr_u %a regionshift)');
    const text = `static external &v 64 8
      function external *main(%c i32 %v i32) -> i32 {\nreturn (sub (convert i32 (counterpart (add &v (shl %c 3)) %v)) (convert i32 (counterpart %c %v)))\n}`;
    const { result } = run(text, { running: 4, mythread: 2 }, 3 + (1 << 20), 3);
    expect(result).toBe(BASE + 8 * (3 + (1 << 20)) - 3);
  });

  it('leaves the own start to the back end', () => {
    const text = `static external @x 64 8 type "shared int[]"
      function external *main(%c i32 %v i32) -> i32 {\nreturn (load i32 (element [1 4] @x mythread))\n}`;
    expect(bodyOf(text, 'main', { pass: expanded })).toContain('BASE');
  });
});
