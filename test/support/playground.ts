/** The playground as a person uses it: `pgasc playground` as a process, and a browser at its page. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import puppeteer, { type Browser, type Page, TimeoutError } from 'puppeteer-core';
import { type BrowserName, programOf } from './pages.ts';
import { ROOT } from './pgasc.ts';

export interface Served {
  readonly link: string;
  readonly process: ChildProcess;
}

/** Starts the server at any port that is free. */
export async function servePlayground(words = ['--port', '0']): Promise<Served> {
  const child = spawn(process.execPath, [`${ROOT}/bin/pgasc`, 'playground', ...words], { cwd: ROOT });
  const text = await new Promise<string>((resolve) => child.stdout.once('data', (bytes) => resolve(String(bytes))));
  return { link: text.split('\n')[0]!, process: child };
}

/** Ends it as Ctrl-C does; gives its status. */
export function ended({ process: child }: Served): Promise<number | null> {
  const status = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.kill('SIGINT');
  return status;
}

/** The fragment of a link with a program, made without the page. */
export function fragmentOf(program: object): string {
  return `#p=${deflateRawSync(JSON.stringify(program)).toString('base64url')}`;
}

const PERIOD = 20;
const MINUTE = 60_000;
/** Milliseconds in which the files of a page's workers come on a busy machine. */
const FOR_WORKERS = 1500;

/** A page that loads again has nothing to be asked meanwhile. */
function isBetweenPages(error: Error): false {
  if (/context was destroyed|navigat/i.test(error.message)) return false;
  throw error;
}

function isTimeout(error: Error): void {
  if (!(error instanceof TimeoutError)) throw error;
}

export class Visitor {
  private browser!: Browser;
  private isFirefox = false;
  page!: Page;
  /** What the page has written to its console, and what has been asked of other origins. */
  readonly complaints: string[] = [];

  /** `flags` of Chromium. */
  async start(name: BrowserName = 'chrome', ...flags: string[]): Promise<void> {
    this.isFirefox = name === 'firefox';
    this.browser = await puppeteer.launch({
      browser: name,
      executablePath: programOf(name)!,
      headless: true,
      args: name === 'chrome' ? ['--no-sandbox', ...flags] : [],
    });
    this.page = await this.browser.newPage();
    this.page.on('console', (message) => this.complaints.push(message.text()));
    this.page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  async end(): Promise<void> {
    await this.browser?.close();
  }

  /**
   * Opens a link afresh; the page is ready when it shows a program.
   *
   * Firefox complains of files that still come as a page is left, so that is waited for. Not for ever: the end of a request is not always told. And
   * of a worker's files nothing is told there: they have their time.
   */
  async open(link: string): Promise<void> {
    await this.page.waitForNetworkIdle({ idleTime: 5 * PERIOD, timeout: 100 * PERIOD }).catch(isTimeout);
    if (this.isFirefox && this.page.url() !== 'about:blank') await pause(FOR_WORKERS);
    await this.page.goto('about:blank');
    await this.page.goto(link);
    await this.until(`document.querySelector('#sources [role=tab]') !== null`);
  }

  /** Looks again and again: what puppeteer has for that makes functions of texts, which the page's policy forbids in Firefox. */
  async until(condition: string, timeout = MINUTE): Promise<void> {
    const holds = () => this.page.evaluate(`Boolean(${condition})`).catch(isBetweenPages);
    for (const end = performance.now() + timeout; !(await holds()); )
      if (performance.now() > end) throw new Error(`after ${timeout} ms there is not yet: ${condition}`);
      else await pause(PERIOD);
  }

  text(selector: string): Promise<string> {
    return this.page.evaluate(`document.querySelector('${selector}')?.textContent ?? ''`) as Promise<string>;
  }

  async run(timeout = MINUTE): Promise<{ state: string; output: string }> {
    await this.page.click('#run');
    return await this.runEnded(timeout);
  }

  async runEnded(timeout = MINUTE): Promise<{ state: string; output: string }> {
    await this.until(`/^(Ended|Not run)/.test(document.getElementById('state').textContent)`, timeout);
    return { state: await this.text('#state'), output: await this.text('#output') };
  }
}
