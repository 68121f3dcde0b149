/** Presets and overrides: what they must be, and what is said of those that are not. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MachineError } from '../../runtime/machines/errors.ts';
import { parseJson } from '../../runtime/machines/json.ts';
import { machineFor, PRESET_NAMES } from '../../runtime/machines/presets.ts';
import { readMachine } from '../../runtime/machines/read.ts';
import { sectionsOf } from '../../runtime/machines/schema.ts';
import { FLOPS, FREQUENCIES, inUnitsOf, RATES, SIZES, TIMES } from '../../runtime/machines/units.ts';
import { ROOT } from '../support/pgasc.ts';

const none = () => undefined;
const textOf = (name: string) => readFileSync(`${ROOT}/runtime/machines/presets/${name}.json`, 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: tests break its form
type Preset = any;

/** The preset bgq with something changed, read as mine.json. */
function read(change: (preset: Preset) => void) {
  const preset = JSON.parse(textOf('bgq'));
  change(preset);
  return readMachine(JSON.stringify(preset), 'mine.json');
}

describe('presets', () => {
  test('are eight', () => {
    expect([...PRESET_NAMES].sort()).toEqual([
      ...['bgq', 'elan3-alpha', 'elan4-itanium2', 'gm-xeon', 'ib-vapi-g5', 'ib-vapi-opteron', 'mvapich2x-qdr', 'p775'],
    ]);
  });

  test.each(PRESET_NAMES)('%s is a file of its name; each value has a grade and a source', (name) => {
    const machine = readMachine(textOf(name), `${name}.json`);
    expect(machine).toEqual(machineFor(name, none));
    expect(machine.name).toBe(name);
    expect(machine.tells.length).toBeGreaterThan(0);
    expect(machine.cannot.length).toBeGreaterThan(0);
    const required = sectionsOf(machine.fabric.topology).flatMap(([section, parameters]) =>
      Object.entries(parameters)
        .filter(([, parameter]) => !Object.hasOwn(parameter, 'usual'))
        .map(([key]) => `${section}.${key}`),
    );
    expect(machine.origins.map(({ path }) => path)).toEqual(expect.arrayContaining(required));
    for (const { source, grade } of machine.origins)
      expect([source.length > 1, 'ABCD'.includes(grade)]).toEqual([true, true]);
  });

  test('values are in base units', () => {
    const { nic, memory, torus, node } = machineFor('bgq', none);
    expect([nic.gap, nic.rate, nic.aligned, node.clock]).toEqual([1_120_000, 1.775e9, 256, 1.6e9]);
    expect(memory.copy).toEqual([
      { upTo: 16_384, rate: 6.4e9 },
      { upTo: 2 ** 25, rate: 3.2e9 },
      { upTo: Number.POSITIVE_INFINITY, rate: 2e9 },
    ]);
    expect(torus!.shapes[2]).toEqual([2, 2, 4, 4, 2]);
    expect(nic.inline).toBe(0); // not in the file
  });
});

