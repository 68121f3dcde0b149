/** Stacks name the functions of the sources: of units with static functions of one name, and of copies that the compiler has made. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compiled, inFolder, node } from '../support/pgasc.ts';
import { dealt } from '../support/share.ts';

/** What a program of these units says when it fails. */
const failure = (units: readonly string[], flags: readonly string[]): Promise<string> =>
  inFolder(async (folder) => {
    const files = units.map((text, index) => {
      const file = join(folder, `${index}.c`);
      writeFileSync(file, text);
      return file;
    });
    const { stderr } = await node([await compiled(folder, [...flags, '-w', ...files]), '-n', '1']);
    return stderr.replaceAll(`${folder}/`, '');
  });

const UNITS = [
  'static int helper(int x) { return x; }\nint other(int);\nint main(int n, char **v) { return helper(n) + other(n); }\n',
  'static int helper(int x) { return 1 / (x - 1); }\nint other(int x) { return helper(x); }\n',
];

test.each(dealt('stacks', [['-O0'], ['-O1', '-fno-inline'], ['-O2', '-g']]))(
  'two static functions of one name %s',
  async (...flags) => {
    const places = '    at helper (1.c:1:28)\n    at other (1.c:2:33)\n    at main (0.c:3:53)\n';
    expect(await failure(UNITS, flags)).toBe(`pgasc: thread 0: division by zero at 1.c:1:28\n${places}`);
  },
);

test('where they are put into another', async () => {
  const place = '    at helper (1.c:1:28), in the code of main\n';
  expect(await failure(UNITS, ['-O2'])).toBe(`pgasc: thread 0: division by zero at 1.c:1:28\n${place}`);
});

/** -O3 makes a copy of `apply` for each function that it is given. */
const APPLIED = `static int under(int x) { return 1 / x; }
static int twice(int x) { return 2 * x; }
static int apply(int (*f)(int), int n) {
  int s = 0;
  for (volatile int i = n; i >= 0; i--) s += f(i);
  return s;
}
int main(int n, char **v) { return apply(twice, n) + apply(under, n); }
`;

test('no copy that the compiler has made is named', async () => {
  const places = '    at under (0.c:1:27)\n    at apply (0.c:5:47)\n    at main (0.c:8:59)\n';
  expect(await failure([APPLIED], ['-O3', '-fno-inline'])).toBe(
    `pgasc: thread 0: division by zero at 0.c:1:27\n${places}`,
  );
});
