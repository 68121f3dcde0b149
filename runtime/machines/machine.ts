/** A machine as the models take it: values in base units, and for each parameter how sure it is and where it is from. */
import type { Limit } from './limits.ts';
import type { MachineValues } from './schema.ts';

/** A: stated for this machine; B: for a close relative; C: derived from A and B; D: an estimate, a knob. */
export const GRADES = ['A', 'B', 'C', 'D'] as const;
export type Grade = (typeof GRADES)[number];

/** A network that programs are compiled for. */
export const NETWORKS = ['sfi', 'verbs', 'pami'] as const;
export type MachineNetwork = (typeof NETWORKS)[number];

/** What is known of one value. */
export interface Origin {
  /** section.name */
  readonly path: string;
  /** The value with its unit, as people read it. */
  readonly shown: string;
  readonly meaning: string;
  readonly grade: Grade;
  readonly source: string;
  /** The preset's value as it is shown, where an override changed it: grade and source are of that. */
  readonly instead?: string;
}

export interface Machine extends MachineValues {
  readonly name: string;
  readonly title: string;
  /** For which programs are compiled that run on it. */
  readonly network: MachineNetwork;
  /** What its figures can be relied on for, and what not: a sentence each. */
  readonly tells: readonly string[];
  readonly cannot: readonly string[];
  /** How far they are known. */
  readonly limits: readonly Limit[];
  readonly origins: readonly Origin[];
}
