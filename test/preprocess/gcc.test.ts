/** The same tokens as `gcc -E`, where there is a gcc. */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { scan } from '../../compiler/frontends/c/lexer/scanner.ts';
import { printPreprocessed } from '../../compiler/frontends/c/preprocess/preprocess.ts';
import { sourceFile } from '../../compiler/source/source.ts';
import { run } from './harness.ts';

const present = spawnSync('gcc', ['--version']).status === 0;

const CASES: Record<string, string> = {
  'recursion by deferral': `#define EVAL(...) EVAL1(EVAL1(EVAL1(__VA_ARGS__)))
#define EVAL1(...) EVAL2(EVAL2(EVAL2(__VA_ARGS__)))
#define EVAL2(...) __VA_ARGS__
#define DEFER(id) id EMPTY()
#define EMPTY()
#define RI() R
#define R(n) n DEFER(RI)()(n n)
EVAL(R(1))`,
  'counting arguments': `#define N(...) N_(__VA_ARGS__,5,4,3,2,1,0)
#define N_(a,b,c,d,e,n,...) n
N(a) N(a,b,c) N() N((a,b))`,
  'names that lose their parentheses': `#define F(a, b) a,b
#define G(a) F a
#define M F
#define foo(x) bar x
M(1,2) M M(3, 4) G((1,2)) foo(foo) (2) foo(foo)(foo)`,
  'empty operands': `#define cat(a,b) a##b
#define V(a, b...) [a, ## b][a,## b][a , ##b]
#define S(a) [#a#a][#a #a]
cat(,) cat(x,) cat(,y) cat(1,e) + cat(L,"x") V(1, 2) V(1,2) V(1) V(1,) V(1, (2),3) S( 1) S() cat(<,:) cat(%:,%:)`,
  'generated lists': `#define LIST X(one, 1) X(two, 2) X(three, 3)
#define X(n, v) n = v,
enum { LIST };
#undef X
#define X(n, v) [v] = #n,
char *names[] = { LIST };
#define OBJ OBJ2
#define OBJ2 OBJ f
#define f(x) OBJ x
OBJ (1) f(OBJ)(2) f(f)(3) f(f(4))`,
  'odd tokens': "a+++++b -  -1 + +1 1.e+5 0x1p-3 .. ... .1.2 %: <: :> <% L\"x\" L'x' L 'x' @ ` \\ x'y'z 'it''s'",
};

/** A random program of macros that call, string and paste one another. */
function randomProgram(seed: number): string {
  const random = (n: number) => ((seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) >>> 8) % n;
  const pick = (list: readonly string[]) => list[random(list.length)] as string;
  const names = ['A', 'B', 'C', 'D', 'E'];
  const sequence = (parameters: readonly string[], depth: number): string => {
    const parts: string[] = [];
    for (let k = random(3) + 1; k > 0; k--) {
      const inner = () => (depth > 0 ? pick(['x', '1', '', ...parameters]) : sequence(parameters, depth + 1));
      parts.push(pick([...parameters, ...parameters, 'x', '1', '+', '"s t"', ',', `(${inner()})`, pick(names)]));
      if (random(4) === 0) parts.push(`${pick(names)}(${inner()},${inner()})`);
    }
    return parts.join(pick([' ', '  ']));
  };
  const lines = ['#define str(x...) #x'];
  for (const name of names) {
    const body = `${sequence(['p', 'q'], 1)} ${pick(['', '#p', 'k##p', 'p ## x', '#q'])}`;
    lines.push(random(3) === 0 ? `#define ${name} ${sequence([], 1)}` : `#define ${name}(p, q) ${body}`);
  }
  for (let k = 0; k < 5; k++) lines.push(`${sequence([], 0)} str(${sequence([], 0)});`);
  return lines.join('\n');
}

/** Tokens; blanks in strings are left to the tests that pin them. */
const tokens = (text: string) =>
  scan(sourceFile('', text.replace(/^# .*$/gm, ''))).tokens.map((token) => token.text.replaceAll(' ', ''));

describe.runIf(present)('against gcc -E -P', () => {
  const compare = (program: string) => {
    const gcc = spawnSync('gcc', ['-E', '-P', '-std=gnu99', '-'], { input: program, encoding: 'utf8' });
    expect(tokens(printPreprocessed(run(program).unit)).join('\n')).toBe(tokens(gcc.stdout).join('\n'));
  };

  test.each(Object.entries(CASES))('%s', (_name, program) => compare(program));

  test('random macros', () => {
    for (let seed = 1; seed <= 40; seed++) compare(randomProgram(seed));
  });
});
