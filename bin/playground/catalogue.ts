/** What a page of the playground offers, as data that it loads: samples, lessons, machines, and the explanations of diagnostics. */
import { readFileSync } from 'node:fs';
import { PRESET_NAMES } from '../../runtime/machines/presets.ts';
import { contentsIn } from '../book/contents.ts';
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

/** One of the book's that teach UPC. */
export interface Lesson {
  readonly title: string;
  /** Path of its page in the site. */
  readonly page: string;
}

export interface Offered {
  readonly samples: readonly Sample[];
  readonly lessons: readonly Lesson[];
  readonly machines: readonly OfferedMachine[];
}

/** Runs in the root of the sources. */
export function offered(): Offered {
  const machines = PRESET_NAMES.map((name) => machineNamed(name))
    .filter(({ network }) => SIMULATED.includes(network))
    .map(({ name, title, network }) => ({ name, title, network }));
  return { samples: sampleNames().map(sampleNamed), lessons: lessons(), machines };
}

const LESSON = /^learn\//;

function lessons(): Lesson[] {
  return contentsIn(readFileSync('docs/README.md', 'utf8'))
    .flatMap(({ entries }) => entries)
    .filter(({ file }) => LESSON.test(file))
    .map(({ title, file }) => ({ title, page: `book/${file.replace(/\.md$/, '.html')}` }));
}

/** Markdown by code. */
export function explanations(): Readonly<Record<string, string>> {
  return Object.fromEntries(catalogue());
}
