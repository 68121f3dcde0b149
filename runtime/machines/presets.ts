/** The machines that come with pgasc, by name: the files of presets/, which `pgasc machines NAME FILE` copies. */

import { MachineError } from './errors.ts';
import type { Machine } from './machine.ts';
import { nearestName } from './nearest.ts';
import { parseAsked } from './overrides.ts';
import bgq from './presets/bgq.json' with { type: 'json' };
import elan3 from './presets/elan3-alpha.json' with { type: 'json' };
import elan4 from './presets/elan4-itanium2.json' with { type: 'json' };
import gm from './presets/gm-xeon.json' with { type: 'json' };
import g5 from './presets/ib-vapi-g5.json' with { type: 'json' };
import opteron from './presets/ib-vapi-opteron.json' with { type: 'json' };
import mvapich from './presets/mvapich2x-qdr.json' with { type: 'json' };
import p775 from './presets/p775.json' with { type: 'json' };
import { checkMachine, readMachine } from './read.ts';

const PRESETS: Readonly<Record<string, unknown>> = Object.fromEntries(
  [bgq, p775, elan3, elan4, opteron, g5, gm, mvapich].map((preset) => [preset.name, preset]),
);

export const PRESET_NAMES: readonly string[] = Object.keys(PRESETS);

/** Text of a file; undefined where there is none. */
export type ReadFile = (path: string) => string | undefined;

/** The machine that `bgq`, `mine.json` or `bgq,latency=2us` asks for. */
export function machineFor(asked: string, read: ReadFile): Machine {
  const { preset, overrides } = parseAsked(asked);
  if (Object.hasOwn(PRESETS, preset)) return checkMachine(PRESETS[preset], preset, overrides);
  const text = isFile(preset) ? read(preset) : undefined;
  if (text === undefined) throw new MachineError(unknown(preset));
  return readMachine(text, preset, overrides);
}

/** Whether a word names a file: presets and mappings have no such characters. */
export const isFile = (name: string): boolean => /[./\\]/.test(name);

function unknown(preset: string): string {
  if (isFile(preset)) return `${preset}: there is no such file; pgasc machines NAME FILE copies a preset`;
  const near = nearestName(preset, PRESET_NAMES);
  const hint =
    near === undefined ? `there are ${PRESET_NAMES.join(', ')}, and files as in ./mine.json` : `did you mean ${near}?`;
  return `${preset === '' ? 'no machine is named' : `${preset}: there is no such machine`}; ${hint}`;
}
