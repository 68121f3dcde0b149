/**
 * The process of compiler.ts: runs the built compiler on the words of each message, and answers with its exit status.
 * IR is verified after each pass, as the command does not.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

const built = new URL('../../dist/pgasc.cjs', import.meta.url);
const compiler = { exports: {} };
const script = new Script(`(function (exports, require, module, __url) {${readFileSync(built, 'utf8')}\n})`);
script.runInThisContext()(compiler.exports, createRequire(built), compiler, built.href);

process.on('message', async (words) => process.send(await compiler.exports.main(['--verify', ...words])));
process.on('disconnect', () => process.exit());
