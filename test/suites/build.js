/**
 * Makes the programs of a suite: by pgasc, for a network, and by the reference.
 *
 * Takes { suite, folder, scratch } and a program of the table; gives { file }, or { error }: what went wrong, in few words. An object that several
 * programs share is made once, and so is what is linked from the same objects.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILD_LIMIT, run } from './command.js';

const PGASC = fileURLToPath(new URL('../../bin/pgasc', import.meta.url));

const made = new Map();

/** Makes a file in the scratch folder by a command, whose last word is the file, once. */
function make({ folder, scratch }, words, extension) {
  const name = createHash('sha1').update(words.join('\0')).digest('hex').slice(0, 12);
  const file = join(scratch, `${name}${extension}`);
  if (!made.has(file)) made.set(file, run([...words, '-o', file], scratch, {}, BUILD_LIMIT));
  return made
    .get(file)
    .then(({ status, output }) => (status === 0 ? { file } : { error: firstOf(output, status, folder), output }));
}

/** Lines that say what went wrong, the telling ones first: a machine says too what its model does not know. */
const TELLING = [/\berror\b.*: |pgasc: (thread|MPI_Abort)|undefined reference/, /pgasc: /];

/** The line that says what went wrong, with names of files as in the checkout. */
export function firstOf(output, status, folder) {
  const lines = output.split('\n');
  const found = TELLING.map((telling) => lines.find((line) => telling.test(line))).find((line) => line !== undefined);
  return (found ?? `status ${status}`).replaceAll(`${folder}/`, '').replace(/\|/g, '/').trim().slice(0, 160);
}

/** Sources are C, in which UPC's words are names. Folders of headers are those of the checkout; what its configure would make is in the scratch folder. */
const flagsOf = ({ suite, folder, scratch }, program) => [
  '-O2',
  '-w',
  ...[...suite.flags, ...(program.flags ?? [])].map((flag) => flag.replace(/^-I/, `-I${folder}/`)),
  `-I${scratch}`,
  '-x',
  'c',
];

/** A source is in the checkout, or in the scratch folder if a script of the suite makes it. */
const pathOf = ({ suite, folder, scratch }, source) =>
  join(suite.scripts?.[source] === undefined ? folder : scratch, source);

/** `flags`: of the linker, which says for what the program is. */
export async function linked(context, program, flags) {
  const { files, ...failed } = await objectsOf(context, program, [PGASC], context.suite.parts);
  return files === undefined ? failed : make(context, [PGASC, '-O2', ...flags, ...files], '.js');
}

/** What the reference lacks may be found only by its linker. */
export async function referenceOf(context, program) {
  const { compile, libraries, parts = [] } = context.suite.reference;
  const { files, ...failed } = await objectsOf(context, program, compile, [...(context.suite.parts ?? []), ...parts]);
  return files === undefined ? failed : make(context, [...compile, ...files, ...libraries], '');
}

/** Parts, which all programs share, have the suite's flags alone. */
async function objectsOf(context, program, compile, parts = []) {
  const files = [];
  const units = [...program.sources.map((source) => [source, program]), ...parts.map((source) => [source, {}])];
  for (const [source, whose] of units) {
    const object = await make(context, [...compile, ...flagsOf(context, whose), '-c', pathOf(context, source)], '.o');
    if (object.error !== undefined) return object;
    files.push(object.file);
  }
  return { files };
}
