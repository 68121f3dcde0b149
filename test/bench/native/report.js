/** The lines of `npm run bench:native` that have a target, and the count of those met. */
const rows = [];

/** Undefined `value`: it could not be measured, and `unit` says why. */
export function row(what, value, unit, target, met) {
  const verdict = met === undefined ? '' : met ? 'met' : 'MISSED';
  rows.push({ what, met, cells: [what, value, unit, target, verdict] });
  console.log(`${what.padEnd(66)} ${value.padStart(9)} ${unit.padEnd(8)} ${target.padEnd(22)} ${verdict}`.trimEnd());
}

export function atMost(what, value, limit, unit, digits = 2) {
  row(what, value.toFixed(digits), unit, `at most ${limit} ${unit}`, value <= limit);
}

export function atLeast(what, value, limit, unit, digits = 2) {
  row(what, value.toFixed(digits), unit, `at least ${limit} ${unit}`, value >= limit);
}

export function absent(what, why) {
  row(what, '', why, '', undefined);
}

/** A figure that came out wrong, or could not be had because something failed: all goes on, and the exit status tells. */
export function failed(what, text) {
  rows.push({ what, failed: true });
  console.log(`${what}: FAILED: ${text.trim()}`);
}

/** For record.js. */
export const COLUMNS = ['', '', 'unit', 'wanted', ''];
export const cellsOfRows = () => rows.flatMap(({ cells }) => (cells === undefined ? [] : [cells]));

export function summary() {
  const count = (choose) => rows.filter(choose).length;
  const failures = count((one) => one.failed);
  console.log(`\n${count((one) => one.met === true)} targets met, ${count((one) => one.met === false)} missed${failures > 0 ? `, ${failures} FAILED` : ''}`);
  return failures === 0;
}
