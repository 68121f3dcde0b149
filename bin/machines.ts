/**
 * `pgasc machines`: the models of machines, a line each; `pgasc machines NAME` explains one, `pgasc machines NAME FILE`
 * copies its file, to be changed.
 *
 * NAME is a preset or a file, with replacements behind it: bgq, ./mine.json, bgq,latency=2us. Explained are all parameters
 * with value, grade, meaning and source, what they come to between neighbours; what the machine can tell, and what not.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  floodBandwidth,
  getSpan,
  halfBandwidthSize,
  messageSpan,
  putComplete,
  putLocal,
  putOneWay,
} from '../runtime/machines/analytic.ts';
import { MachineError } from '../runtime/machines/errors.ts';
import type { Kind } from '../runtime/machines/kinds.ts';
import { type Limit, rangeOf } from '../runtime/machines/limits.ts';
import { GRADES, type Machine, type Origin } from '../runtime/machines/machine.ts';
import { Paths } from '../runtime/machines/paths.ts';
import { machineFor, PRESET_NAMES } from '../runtime/machines/presets.ts';
import { sectionsOf } from '../runtime/machines/schema.ts';
import { inTimeUnits } from '../runtime/machines/time.ts';
import { inUnitsOf, RATES, SIZES } from '../runtime/machines/units.ts';
import { UsageError } from './argv.ts';
import { writeOutput } from './files.ts';
import { wrapped } from './help.ts';
import { MACHINES } from './installation.ts';

const WIDTH = 79;

/** Does what the words behind `machines` ask for; gives what there is to say. */
export function machines(words: readonly string[]): string {
  const [name, file, more] = words;
  if (more !== undefined) throw new UsageError(`machines: what is ${more}? It takes the name of a machine, and a file`);
  if (name === undefined || name === '--help' || name === '-h') return listing();
  if (name.startsWith('-')) throw new UsageError(`machines: there is no flag ${name}`);
  return file === undefined ? explained(machineNamed(name)) : copy(name, file);
}

function listing(): string {
  const lines = PRESET_NAMES.map((name) => {
    const { title, network } = machineNamed(name);
    return `${name.padEnd(16)}  ${network.padEnd(5)}  ${title}`;
  });
  const hint = 'pgasc machines NAME explains one, pgasc machines bgq,latency=2us a changed one;';
  return [...lines, '', hint, 'pgasc machines NAME FILE copies its file'].join('\n');
}

