/**
 * `pgasc playground [--port N]`: a page in which programs are written and run, served to this computer until Ctrl-C;
 * `pgasc playground --write [FOLDER]`: its files, for any host.
 */
import { UsageError } from '../argv.ts';
import { serve } from './server.ts';
import { writeSite } from './site.ts';

const USUAL_PORT = 8642;
const USUAL_FOLDER = 'playground';
const LAST_PORT = 65535;

const HELP = `pgasc playground serves a page in which programs are written and run, and the book.

usage: pgasc playground [--port N]        at ${USUAL_PORT}, to this computer alone, until Ctrl-C; 0: any port that is free
       pgasc playground --write [FOLDER]  writes its files for any host, into ./${USUAL_FOLDER} by default`;

type Asked = { readonly port: number } | { readonly folder: string };

/** Does what the words behind `playground` ask for; gives the exit status. */
export async function playground(words: readonly string[]): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  const asked = read(words);
  if ('folder' in asked) {
    process.stdout.write(`${writeSite(asked.folder)}\n`);
    return 0;
  }
  const { server, link } = await serve(asked.port);
  process.stdout.write(`${link}\nCtrl-C ends it\n`);
  await new Promise<void>((end) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end());
  });
  server.close();
  server.closeAllConnections();
  return 0;
}

function read(words: readonly string[]): Asked {
  const [flag = '', value, more] = words.flatMap((word) => (word.startsWith('--') ? split(word) : [word]));
  if (more !== undefined) throw new UsageError(`playground: what is ${more}? ${TAKES}`);
  if (flag === '') return { port: USUAL_PORT };
  if (flag === '--write') return { folder: value ?? USUAL_FOLDER };
  if (flag === '--port') return { port: portOf(value) };
  throw new UsageError(`playground: what is ${flag}? ${TAKES}`);
}

/** --port=N as --port N. */
const split = (word: string): string[] => (/^(--\w+)=(.*)$/.exec(word) ?? ['', word]).slice(1);

const TAKES = 'It takes --port N, or --write [FOLDER]';

function portOf(text: string | undefined): number {
  const port = Number(text);
  if (text === undefined || !/^\d+$/.test(text) || port > LAST_PORT)
    throw new UsageError(`playground: --port ${text ?? ''}: a port is a whole number from 0 to ${LAST_PORT}`);
  return port;
}
