/** What a page of the playground offers, as data that it loads: samples, machines, and the explanations of diagnostics. */
import { PRESET_NAMES } from '../../runtime/machines/presets.ts';
import { catalogue } from '../explain.ts';
import { SIMULATED } from '../flags.ts';
import { machineNamed } from '../machines.ts';
import { type Sample, sampleNamed, sampleNames } from '../samples.ts';

/** A machine of the simulator. */
export interface OfferedMachine {
  readonly name: string;
  readonly title: string;
  readonly network: string;
}

export interface Offered {
  readonly samples: readonly Sample[];
  readonly machines: readonly OfferedMachine[];
}

export function offered(): Offered {
  const machines = PRESET_NAMES.map((name) => machineNamed(name))
    .filter(({ network }) => SIMULATED.includes(network))
    .map(({ name, title, network }) => ({ name, title, network }));
  return { samples: sampleNames().map(sampleNamed), machines };
}

/** Markdown by code. */
export function explanations(): Readonly<Record<string, string>> {
  return Object.fromEntries(catalogue());
}
