/** What a page of the playground offers, as data that it loads: samples, lessons, machines, and the explanations of diagnostics. */
import { readFileSync } from 'node:fs';
import { PRESET_NAMES } from '../../runtime/machines/presets.ts';
import { contentsIn } from '../book/contents.ts';
import { type CodeBlock, escaped, renderMarkdown } from '../book/markdown.ts';
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

/** HTML by code: the rule, and programs that are wrong and right. */
export function explanations(): Readonly<Record<string, string>> {
  return Object.fromEntries([...catalogue()].map(([code, text]) => [code, explanationHtml(text)]));
}

function explanationHtml(text: string): string {
  const withoutCode = text.replace(/^## \w+: (.*)$/m, '$1\n');
  return renderMarkdown(withoutCode, { link: (target) => target, code: exampleHtml }).html;
}

/** "```upc wrong -g": of a program that is wrong, with the flag. */
function exampleHtml({ rest, text }: CodeBlock): string {
  const [verdict, ...flags] = rest.split(' ');
  const caption = `${verdict}${flags.length > 0 ? ` (with ${flags.join(' ')})` : ''}`;
  return `<figure class="${verdict}"><figcaption>${escaped(caption)}</figcaption><pre>${escaped(text)}</pre></figure>`;
}
