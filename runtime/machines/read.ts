/**
 * Reads a preset: its text, as users copy and change it, with overrides; gives a machine, or says what is wrong.
 *
 * One idea: the table of parameters is walked, not the file; what the file has beside them is unknown. Each error names
 * the file, the key, the value, and what to do.
 */
import { checkDevice } from './collectives.ts';
import { MachineError } from './errors.ts';
import { withTransfers } from './instant.ts';
import { parseJson } from './json.ts';
import { type Kind, Wrong } from './kinds.ts';
import { type Limit, MEASURES, type Measured } from './limits.ts';
import { GRADES, type Machine, type MachineNetwork, NETWORKS, type Origin } from './machine.ts';
import { nearestName } from './nearest.ts';
import { checkNoise } from './noise.ts';
import { changed, type Override } from './overrides.ts';
import { isOptional, type Parameter, sectionsOf, TOPOLOGIES, type TopologyName } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

const HEAD = ['name', 'title', 'network', 'tells', 'cannot', 'limits'];
const FIELDS = ['value', 'unit', 'grade', 'source'];
const BOUNDS = ['of', 'least', 'most', 'worth', 'source'];

/** The machine that a file's text describes, with some values replaced. */
export function readMachine(text: string, file: string, overrides: readonly Override[] = []): Machine {
  return checkMachine(parseJson(text, file), file, overrides);
}

/** The same of what the text stands for. */
export function checkMachine(given: unknown, file: string, overrides: readonly Override[] = []): Machine {
  const reader = new Reader(file);
  const preset = reader.object(given, 'the preset');
  const sections = sectionsOf(reader.topologyOf(preset));
  reader.known(preset, '', [...HEAD, ...sections.map(([name]) => name)]);
  const found = sections.map(([name, parameters]) => ({ name, ...reader.section(preset, name, parameters) }));
  const machine = {
    name: reader.text(preset, 'name'),
    title: reader.text(preset, 'title'),
    network: reader.network(preset),
    tells: reader.texts(preset, 'tells'),
    cannot: reader.texts(preset, 'cannot'),
    limits: reader.limits(preset),
    origins: found.flatMap(({ origins }) => origins),
    ...Object.fromEntries(found.map(({ name, values }) => [name, values])),
  } as unknown as Machine;
  const asked = changed(machine, overrides);
  checkNoise(asked);
  checkDevice(asked);
  return withTransfers(asked);
}

class Reader {
  constructor(private readonly file: string) {}

  topologyOf(preset: Json): TopologyName {
    const fabric = this.object(preset.fabric ?? this.missing('fabric', Object.keys(preset)), 'fabric');
    const { value } = this.object(
      fabric.topology ?? this.missing('fabric.topology', Object.keys(fabric)),
      'fabric.topology',
    );
    const names = Object.keys(TOPOLOGIES);
    if (!names.includes(value as string))
      this.fail('fabric.topology', `${JSON.stringify(value)} is none of ${names.join(', ')}`);
    return value as TopologyName;
  }

  section(preset: Json, name: string, parameters: Readonly<Record<string, Parameter<unknown>>>) {
    const missing = () => (isOptional(parameters) ? {} : this.missing(name, Object.keys(preset)));
    const section = this.object(preset[name] ?? missing(), name);
    this.known(section, `${name}.`, Object.keys(parameters));
    const values: Record<string, unknown> = {};
    const origins: Origin[] = [];
    for (const [key, parameter] of Object.entries(parameters)) {
      const path = `${name}.${key}`;
      if (section[key] === undefined && Object.hasOwn(parameter, 'usual')) values[key] = parameter.usual;
      else {
        const value = this.object(section[key] ?? this.missing(path, Object.keys(section)), path);
        values[key] = this.value(value, path, parameter.kind);
        origins.push(this.origin(value, path, parameter, values[key]));
      }
    }
    return { values, origins };
  }

  private value(given: Json, path: string, kind: Kind<unknown>): unknown {
    this.known(given, `${path}.`, FIELDS);
    if (given.value === undefined) this.missing(`${path}.value`, Object.keys(given));
    if (given.unit !== undefined && typeof given.unit !== 'string')
      this.fail(`${path}.unit`, `${JSON.stringify(given.unit)} is no text`);
    return this.within(path, () => kind.fromFile(given.value, given.unit as string | undefined));
  }

