/**
 * Programs in the pages of real browsers: a server of dist/ with the headers that a host of such pages sets, and a browser at a page of it.
 *
 * The page compiles a program and runs it as a job; its output and status come back.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { ROOT } from './pgasc.ts';

const PROGRAMS = {
  chrome: ['/usr/bin/chromium', '/usr/bin/google-chrome'],
  firefox: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
} as const;
export type BrowserName = keyof typeof PROGRAMS;

export const programOf = (name: BrowserName) => PROGRAMS[name].find((path) => existsSync(path));

const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval' blob:; worker-src 'self' blob:";
/** Cross-origin isolation: pages without it have no shared memory between workers. */
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.mjs': 'text/javascript' };

export interface PageRun {
  readonly source: string;
  readonly name: string;
  /** Of the compiler's compile. */
  readonly options?: object;
  /** Flags of the launcher and arguments. */
  readonly arguments: readonly string[];
  readonly input?: string;
  /** Files before, as texts. */
  readonly files?: Readonly<Record<string, string>>;
  /** Is sent when this has been printed. */
  readonly signal?: { readonly name: string; readonly after: string };
}

export interface PageResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Files at the end, as texts. */
  readonly files: Readonly<Record<string, string>>;
}

/** What page-side.js has in the page. */
interface Side {
  runProgram(request: PageRun): Promise<PageResult>;
  resultOf(number: number): Promise<unknown>;
}

/** A browser at a page; `complaints`: what it has written to its console. */
export class Pages {
  private server: Server | undefined;
  private browser: Browser | undefined;
  private page: Page | undefined;
  private module = '';
  private modules = 0;
  readonly complaints: string[] = [];

  async open(name: BrowserName, isIsolated: boolean): Promise<void> {
    this.server = createServer(({ url = '/' }, response) => {
      const headers = { 'Content-Security-Policy': POLICY, ...(isIsolated && ISOLATED) };
      const file = join(ROOT, 'dist', new URL(url, 'http://page').pathname);
      if (url === '/side.js')
        response.writeHead(200, { ...headers, 'Content-Type': TYPES['.js'] }).end(readFileSync(SIDE));
      else if (url.startsWith('/module.mjs'))
        response.writeHead(200, { ...headers, 'Content-Type': TYPES['.js'] }).end(this.module);
      else if (url === '/favicon.ico') response.writeHead(204).end();
      else if (url === '/') response.writeHead(200, { ...headers, 'Content-Type': 'text/html' }).end(PAGE);
      else if (!existsSync(file)) response.writeHead(404).end();
      else
        response
          .writeHead(200, { ...headers, 'Content-Type': TYPES[extname(file)] ?? 'text/plain' })
          .end(readFileSync(file));
    });
    await new Promise<void>((listening) => this.server!.listen(0, '127.0.0.1', listening));
    this.browser = await puppeteer.launch({
      browser: name,
      executablePath: programOf(name)!,
      headless: true,
      args: name === 'chrome' ? ['--no-sandbox'] : [],
    });
    this.page = await this.browser.newPage();
    this.page.on('console', (message) => this.complaints.push(message.text()));
    this.page.on('pageerror', (error) => this.complaints.push(String(error)));
    await this.page.goto(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`);
  }

  async close(): Promise<void> {
    await this.browser?.close();
    this.server?.close();
  }

  /** What the function `result` of a module gives in the page. */
  resultOf(module: string): Promise<unknown> {
    this.module = module;
    return this.page!.evaluate((number) => (globalThis as unknown as Side).resultOf(number), ++this.modules);
  }

  run(request: PageRun): Promise<PageResult> {
    return this.page!.evaluate((each) => (globalThis as unknown as Side).runProgram(each), request);
  }
}

const SIDE = new URL('page-side.js', import.meta.url);
const PAGE = '<!doctype html><html lang="en"><title>pgasc</title><script type="module" src="/side.js"></script></html>';

/** Tests in a browser, where it is installed. */
export function describeIn(name: BrowserName, isIsolated: boolean, tests: (pages: Pages) => void): void {
  const title = `${name}${isIsolated ? '' : ', not isolated'}`;
  describe.skipIf(programOf(name) === undefined)(title, () => {
    const pages = new Pages();
    beforeAll(() => pages.open(name, isIsolated));
    afterAll(() => pages.close());
    tests(pages);
  });
}
