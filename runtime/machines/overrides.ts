/**
 * Overrides, for questions of what would be if: `bgq,latency=2us,hop=20ns` is a preset with some values replaced.
 *
 * A name is a parameter's own, where no other section has one of that name, or section.name.
 */
import { MachineError } from './errors.ts';
import { Wrong } from './kinds.ts';
import type { Machine, Origin } from './machine.ts';
import { nearestName } from './nearest.ts';
import { type Parameter, sectionsOf } from './schema.ts';

export interface Override {
  readonly name: string;
  readonly value: string;
}

/** The name or file of a preset, and what is to be replaced in it. */
export function parseAsked(asked: string): { preset: string; overrides: Override[] } {
  const [preset = '', ...rest] = asked.split(',');
  const overrides = rest.map((each) => {
    const at = each.indexOf('=');
    if (at < 1) throw new MachineError(`${asked}: '${each}' is no replacement: give NAME=VALUE, as in latency=2us`);
    return { name: each.slice(0, at).trim(), value: each.slice(at + 1).trim() };
  });
  return { preset, overrides };
}

/** The machine with those values. */
export function changed(machine: Machine, overrides: readonly Override[]): Machine {
  return overrides.reduce(changedOnce, machine);
}

function changedOnce(machine: Machine, override: Override): Machine {
  const { section, key, parameter } = found(machine, override);
  const path = `${section}.${key}`;
  const value = readValue(override, path, parameter);
  const sections = machine as unknown as Record<string, Record<string, unknown>>;
  const before = machine.origins.find((each) => each.path === path);
  if (before?.instead !== undefined)
    throw new MachineError(`${override.name}=${override.value}: ${path} is ${before.shown} already; give it once`);
  const origin: Origin = {
    ...{ path, meaning: parameter.meaning, shown: parameter.kind.show(value) },
    ...{ grade: before?.grade ?? 'D', source: before?.source ?? 'not in the preset' },
    instead: before?.shown ?? 'nothing',
  };
  const origins = before
    ? machine.origins.map((each) => (each === before ? origin : each))
    : [...machine.origins, origin];
  return { ...machine, [section]: { ...sections[section], [key]: value }, origins };
}

interface Found {
  readonly section: string;
  readonly key: string;
  readonly parameter: Parameter<unknown>;
}

function found(machine: Machine, { name, value }: Override): Found {
  const all = sectionsOf(machine.fabric.topology).flatMap(([section, parameters]) =>
    Object.entries(parameters).map(([key, parameter]): Found => ({ section, key, parameter })),
  );
  const fitting = all.filter(({ section, key }) => name === key || name === `${section}.${key}`);
  if (name === 'topology' || name === 'fabric.topology')
    throw new MachineError(`${name}=${value}: a topology has parameters of its own: choose it in a copy of the preset`);
  if (fitting.length === 1) return fitting[0]!;
  const paths = (some: readonly Found[]) => some.map(({ section, key }) => `${section}.${key}`);
  if (fitting.length > 1)
    throw new MachineError(`${name}=${value}: it may be ${paths(fitting).join(' or ')}: name the section too`);
  const near = nearestName(name, [...all.map(({ key }) => key), ...paths(all)]);
  const hint = near === undefined ? `pgasc machines ${machine.name} lists them` : `did you mean ${near}?`;
  throw new MachineError(`${name}=${value}: ${machine.name} has no such parameter; ${hint}`);
}

function readValue({ name, value }: Override, path: string, { kind }: Parameter<unknown>): unknown {
  try {
    return kind.fromText(value);
  } catch (error) {
    throw error instanceof Wrong ? new MachineError(`${name}=${value}: ${path}: ${error.message}`) : error;
  }
}
