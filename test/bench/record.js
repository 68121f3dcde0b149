/**
 * What benches have measured, kept and drawn: with `--write` a bench's tables go to docs/figures/measured.json, and its page shows all that is
 * kept of it.
 *
 * A table is { columns, rows } by its title, its cells are texts or numbers; with it are kept the date, the command, the level and the machine,
 * with its load before the bench. A table stays until one of the same title is measured again: where the command line chooses what is in a
 * table, the title says what (`chosen`). The page, docs/figures/PAGE.md, has the tables between two marks, under a heading where there are any;
 * what stands outside is people's.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

const FLAG = '--write';
const FOLDER = fileURLToPath(new URL('../../docs/figures/', import.meta.url));
const MARKED = /(<!-- drawn -->\n)[\s\S]*?(<!-- \/drawn -->)/;
const load = loadavg()[0];

/** The words of the command line without the flag. */
export const words = process.argv.slice(2).filter((word) => word !== FLAG);

/** For titles. */
export const chosen = words.length > 0 ? `: ${words.join(' ')}` : '';

/**
 * A function that takes tables: title, columns, rows. They are written when the process ends well. `level`: the flags that its programs are
 * compiled with.
 */
export function recorder(page, script, level) {
  const tables = {};
  if (process.argv.includes(FLAG)) process.on('exit', (status) => status === 0 && write(page, tables));
  const command = ['npm run', script, ...(words.length > 0 ? ['--', ...words] : [])].join(' ');
  const circumstances = { date: new Date().toISOString().slice(0, 10), command, level, machine: machine() };
  return (title, columns, rows) => {
    tables[title] = { ...circumstances, columns, rows };
  };
}

function machine() {
  const [{ model }, ...others] = cpus();
  return `${others.length + 1} cores (${model.trim()}), Node ${process.versions.node}, load before ${load.toFixed(1)}`;
}

function write(page, tables) {
  const file = `${FOLDER}measured.json`;
  const all = JSON.parse(readFileSync(file, 'utf8'));
  all[page] = { ...all[page], ...tables };
  writeFileSync(file, `${JSON.stringify(all, null, 1)}\n`);
  const path = `${FOLDER}${page}.md`;
  writeFileSync(path, drawn(readFileSync(path, 'utf8'), all[page]));
}

/** The text of a page with these tables, by their titles, between its marks. */
export function drawn(text, tables) {
  const parts = Object.entries(tables).map(([title, table]) => section(title, table));
  const heading = parts.length > 0 ? HEADING : '';
  return text.replace(MARKED, (_all, begin, end) => `${begin}${heading}${parts.join('')}${end}`);
}

const HEADING = '\n## Runs that the bench has written\n';

function section(title, { date, command, level, machine: where, columns, rows }) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).trim().replaceAll('|', '\\|')).join(' | ')} |`;
  const table = [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)];
  return ['', `### ${title}`, '', `${date}, \`${command}\`, ${level}; ${where}.`, '', ...table, '', ''].join('\n');
}
