/**
 * The playground's server: gives this computer's browsers the files of the site, compressed, and nothing else.
 *
 * Takes requests by the loopback address whose Host is its own: a page of another site that has its name point here gets
 * nothing. Paths are looked up among the site's files, so that no path reaches another.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { UsageError } from '../argv.ts';
import { HEADERS } from './headers.ts';
import { siteFiles } from './site.ts';

const ADDRESS = '127.0.0.1';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

type Encoding = 'br' | 'gzip' | 'identity';
/** Half a second for the largest file; the best quality takes twenty times that. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const ENCODE: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes),
  identity: async (bytes) => bytes,
};

export interface Playground {
  readonly server: Server;
  readonly link: string;
}

/** Listens at the port, or at any that is free where it is 0. */
export async function serve(port: number): Promise<Playground> {
  const files = siteFiles();
  const encoded = new Map<string, Promise<Buffer>>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => refuse(response, 500, error.message));
  });
  await listening(server, port);
  const { port: own } = server.address() as AddressInfo;
  const hosts = new Set([ADDRESS, 'localhost'].flatMap((name) => (own === 80 ? [name] : [`${name}:${own}`])));
  return { server, link: `http://${ADDRESS}:${own}/` };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers, url = '/' } = request;
    if (!hosts.has(headers.host ?? '')) return refuse(response, 403, 'this server answers to its own address alone');
    if (method !== 'GET' && method !== 'HEAD')
      return refuse(response, 405, 'files are read here', { Allow: 'GET, HEAD' });
    const path = url
      .replace(/[?#].*/, '')
      .slice(1)
      .replace(/(^|\/)$/, '$1index.html');
    const file = files.get(path);
    if (files.has(`${path}/index.html`)) return refuse(response, 301, 'a folder', { Location: `/${path}/` });
    if (file === undefined) return refuse(response, 404, 'there is no such file');
    const encoding = encodingFor(headers['accept-encoding']);
    const body = await encodedFile(file, encoding);
    response.writeHead(200, {
      ...HEADERS,
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
      'Content-Encoding': encoding,
      'Content-Length': body.length,
      Vary: 'Accept-Encoding',
    });
    response.end(method === 'HEAD' ? undefined : body);
  }

  function encodedFile(file: string, encoding: Encoding): Promise<Buffer> {
    const key = `${encoding} ${file}`;
    const made = encoded.get(key) ?? ENCODE[encoding](readFileSync(file));
    encoded.set(key, made);
    return made;
  }
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new UsageError(`playground: ${reason(error, port)}`)),
    );
    server.listen(port, ADDRESS, resolve);
  });
}

function reason({ code, message }: NodeJS.ErrnoException, port: number): string {
  if (code === 'EADDRINUSE') return `port ${port} is taken; --port N names another, --port 0 takes any that is free`;
  if (code === 'EACCES') return `port ${port} is for the system's own services; give --port N one above 1023`;
  return message;
}

function encodingFor(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? '')
    .split(',')
    .map((each) => each.replace(/;.*/, '').trim());
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity';
}

function refuse(response: ServerResponse, status: number, text: string, more: Record<string, string> = {}): void {
  response.writeHead(status, { ...HEADERS, ...more, 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
