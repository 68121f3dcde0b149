/** All results as one page of HTML, in itself complete: plots as SVG, numbers as tables, presets with their hashes. Light and dark. */

import { commandOf } from './commands.ts';
import { DOCUMENTS } from './documents.ts';
import type { DocumentName, Figure } from './figure.ts';
import { legendOf, type Plotted, svgOf, escaped as text } from './plot/svg.ts';
import type { PresetState } from './presets.ts';
import type { Drawn, Ran, Result } from './results.ts';
import { STYLE } from './style.ts';
import { percentText } from './table.ts';
import type { Judged, Verdict } from './verdicts.ts';

const ORDER: readonly Verdict[] = ['within', 'missed', 'shape holds', 'shape missed', 'input', 'not run'];
const SAYS: Readonly<Record<Verdict, string>> = {
  within: 'held out, and within the error expected beforehand',
  missed: 'held out, and outside of it; the reason stands beside it',
  'shape holds': 'the document prints no number, or we run smaller: sign, order or range is as it says',
  'shape missed': 'and is not',
  input: 'a parameter of the preset was chosen by it, or the preset changed after it was seen: no hit',
  'not run': 'cannot be run yet, for the reason that stands beside it',
};

export function pageOf(results: readonly Result[], presets: readonly PresetState[]): string {
  const names = Object.keys(DOCUMENTS) as DocumentName[];
  const documents = names.map((name) =>
    documentOf(
      name,
      results.filter(({ figure }) => figure.document === name),
    ),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>pgasc: the documents' figures beside ours</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>The documents’ figures beside ours</h1>
<p class="lead">Programs compiled by pgasc, run on its models of the documents’ machines in virtual time. All of it is made by
<code>npm run figures</code>, what takes long by <code>npm run figures -- --long</code>; the same sources give the same page on every computer.</p>
<p class="note">Each number is an <em>input</em> (a parameter of the preset was chosen by it), <em>held out</em> (nothing was chosen by it, and the error that was
expected beforehand stands beside it), or <em>shape</em> (the document prints no number, or ours has another size: sign, order or range is judged).
<em>program</em>: source text was compiled and run on the simulated machine; <em>model</em>: the machine’s model alone gave it, in closed form or as events.</p>
${countsOf(results)}
${presetsOf(presets)}
${contentsOf(results)}
${documents.join('\n')}
</main>
</body>
</html>
`;
}

function countsOf(results: readonly Result[]): string {
  const all = results.flatMap(({ judged }) => judged);
  const rows = ORDER.map((verdict) => {
    const count = all.filter((each) => each.verdict === verdict).length;
    return `<tr><td class="number">${count}</td><td>${badge(verdict)}</td><td>${SAYS[verdict]}</td></tr>`;
  });
  return `<h2>Verdicts</h2>\n<table class="wide"><tbody>${rows.join('')}</tbody></table>`;
}

function presetsOf(presets: readonly PresetState[]): string {
  const rows = presets.map(({ name, hash, commit, isDirty }) => {
    const changed = isDirty ? ' and changed since' : '';
    return `<tr><td><code>${name}</code></td><td><code>${hash}</code></td><td>${text(commit)}${changed}</td></tr>`;
  });
  return `<h2>Presets</h2>
<p>Presets are frozen before held-out numbers are seen: <code>test/figures/frozen.json</code> has the hash of a preset’s values
at the time when each number was computed first. A number whose preset has another hash now is an input.</p>
<table><thead><tr><th>preset</th><th>hash of its values</th><th>last commit</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function contentsOf(results: readonly Result[]): string {
  const rows = results.map(({ figure, judged }) => {
    const counts = ORDER.flatMap((verdict) => {
      const count = judged.filter((each) => each.verdict === verdict).length;
      return count === 0 ? [] : [`${badge(verdict)}${count > 1 ? ` × ${count}` : ''}`];
    });
    const name = `<a href="#${figure.name}">${text(figure.title)}</a>`;
    return `<tr><td>${text(DOCUMENTS[figure.document].title)}</td><td>${text(figure.place)}</td><td>${name}</td><td>${counts.join(' ')}</td></tr>`;
  });
  const head = '<tr><th>document</th><th>place</th><th>figure</th><th>verdicts</th></tr>';
  return `<h2>Figures</h2>\n<div class="scroll"><table class="wide"><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function documentOf(name: DocumentName, results: readonly Result[]): string {
  if (results.length === 0) return '';
  const { title, source } = DOCUMENTS[name];
  return `<section><h2>${text(title)}</h2>\n<p class="source">${text(source)}</p>\n${results.map(figureOf).join('\n')}</section>`;
}

function figureOf(result: Result): string {
  const { figure, judged } = result;
  const lines = plottedOf(result);
  const plot =
    lines.length === 0 ? '<p class="empty">not run</p>' : `${svgOf({ ...figure, lines })}\n${legendOf(lines)}`;
  return `<article id="${figure.name}">
<h3><span class="place">${text(figure.place)}</span> ${text(figure.title)}</h3>
${figure.note === undefined ? '' : `<p class="note">${text(figure.note)}</p>`}
<figure>${plot}</figure>
${judgedOf(judged)}
${ranOf(result)}
</article>`;
}

function plottedOf({ figure, lines }: Result): Plotted[] {
  return [
    ...lines
      .filter(({ points }) => points.length > 0)
      .map(({ line, points }) => ({ name: line.name, points, isPublished: false })),
    ...(figure.printed ?? []).map(({ name, points }) => ({ name, points, isPublished: true })),
  ];
}

function judgedOf(judged: readonly Judged[]): string {
  if (judged.length === 0) return '';
  const rows = judged.map((each) => {
    const cells = [
      `<td>${badge(each.verdict)}</td>`,
      `<td>${text(each.name)}${each.remark === '' ? '' : `<div class="remark">${text(each.remark)}</div>`}</td>`,
      `<td class="soft">${each.kind}</td><td class="soft">${each.source ?? ''}</td>`,
      `<td class="number">${each.published === 'shape' ? '<span class="soft">not printed</span>' : text(each.published)}</td>`,
      `<td class="${each.kind === 'shape' ? 'told' : 'number'}">${text(each.ours)}</td><td class="number">${percentText(each)}</td>`,
    ];
    return `<tr>${cells.join('')}</tr>`;
  });
  const head =
    '<tr><th>verdict</th><th></th><th>kind</th><th>by</th><th class="number">printed</th><th class="number">ours</th><th class="number">off</th></tr>';
  return `<div class="scroll"><table class="wide"><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** How to get it again: all of it, and each run by hand, with what it took here. */
function ranOf({ figure, lines }: Result): string {
  const rows = lines.flatMap((line) => ranRows(line));
  const head = '<tr><th>line</th><th>run</th><th class="number">took</th><th class="number">memory</th></tr>';
  const again = `npm run figures -- ${figure.name}${isLong(figure) ? ' --long' : ''}`;
  return `<details><summary>how to get it again: <code>${again}</code></summary>
<div class="scroll"><table class="wide"><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div></details>`;
}

const isLong = ({ lines }: Figure): boolean =>
  lines.some(({ from }) => from !== 'closed form' && from.some((run) => run.isLong));

function ranRows({ line, ran, fault }: Drawn): string[] {
  const why = fault === undefined ? '' : `<div class="fault">not run: ${text(fault)}</div>`;
  if (ran.length === 0)
    return [`<tr><td>${text(line.name)}</td><td>the models alone (runtime/machines)${why}</td><td></td><td></td></tr>`];
  return ran.map((each, k) => ranRow(k === 0 ? text(line.name) : '', each, k === ran.length - 1 ? why : ''));
}

function ranRow(name: string, { run, told }: Ran, why: string): string {
  const took = told === undefined ? '' : `${told.seconds} s`;
  const memory = told?.mebibytes === undefined ? '' : `${told.mebibytes} MiB`;
  return `<tr><td>${name}</td><td><code>${text(commandOf(run))}</code>${why}</td><td class="number">${took}</td><td class="number">${memory}</td></tr>`;
}

const badge = (verdict: Verdict): string => `<span class="badge ${verdict.replace(' ', '-')}">${verdict}</span>`;
