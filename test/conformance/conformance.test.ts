/** The conformance tests' own tests: a tiny suite in which every kind of entry passes or fails as it should. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inFolder, node, ROOT } from '../support/pgasc.ts';
import { long } from '../support/share.ts';

const RUN = join(ROOT, 'test/conformance/run.js');
const TINY = join(ROOT, 'test/conformance/tiny');

async function conformance(...words: string[]) {
  const { status, stdout, stderr } = await node([RUN, ...words], { timeout: 110_000 });
  return {
    status,
    lines: stdout
      .replace(/ {2}\d+\.\d s$/gm, '')
      .trimEnd()
      .split('\n'),
    stderr,
  };
}

long('tests pass and fail for the reasons that harness.conf gives', async () => {
  const { status, lines } = await conformance(TINY);
  expect(lines).toEqual([
    'ok    tiny/of-threads static 2',
    'ok    tiny/of-threads dynamic 2',
    'ok    tiny/refused static 2',
    'ok    tiny/refused dynamic',
    'FAIL  tiny/accepted static 2: compiled, but must be refused',
    'FAIL  tiny/accepted dynamic: compiled, but must be refused',
    'ok    tiny/arguments dynamic 1',
    'ok    tiny/arguments dynamic 2',
    'FAIL  tiny/says-wrong dynamic 2: output matches FailExpr /^wrong/m: wrong',
    'FAIL  tiny/says-nothing dynamic 2: output does not match PassExpr /^done/m',
    '      known to the suite: it says nothing',
    'FAIL  tiny/ends-badly dynamic 2: exit status 3, expected 0',
    'ok    tiny/ends-as-expected dynamic 2',
    'FAIL  tiny/never-ends dynamic 2: still running after 1 s',
    'ok    tiny/not-run static 2',
    'ok    tiny/not-run dynamic',
    'ok    tiny/not-linked static 2',
    'ok    tiny/not-linked dynamic',
    "FAIL  tiny/unlinkable dynamic 2: does not compile: unresolved.upc:2:34: error LNK4002: undefined reference to 'elsewhere'",
    'skip  tiny/elsewhere: requires the feature none_such',
    'ok    tiny/made static 2',
    'ok    tiny/made dynamic 2',
    'ok    tiny/ending static 3',
    'ok    inner/second dynamic 2',
    'skipped: 1',
    '15 passed, 7 failed',
  ]);
  expect(status).toBe(1);
});

long('tests, numbers of threads and the environment can be chosen', async () => {
  const words = ['-n', '1,3', '--test=of-*,inner/*,other/made', '--environment=dynamic', '-network=smp', TINY];
  const { status, lines } = await conformance(...words);
  const of = [1, 3].map((threads) => `ok    tiny/of-threads dynamic ${threads}`);
  const second = [1, 3].map((threads) => `ok    inner/second dynamic ${threads}`);
  expect(lines).toEqual([...of, ...second, '4 passed, 0 failed']);
  expect(status).toBe(0);
});

long('programs run in several processes, where they have as many threads', async () => {
  const words = ['-n', '1,3', '--test=of-*', '--environment=dynamic', '-network=sfi', '--processes=2', TINY];
  expect((await conformance(...words)).lines).toEqual(['ok    tiny/of-threads dynamic 3', '1 passed, 0 failed']);
});

test('without a harness.conf each source is a test that passes by ending with 0', () =>
  inFolder(async (folder) => {
    cpSync(TINY, folder, { recursive: true });
    for (const name of ['harness.conf', 'inner', 'arguments.upc', 'unresolved.upc'])
      rmSync(join(folder, name), { recursive: true });
    const { status, lines } = await conformance('--environment=static', folder);
    expect(lines.map((line) => line.replace(/^(\w+ +).*\//, '$1'))).toEqual([
      'ok    ending static 2',
      "FAIL  refused static 2: does not compile: refused.upc:1:25: error SEM3004: 'undeclared' undeclared (first use in this function)",
      'ok    sum-of-threads static 2',
      '2 passed, 1 failed',
    ]);
    expect(status).toBe(1);
  }));

test.each([
  ['Flag: -O2', /harness\.conf:2: there is no key 'Flag'; keys are WildCard, TestName, Flags, /],
  ['CompileResult: maybe', /harness\.conf:2: CompileResult: 'maybe' is not 'pass' or 'fail'/],
  ['StaticThreads: few', /harness\.conf:2: StaticThreads: 'few' is not numbers of threads or \$DEFAULT\$/],
  ['nonsense', /harness\.conf:2: 'nonsense' is not of the form 'Key: value'/],
  ['WildCard: *.upc', /harness\.conf:2: WildCard '\*\.upc' has no <...> around the name of the test/],
])('a wrong line of harness.conf is told: %s', (line, message) =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'harness.conf'), `TestName: a\n${line}\n`);
    const { status, stderr } = await conformance(folder);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
  }),
);

test.each([
  [[], /no directory is given\nusage: npm run conformance/],
  [['/no/such/folder'], /\/no\/such\/folder is not a directory/],
  [['-n', '0', TINY], /--threads: '0' is not a positive number/],
  [['--environment=none', TINY], /--environment: 'none' is not 'static' or 'dynamic'/],
  [['--test=none', TINY], /no test was run/],
  [['--what', TINY], /Unknown option '--what'/],
])('misuse is told: %j', async (words, message) => {
  const { status, stderr } = await conformance(...words);
  expect(stderr).toMatch(message);
  expect(status).toBe(2);
});