describe('what is wrong with a file', () => {
  test.each<[string, (preset: Preset) => void, string]>([
    [
      'an unknown key',
      (p) => (p.nic.latencie = p.nic.latency),
      'nic.latencie: there is no such key; did you mean latency?',
    ],
    [
      'an unknown section',
      (p) => (p.fattree = {}),
      'fattree: there is no such key; what may be there beside the rest: noise',
    ],
    ['a key that is missing', (p) => delete p.nic.gap, 'nic.gap: it is missing; add it'],
    [
      'a key that is misspelt and so missing',
      (p) => {
        p.nic.latncy = p.nic.latency;
        delete p.nic.latency;
      },
      'nic.latncy: there is no such key; did you mean latency?',
    ],
    ['a section that is missing', (p) => delete p.memory, 'memory: it is missing; add it'],
    ['no value', (p) => delete p.nic.gap.value, 'nic.gap.value: it is missing; add it'],
    [
      'a wrong unit',
      (p) => (p.nic.gap.unit = 'GB/s'),
      "nic.gap: the unit 'GB/s' does not do here: give one of ps, ns, us, ms, s",
    ],
    ['no unit', (p) => delete p.nic.gap.unit, 'nic.gap: 1.12 has no unit: give one of ps, ns, us, ms, s'],
    ['a unit too many', (p) => (p.node.cores.unit = 'cores'), 'node.cores: it has no unit: leave "unit": "cores" out'],
    ['a unit that is no text', (p) => (p.nic.gap.unit = 1), 'nic.gap.unit: 1 is no text'],
    ['out of range', (p) => (p.nic.gap.value = -1), 'nic.gap: -1 us is out of range: give 0 ps to 1 s'],
    ['half a core', (p) => (p.node.cores.value = 1.5), 'node.cores: 1.5 is out of range: give an integer of 1 to 4096'],
    ['a text as number', (p) => (p.nic.gap.value = '1'), 'nic.gap: "1" is no number: give a number'],
    ['a wrong word', (p) => (p.nic.puts.value = 'cpu'), 'nic.puts: "cpu" is none of nic, call, thread'],
    [
      'a wrong topology',
      (p) => (p.fabric.topology.value = 'ring'),
      'fabric.topology: "ring" is none of torus, fattree, direct, crossbar',
    ],
    [
      'a shape that is none',
      (p) => (p.torus.shapes.value = ['2x0']),
      "torus.shapes: '2x0' is no shape: give the lengths of its dimensions as in 4x4x4x4x2",
    ],
    [
      'shapes that differ',
      (p) => (p.torus.shapes.value = ['2x2', '4']),
      'torus.shapes: 2x2 4: the shapes must have as many dimensions as each other',
    ],
    [
      'rates without a last',
      (p) => (p.memory.copy.value = { '1KiB': 1 }),
      'memory.copy: {"1KiB":1}: give rates by size, the last as "more": {"32KiB": 8, "more": 2}',
    ],
    [
      'a recollection',
      (p) => (p.nic.gap.grade = 'U'),
      'nic.gap.grade: "U" is no grade: give A (stated for this machine)',
    ],
    ['no source', (p) => delete p.nic.gap.source, 'nic.gap.source: it is missing; add it'],
    ['an unknown network', (p) => (p.network = 'mpi'), 'network: "mpi": give one of sfi, verbs, pami'],
    ['a number alone', (p) => (p.nic.gap = 1), 'nic.gap: 1: give an object, {...}'],
    [
      'a field of another name',
      (p) => (p.nic.gap.sourse = 'x'),
      'nic.gap.sourse: there is no such key; did you mean source?',
    ],
    ['a sentence for a list', (p) => (p.tells = 'all'), 'tells: "all": give a list of texts'],
  ])('%s', (_, change, message) => {
    expect(() => read(change)).toThrow(MachineError);
    expect(() => read(change)).toThrow(`mine.json: ${message}`);
  });

  test('no object', () => {
    expect(() => readMachine('[]', 'mine.json')).toThrow('mine.json: the preset: []: give an object, {...}');
  });
});

describe('texts that are no JSON', () => {
  test.each([
    ['{', '1:2: a key is expected here, in double quotes'],
    ['{"a": 1', '1:8: a comma or } is expected here'],
    ['{\n  "a": 1,\n  b": 2\n}', '3:3: a key is expected here, in double quotes'],
    ['{"a" 1}', '1:6: a colon is expected here, behind the key "a"'],
    ['{"a": [1, two]}', '1:11: a value is expected here: "text", a number, {...} or [...]'],
    ['{"a": {"a": "a: {"}}}', '1:21: the end is expected here'],
    ['{"a": {"b": 1},\n  "a": 2}', '2:3: the key "a" is given twice; leave out one'],
  ])('%j', (text, message) => expect(() => parseJson(text, 'mine.json')).toThrow(`mine.json:${message}`));

  test.each(PRESET_NAMES)('%s is read as JSON.parse reads it', (name) =>
    expect(parseJson(textOf(name), name)).toEqual(JSON.parse(textOf(name))),
  );
});

describe('hardware for collective operations that a machine has not', () => {
  test.each([
    ['mvapich2x-qdr', 'has no hardware for collective operations: give software'],
    ['elan3-alpha', 'has switches: give that, software'],
  ])('%s', (name, has) => {
    expect(() => machineFor(`${name},collectives=tree`, none)).toThrow(
      `collectives=tree: ${name} ${has}, or what yours takes too, as in device.entry=500ns`,
    );
    expect(machineFor(`${name},collectives=tree,device.entry=500ns`, none).device.entry).toBe(500_000);
    expect(machineFor(`${name},collectives=software`, none).device.collectives).toBe('software');
  });
});

