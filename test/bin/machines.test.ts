/** `pgasc machines`: the list, explanations of presets and files, copies. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pgasc, ROOT } from '../support/pgasc.ts';
import { some } from '../support/share.ts';

const folder = mkdtempSync(join(tmpdir(), 'pgasc-machines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const machines = (...words: string[]) => pgasc(['machines', ...words], { cwd: folder });
const presetOf = (name: string) => readFileSync(join(ROOT, 'runtime/machines/presets', `${name}.json`), 'utf8');

test('the list', async () => {
  const { stdout, stderr, status } = await machines();
  expect([stderr, status]).toEqual(['', 0]);
  expect(stdout).toMatch(/^bgq +pami +IBM Blue Gene\/Q/);
  expect(stdout).toMatch(/^ib-vapi-opteron +verbs /m);
  expect(stdout.split('\n').filter((line) => / (sfi|verbs|pami) /.test(line)).length).toBe(8);
});

test('an explanation has values, grades, meanings and sources, and fits a terminal', async () => {
  const { stdout, status } = await machines('bgq');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^bgq: IBM Blue Gene\/Q.*\nits programs are compiled with -network=pami\n\nit tells:\n/);
  expect(stdout).toContain('\nit does not tell:\n');
  expect(stdout).toMatch(/^ {2}get of 8 B +2\.88\d+ us$/m);
  expect(stdout).toMatch(/^ {2}gap +1\.12 us\n {6}between two messages .*\n {6}C: N1\/2 of 2 KB/m);
  expect(stdout).toMatch(/^ {2}copy +6\.4 GB\/s to 16 KiB, 3\.2 GB\/s to 32 MiB, 2 GB\/s above$/m);
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(79);
});

test("usual values of what the file has not; what a program's message takes more", async () => {
  const { stdout } = await machines('bgq,noise.span=20us');
  const [given, rest] = stdout.split('\nNot in the file, with what they are then:\n');
  expect(given).toMatch(/^ {2}span +20 us$/m);
  expect(rest).toMatch(/^noise\n {2}seed +1\n.*\n {2}period +10 ms\n.*\n {2}slow +0\n/m);
  expect(rest).not.toMatch(/^ {2}span/m);
  expect(given!.replace(/\s+/g, ' ')).toContain("conduit's header and nic.service, 450 ns, are on top");
});

test('what if: the value given, and what the preset has', async () => {
  const { stdout } = await machines('bgq,latency=2us,hop=20ns');
  expect(stdout).toMatch(/^ {2}latency +2 us\n.*\n {6}given, instead of 926 ns \(C: get of 16 B/m);
  expect(stdout).toMatch(/^ {2}get of 8 B +4\.99\d+ us$/m);
});

test('a copy is the file; changed, it is checked and explained', async () => {
  expect(await machines('p775', 'mine.json')).toEqual({
    ...{ status: 0, stderr: '' },
    stdout: 'mine.json\n\npgasc machines mine.json checks and explains it\n',
  });
  expect(readFileSync(join(folder, 'mine.json'), 'utf8')).toBe(presetOf('p775'));
  const again = await machines('p775', 'mine.json');
  expect([again.status, again.stderr]).toEqual([
    2,
    'pgasc: mine.json is there already; name another file behind the machine\n',
  ]);
  writeFileSync(
    join(folder, 'mine.json'),
    presetOf('p775').replace('"value": 0.4, "unit": "us"', '"value": 4, "unit": "us"'),
  );
  expect((await machines('mine.json')).stdout).toMatch(/^ {2}initiate +4 us$/m);
  writeFileSync(join(folder, 'mine.json'), presetOf('p775').replace('"initiate"', '"initate"'));
  const wrong = await machines('mine.json');
  expect([wrong.status, wrong.stderr]).toEqual([
    2,
    'pgasc: machines: mine.json: nic.initate: there is no such key; did you mean initiate?\n',
  ]);
});

const WRONG: readonly (readonly [readonly string[], string])[] = [
  [['bgp'], 'machines: bgp: there is no such machine; did you mean bgq?'],
  [['bgq,latency=2'], 'machines: latency=2: nic.latency: 2 has no unit: give one of ps, ns, us, ms, s'],
  [['bgq', 'a', 'b'], 'machines: what is b? It takes the name of a machine, and a file'],
  [['--foo'], 'machines: there is no flag --foo'],
  [['./'], 'machines: ./: there is no such file; pgasc machines NAME FILE copies a preset'],
  [['none.json'], 'machines: none.json: there is no such file; pgasc machines NAME FILE copies a preset'],
  [['bgq,hop=1ns', 'x.json'], 'machines bgq,hop=1ns x.json: a preset is copied as it is: give one of bgq, p775,'],
  [['bgq', 'no/such/folder/x.json'], 'cannot write no/such/folder/x.json: there is no such folder; make it first'],
  [['BGQ'], 'machines: BGQ: there is no such machine; did you mean bgq?'],
  [['Bgq,latency=2us'], 'machines: Bgq: there is no such machine; did you mean bgq?'],
];

test.each(some(WRONG))('wrong words %j', async (words, message) => {
  const { stdout, stderr, status } = await machines(...words);
  expect([stdout, status]).toEqual(['', 2]);
  expect(stderr).toContain(`pgasc: ${message}`);
});
