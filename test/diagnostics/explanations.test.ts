/**
 * The catalogue of `--explain`: each code that the compiler reports has a section and each section is of such a code;
 * its wrong example is reported with that code, its right one with no error and nothing of that code.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { normalize } from '../../bin/argv.ts';
import { fileHost } from '../../bin/files.ts';
import { readSettings } from '../../bin/options.ts';
import { DiagnosticBag } from '../../compiler/diagnostics/diagnostic.ts';
import { compileUnit } from '../../compiler/pipeline.ts';
import { sourceFile } from '../../compiler/source/source.ts';
import { inFolder, pgasc, ROOT } from '../support/pgasc.ts';
import { isLong, shareOf } from '../support/share.ts';

const CATALOGUE = join(ROOT, 'compiler/diagnostics/explanations');
const INCLUDE = join(ROOT, 'stdlib/include');

interface Example {
  readonly verdict: 'wrong' | 'right';
  readonly language: string;
  readonly flags: readonly string[];
  readonly text: string;
}

interface Section {
  readonly code: string;
  readonly examples: readonly Example[];
}

function examplesOf(section: string): Example[] {
  const blocks = section.matchAll(/^```(c|upc|text) (wrong|right)(.*)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, language, verdict, flags, text]) => ({
    language: language as string,
    verdict: verdict as Example['verdict'],
    flags: (flags as string).split(' ').filter(Boolean),
    text: text as string,
  }));
}

function sections(): Section[] {
  return readdirSync(CATALOGUE)
    .flatMap((name) =>
      readFileSync(join(CATALOGUE, name), 'utf8')
        .split(/^(?=## )/m)
        .slice(1),
    )
    .map((text) => ({ code: /^## (\w+): \S/.exec(text)?.[1] ?? text.slice(0, 40), examples: examplesOf(text) }));
}

/** Codes that stand as a string in the compiler's sources. */
function reportedCodes(folder = fileURLToPath(new URL('../../compiler', import.meta.url))): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'));
  return [...new Set(texts.flatMap((text) => text.match(/(?<=')[A-Z]{2,3}\d{4}(?=')/g) ?? []))].sort();
}

/** Codes of what compiling reports. */
function compiledCodes({ text, language, flags }: Example): { codes: string[]; errors: string[] } {
  const { compiler } = readSettings(normalize([...flags, 'x']));
  const bag = new DiagnosticBag();
  compileUnit(
    sourceFile(`example.${language}`, text),
    { ...compiler, systemIncludeDirectories: [INCLUDE] },
    fileHost,
    bag,
  );
  const errors = bag.all.filter(({ severity }) => severity === 'error');
  return { codes: bag.all.map(({ code }) => code), errors: errors.map(({ code, text: words }) => `${code}: ${words}`) };
}

/** The same of linking; `// file: NAME` lines part the text into files. */
function linkedCodes({ text, language, flags }: Example): Promise<{ codes: string[]; errors: string[] }> {
  return inFolder(async (folder) => {
    const parts = text.split(/^\/\/ file: (.*)\n/m);
    const files = parts.length === 1 ? [`example.${language}`, text] : parts.slice(1);
    const names = files.filter((_, k) => k % 2 === 0).map((name) => join(folder, name));
    names.forEach((name, k) => {
      mkdirSync(dirname(name), { recursive: true });
      writeFileSync(name, files[2 * k + 1] as string);
    });
    const { stderr } = await pgasc([...flags, ...names, '-o', join(folder, 'out.js')]);
    const said = [...stderr.matchAll(/(error|warning) ([A-Z]{2,3}\d{4}): (.*)/g)];
    const errors = said.filter(([, severity]) => severity === 'error');
    return { codes: said.map((m) => m[2] as string), errors: errors.map((m) => `${m[2]}: ${m[3]}`) };
  });
}

/** It takes seconds to find no end. */
const LONG = 'PP1024';

const all = sections();

test('each code has a section', () => {
  const codes = all.map(({ code }) => code).sort();
  expect(codes).toEqual(reportedCodes());
});

describe.concurrent('examples', () => {
  for (const { code, examples } of all)
    test.runIf(isLong || !(code === LONG || (code.startsWith('LNK') && shareOf(code, 3) > 0)))(code, async () => {
      const verdicts = examples.map(({ verdict }) => verdict);
      expect(verdicts).toContain('wrong');
      for (const example of examples.filter(({ language }) => language !== 'text')) {
        const { codes, errors } = code.startsWith('LNK') ? await linkedCodes(example) : compiledCodes(example);
        if (example.verdict === 'wrong') expect(codes, example.text).toContain(code);
        else {
          expect(errors, example.text).toEqual([]);
          expect(codes, example.text).not.toContain(code);
        }
      }
    });
});
