/** The costs of speed: compile time at -O2 beside -O0, start-up time, and the size of what is written. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { largeProgram } from '../large.js';
import { compileWords, inScratch, output, processTimes, progress, root } from './measure.js';
import { atMost, row } from './report.js';

const ROUNDS = 5;
const FUNCTIONS = 300;
const FT = join(root, 'samples/applications/ft/ft.upc');

export function measureCompiling() {
  const large = inScratch('large.upc');
  writeFileSync(large, largeProgram(FUNCTIONS));
  compare('NAS FT', FT);
  compare('SCF', join(root, 'samples/applications/scf/scf.upc'));
  compare(`${largeProgram(FUNCTIONS).split('\n').length} lines`, large);
}

function compare(what, source) {
  progress(`compile ${what}`);
  const [plain, optimized] = processTimes([compileWords(source, ['-O0'], 'plain.js'), compileWords(source, ['-O2'], 'optimized.js')], ROUNDS);
  atMost(`compile ${what} at -O2: ${optimized.toFixed(2)} s, at -O0 ${plain.toFixed(2)} s`, optimized / plain, 3, 'times');
}

export function measureStart() {
  progress('start');
  const hello = join(root, 'samples/tutorial/01-hello.upc');
  const programs = ['-O0', '-O2'].map((level) => {
    output(process.execPath, compileWords(hello, [level], `hello${level}.js`));
    return [inScratch(`hello${level}.js`), '-n', '2'];
  });
  const [plain, optimized] = processTimes(programs, 2 * ROUNDS);
  const what = `start of out.js at -O2, 2 threads: ${optimized.toFixed(3)} s, at -O0 ${plain.toFixed(3)} s`;
  row(what, (optimized / plain).toFixed(2), 'times', '', undefined);
}

export function measureSize() {
  progress('size');
  output(process.execPath, compileWords(FT, ['-O2', '-DCLASS=A'], 'ft.js'));
  atMost('size of out.js of NAS FT at -O2', statSync(inScratch('ft.js')).size / 1000, 400, 'kB', 0);
}