  private within<T>(path: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw error instanceof Wrong ? new MachineError(`${this.file}: ${path}: ${error.message}`) : error;
    }
  }

  private origin(given: Json, path: string, { kind, meaning }: Parameter<unknown>, value: unknown): Origin {
    const grade = GRADES.find((each) => each === given.grade);
    if (grade === undefined) this.fail(`${path}.grade`, `${JSON.stringify(given.grade)} ${NO_GRADE}`);
    return { path, shown: kind.show(value), meaning, grade: grade!, source: this.text(given, 'source', `${path}.`) };
  }

  network(preset: Json): MachineNetwork {
    const network = NETWORKS.find((each) => each === preset.network);
    if (network === undefined)
      this.fail('network', `${JSON.stringify(preset.network)}: give one of ${NETWORKS.join(', ')}`);
    return network!;
  }

  text(object: Json, key: string, before = ''): string {
    const value = object[key] ?? this.missing(before + key, Object.keys(object));
    if (typeof value !== 'string' || value === '') this.fail(before + key, `${JSON.stringify(value)}: give a text`);
    return value as string;
  }

  texts(object: Json, key: string): string[] {
    const value = object[key] ?? this.missing(key, Object.keys(object));
    if (!Array.isArray(value) || !value.every((each) => typeof each === 'string'))
      this.fail(key, `${JSON.stringify(value)}: give a list of texts`);
    return value as string[];
  }

  /** A file without them has none. */
  limits(preset: Json): Limit[] {
    const given = preset.limits ?? [];
    if (!Array.isArray(given)) this.fail('limits', `${JSON.stringify(given)}: give a list of objects, [{...}]`);
    return (given as unknown[]).map((each, k) => this.limit(this.object(each, `limits.${k}`), `limits.${k}.`));
  }

  private limit(given: Json, path: string): Limit {
    this.known(given, path, BOUNDS);
    const of = [given.of ?? this.missing(`${path}of`, Object.keys(given))].flat();
    const unknown = of.find((each) => !Object.hasOwn(MEASURES, each as string));
    const names = Object.keys(MEASURES).join(', ');
    if (unknown !== undefined || of.length === 0)
      this.fail(`${path}of`, `${JSON.stringify(unknown ?? of)}: give one of ${names}, or a list of them`);
    const { kind } = MEASURES[of[0] as Measured];
    const bound = (key: 'least' | 'most') =>
      given[key] === undefined ? {} : { [key]: this.within(path + key, () => kind.fromText(String(given[key]))) };
    return {
      ...{ of: of as Measured[], ...bound('least'), ...bound('most') },
      ...{ worth: this.text(given, 'worth', path), source: this.text(given, 'source', path) },
    };
  }

  /** An object has no other keys than these. */
  known(object: Json, before: string, keys: readonly string[]): void {
    const unknown = Object.keys(object).find((key) => !keys.includes(key));
    if (unknown === undefined) return;
    const near = nearestName(unknown, keys);
    const others = keys.filter((key) => !Object.hasOwn(object, key)).join(', ');
    const hint =
      near === undefined ? `what may be there beside the rest: ${others || 'nothing'}` : `did you mean ${near}?`;
    this.fail(before + unknown, `there is no such key; ${hint}`);
  }

  object(value: unknown, what: string): Json {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      this.fail(what, `${JSON.stringify(value)}: give an object, {...}`);
    return value as Json;
  }

  /** A key is not there: perhaps it is there misspelt. */
  private missing(path: string, present: readonly string[]): never {
    const near = nearestName(path.split('.').at(-1)!, present);
    return this.fail(path, `it is missing; ${near === undefined ? 'add it' : `is ${near} meant to be it?`}`);
  }

  private fail(path: string, text: string): never {
    throw new MachineError(`${this.file}: ${path}: ${text}`);
  }
}

const NO_GRADE =
  'is no grade: give A (stated for this machine), B (for a close relative), C (derived from those) or D (an estimate); a recollection without a source is no input';