describe('values are shown as people write them', () => {
  test.each([
    [1.775e9, RATES, '1.775 GB/s'],
    [1.6e9, FREQUENCIES, '1.6 GHz'],
    [32_768, SIZES, '32 KiB'],
    [2048, SIZES, '2 KiB'],
    [1988, SIZES, '1.988 kB'],
    [112, SIZES, '112 B'],
    [0, SIZES, '0 B'],
    [926_000, TIMES, '926 ns'],
    [1_120_000, TIMES, '1.12 us'],
    [4.5e8, FLOPS, '450 Mflop/s'],
  ])('%i', (value, units, shown) => expect(inUnitsOf(units, value)).toBe(shown));
});

describe('overrides', () => {
  test('replace values, and are noted', () => {
    const machine = machineFor(
      'bgq,latency=2us,hop=20ns,nic.rate=2 GB/s,shapes=4x4,copy=1GB/s,inline=64B,atomics=thread',
      none,
    );
    expect([machine.nic.latency, machine.torus!.hop, machine.nic.rate]).toEqual([2_000_000, 20_000, 2e9]);
    expect([machine.torus!.shapes, machine.nic.inline, machine.nic.atomics]).toEqual([[[4, 4]], 64, 'thread']);
    const origin = (path: string) => machine.origins.find((each) => each.path === path);
    expect(origin('nic.latency')).toMatchObject({ shown: '2 us', instead: '926 ns', grade: 'C' });
    expect(origin('nic.inline')).toMatchObject({ shown: '64 B', instead: 'nothing' });
    expect(origin('nic.gap')).not.toHaveProperty('instead');
  });

  test.each([
    ['bgq,latenci=2us', 'latenci=2us: bgq has no such parameter; did you mean latency?'],
    ['bgq,zzzzzz=2us', 'zzzzzz=2us: bgq has no such parameter; pgasc machines bgq lists them'],
    ['bgq,latency=2', 'latency=2: nic.latency: 2 has no unit: give one of ps, ns, us, ms, s'],
    [
      'bgq,latency=2GB/s',
      "latency=2GB/s: nic.latency: the unit 'GB/s' does not do here: give one of ps, ns, us, ms, s",
    ],
    [
      'bgq,latency=fast',
      'latency=fast: nic.latency: fast is no number: give a number and one of ps, ns, us, ms, s, as in 2ns',
    ],
    ['bgq,latency=2000s', 'latency=2000s: nic.latency: 2000s is out of range: give 0 ps to 1 s'],
    ['bgq,latency=1us,latency=2us', 'latency=2us: nic.latency is 1 us already; give it once'],
    ['bgq,nic.latency=1us,latency=1us', 'latency=1us: nic.latency is 1 us already; give it once'],
    ['bgq,inline=8B,inline=9B', 'inline=9B: nic.inline is 8 B already; give it once'],
    ['bgq,latency', "bgq,latency: 'latency' is no replacement: give NAME=VALUE, as in latency=2us"],
    ['bgq,rate=1GB/s', 'rate=1GB/s: it may be bus.rate or nic.rate: name the section too'],
    ['bgq,cores=many', 'cores=many: node.cores: many is no number: give a number'],
    [
      'bgq,topology=crossbar',
      'topology=crossbar: a topology has parameters of its own: choose it in a copy of the preset',
    ],
    ['bgp', 'bgp: there is no such machine; did you mean bgq?'],
    ['BGQ', 'BGQ: there is no such machine; did you mean bgq?'],
    ['bgq,Latency=2us', 'Latency=2us: bgq has no such parameter; did you mean latency?'],
    ['cray', 'cray: there is no such machine; there are bgq, p775,'],
    ['', 'no machine is named; there are bgq,'],
    ['./mine.json', './mine.json: there is no such file; pgasc machines NAME FILE copies a preset'],
  ])('%s', (asked, message) => expect(() => machineFor(asked, none)).toThrow(message));

  test('of a file of the user', () => {
    const machine = machineFor('./mine.json,hop=1ns', (path) => (path === './mine.json' ? textOf('bgq') : undefined));
    expect(machine.torus!.hop).toBe(1000);
  });
});