/** `flag`: who asks. */
export function machineNamed(asked: string, flag = 'machines'): Machine {
  try {
    return machineFor(asked, (path) => (isThere(path) ? readFileSync(path, 'utf8') : undefined));
  } catch (error) {
    throw error instanceof MachineError ? new UsageError(`${flag}: ${error.message}`) : error;
  }
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

function copy(name: string, file: string): string {
  if (!PRESET_NAMES.includes(name)) {
    machineNamed(name); // says what is wrong with it
    throw new UsageError(
      `machines ${name} ${file}: a preset is copied as it is: give one of ${PRESET_NAMES.join(', ')}`,
    );
  }
  if (existsSync(file)) throw new UsageError(`${file} is there already; name another file behind the machine`);
  writeOutput(file, readFileSync(join(MACHINES, `${name}.json`)));
  return `${file}\n\npgasc machines ${/[./\\]/.test(file) ? file : `./${file}`} checks and explains it`;
}

function explained(machine: Machine): string {
  return [
    `${machine.name}: ${machine.title}`,
    `its programs are compiled with -network=${machine.network}`,
    ...list('it tells', machine.tells),
    ...list('it does not tell', machine.cannot),
    ...list('a program that goes beyond is told', machine.limits.map(limitText)),
    ...figures(machine),
    '',
    'A: stated for this machine; B: for a close relative; C: derived from these;',
    `D: an estimate. ${counted(machine.origins)}`,
    ...parameters(machine.origins, parameter),
    ...['', 'Not in the file, with what they are then:'],
    ...parameters(usual(machine), usualParameter),
  ].join('\n');
}

/** What the parameters come to, for two nodes side by side with nothing else under way. */
function figures(machine: Machine): string[] {
  const paths = new Paths(machine, 2);
  const time = (what: string, span: number) => `  ${what.padEnd(36)}${inTimeUnits(span)}`;
  const peak = floodBandwidth(paths, 0, 1, 2 ** 20);
  return [
    ...['', 'between two neighbours:'],
    time('put of 8 B, one way', putOneWay(paths, 0, 1, 8)),
    time('put of 8 B, its source free again', putLocal(paths, 0, 1, 8)),
    time('put of 8 B, complete at its target', putComplete(paths, 0, 1, 8)),
    time('get of 8 B', getSpan(paths, 0, 1, 8)),
    time('two-sided message of 8 B, one way', messageSpan(paths, 0, 1, 8)),
    ...indented(onTop(machine), '      '),
    `  ${'bandwidth of 1 MiB, half of it at'.padEnd(36)}${inUnitsOf(RATES, peak)}, ${inUnitsOf(SIZES, halfBandwidthSize(paths, 0, 1))}`,
  ];
}

/** What a program's two-sided message takes beside the machine's own library. */
function onTop({ nic }: Machine): string {
  const served = nic.messages === 'nic' ? '' : ` and nic.service, ${inTimeUnits(nic.service)}, are`;
  return `of the machine's own library; of a simulated program's, bytes of the conduit's header${served || ' are'} on top`;
}

function list(title: string, items: readonly string[]): string[] {
  return ['', `${title}:`, ...items.flatMap((item) => indented(item, '  - '))];
}

const limitText = (limit: Limit): string =>
  `${limit.of.join(', ')}: ${rangeOf(limit.of[0]!, limit)} (${limit.source}); ${limit.worth}`;

function counted(origins: readonly Origin[]): string {
  const counts = GRADES.map((grade) => `${origins.filter((each) => each.grade === grade).length} ${grade}`);
  return `Of ${origins.length} parameters ${counts.join(', ')}.`;
}

/** Under the name of each section, its parameters. */
function parameters<T extends { readonly path: string }>(all: readonly T[], lines: (each: T) => string[]): string[] {
  const sections = new Set(all.map(({ path }) => path.split('.')[0]!));
  return [...sections].flatMap((section) => [
    '',
    section,
    ...all.filter(({ path }) => path.startsWith(`${section}.`)).flatMap(lines),
  ]);
}

type Usual = Pick<Origin, 'path' | 'shown' | 'meaning'>;

/** Parameters that need not be given, and were not. */
function usual({ fabric, origins }: Machine): Usual[] {
  const given = new Set(origins.map(({ path }) => path));
  return sectionsOf(fabric.topology).flatMap(([section, parameters]) =>
    Object.entries(parameters)
      .map(([key, parameter]) => ({ ...parameter, path: `${section}.${key}` }))
      .filter(({ path }) => !given.has(path))
      .map(({ kind, meaning, path, usual: value }) => ({ path, meaning, shown: shownUsual(kind, value) })),
  );
}

const shownUsual = (kind: Kind<unknown>, value: unknown): string =>
  value === Number.POSITIVE_INFINITY ? 'without a bound' : kind.show(value);

const named = (path: string) => `  ${path.split('.')[1]!.padEnd(12)}`;

const usualParameter = ({ path, shown, meaning }: Usual): string[] => [
  ...indented(shown, named(path)),
  ...indented(meaning, '      '),
];

function parameter({ path, shown, meaning, grade, source, instead }: Origin): string[] {
  const origin = instead === undefined ? `${grade}: ${source}` : `given, instead of ${instead} (${grade}: ${source})`;
  return [...indented(shown, named(path)), ...indented(meaning, '      '), ...indented(origin, '      ')];
}

/** In lines of the width of a terminal; the first begins with `first`, the others with `rest`. */
function indented(text: string, first: string, rest = ' '.repeat(first.length)): string[] {
  const lines = wrapped(text, WIDTH - rest.length);
  return lines.map((line, k) => (k === 0 ? first : rest) + line);
}
