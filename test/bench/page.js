/**
 * `npm run bench:page`: how soon the playground answers, beside what is wanted of it: first output of hello after a link is opened, and the bytes
 * that come before it; errors after a key; how soon the page itself answers while 8 threads compute or print; NAS FT class A, second run, beside
 * Node.js.
 *
 *     npm run bench:page -- [--write] [hello] [keys] [answers] [ft] [chrome] [firefox]
 *
 * Words choose parts and browsers; all parts in Chromium without any. Wants an idle machine with two cores.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import puppeteer from 'puppeteer-core';
import { recorder, words } from './record.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pgasc = join(root, 'bin/pgasc');
const PROGRAMS = { chrome: '/usr/bin/chromium', firefox: '/usr/bin/firefox-esr' };
const PARTS = { hello, keys, answers, ft };
const unknown = words.find((word) => !(word in PARTS) && !(word in PROGRAMS));
if (unknown !== undefined) {
  console.error(`bench:page: there is no '${unknown}'; there are ${[...Object.keys(PARTS), ...Object.keys(PROGRAMS)].join(', ')}`);
  process.exit(2);
}
const asked = (all, usual) => (words.some((word) => word in all) ? Object.keys(all).filter((name) => words.includes(name)) : usual);
const browsers = asked(PROGRAMS, ['chrome']);
const parts = asked(PARTS, Object.keys(PARTS));

const MINUTE = 60_000;
const HELLO = '#include <stdio.h>\n#include <upc.h>\nint main(void) { printf("Hello from thread %d\\n", MYTHREAD); return 0; }\n';
const SPINS = '#include <stdio.h>\nint main(void) { puts("begun"); for (volatile int i = 0;; i++); }\n';
const PRINTS = '#include <stdio.h>\nint main(void) { puts("begun"); for (int i = 0; i < 100000; i++) printf("line %d of many\\n", i); return 0; }\n';
const KEYS = 100;
const LINKS = 7;
/** Milliseconds between the page's looks at its clock, and how many. */
const [TICK, TICKS] = [10, 500];
const FT_RUNS = 3;

const keep = recorder('page', 'bench:page', 'levels as told');
const rows = [];
const missed = [];

/** A figure, beside the most that is wanted. */
function tell(browser, what, value, unit, most) {
  const isMet = most === undefined || value <= most;
  if (!isMet) missed.push(what);
  const cells = [browser, what, value.toFixed(unit === '' ? 2 : unit === 'MB' || unit === 's' ? 2 : 0), unit, most === undefined ? '' : `<= ${most}`, isMet ? '' : 'missed'];
  rows.push(cells);
  console.log(`${browser.padEnd(8)} ${what.padEnd(58)} ${cells[2].padStart(8)} ${unit.padEnd(4)} ${cells[4].padEnd(8)} ${cells[5]}`);
}

const sorted = (values) => [...values].sort((one, other) => one - other);
const part = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(share * values.length))];

const fragmentOf = (program) => `#p=${deflateRawSync(JSON.stringify(program)).toString('base64url')}`;
const pause = (milliseconds) => new Promise((wait) => setTimeout(wait, milliseconds));

/** The playground, and before it servers that count the bytes of what they send; where it is `watched`, WATCH is in the page. */
async function serve() {
  const child = spawn(process.execPath, [pgasc, 'playground', '--port', '0'], { cwd: root });
  const text = await new Promise((resolve) => child.stdout.once('data', (bytes) => resolve(String(bytes))));
  const { port } = new URL(text.split('\n')[0]);
  const served = { bytes: 0, watched: false, told: () => {} };
  const servers = [];
  /** A link with a port of its own: nothing of it is in the browser's cache. */
  served.open = async () => {
    const server = createServer((asking, answer) => answerBy(port, served, asking, answer));
    servers.push(server);
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${server.address().port}/`;
  };
  served.close = () => {
    child.kill('SIGINT');
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  };
  served.link = await served.open();
  return served;
}

function answerBy(port, served, asking, answer) {
  if (asking.url === '/told') return void tellOf(served, asking, answer);
  if (asking.url === '/watch.js') return void answer.writeHead(200, { 'content-type': 'text/javascript' }).end(WATCH);
  const isPage = served.watched && asking.url === '/';
  const { 'accept-encoding': accepted, ...headers } = asking.headers;
  const host = { host: `127.0.0.1:${port}`, ...(!isPage && accepted && { 'accept-encoding': accepted }) };
  const to = { host: '127.0.0.1', port, path: asking.url, method: asking.method };
  const far = request({ ...to, headers: { ...headers, ...host } }, (given) => {
    given.on('data', (bytes) => {
      served.bytes += bytes.length;
    });
    if (isPage) return void withWatch(given, answer);
    answer.writeHead(given.statusCode, given.headers);
    given.pipe(answer);
  });
  far.on('error', () => answer.destroy()); // the playground ends before its browser
  asking.pipe(far);
}

async function textOf(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
}

async function tellOf(served, asking, answer) {
  const text = await textOf(asking);
  answer.end();
  served.told(Number(text));
}

async function withWatch(given, answer) {
  const text = (await textOf(given)).replace('<head>', '<head><script src="/watch.js"></script>');
  const { 'content-length': _, ...headers } = given.headers;
  answer.writeHead(given.statusCode, headers).end(text);
}

/** What puppeteer has for this makes functions of texts, which the page's policy forbids in Firefox. */
async function until(page, condition) {
  for (const end = performance.now() + 3 * MINUTE; !(await page.evaluate(`Boolean(${condition})`)); await pause(20))
    if (performance.now() > end) throw new Error(`after three minutes there is not yet: ${condition}`);
}
const shown = `document.querySelector('#sources [role=tab]') !== null`;
const over = `/^(Ended|Not run)/.test(document.getElementById('state').textContent)`;

async function opened(page, link, program) {
  await page.goto('about:blank');
  await page.goto(`${link}${fragmentOf(program)}`);
  await until(page, shown);
}

const press = (page, id) => page.evaluate(`document.getElementById('${id}').click()`);

/** Presses Run as soon as the program is shown; tells when the first output was, by the page's own clock, which begins when the link is opened. */
const WATCH = `addEventListener('DOMContentLoaded', () => {
  const tell = () => fetch('/told', { method: 'POST', body: String(performance.now()) });
  const look = () => {
    if (!(${shown})) return void setTimeout(look, 1);
    document.getElementById('run').click();
    const output = document.getElementById('output');
    const seen = new MutationObserver(() => { if (output.textContent.includes('Hello')) { seen.disconnect(); tell(); } });
    seen.observe(output, { childList: true, subtree: true, characterData: true });
  };
  look();
})`;

/** In a browser that has nothing of the page. */
async function hello(name, browser, served) {
  const opener = name === 'chrome' ? await unattended() : attended(browser);
  const [times, bytes] = [[], []];
  served.watched = true;
  for (let k = 0; k < LINKS; k++) {
    const told = new Promise((resolve) => (served.told = resolve));
    const link = await served.open();
    served.bytes = 0;
    await opener.open(`${link}${fragmentOf({ files: { 'hello.upc': HELLO }, threads: 4 })}`);
    times.push(await told);
    bytes.push(served.bytes);
    await pause(1000);
  }
  served.watched = false;
  await opener.close();
  tell(name, `hello: first output after the link is opened, median of ${LINKS}`, part(times, 0.5) / 1000, 's', 2);
  tell(name, 'the longest of them', Math.max(...times) / 1000, 's', 2);
  tell(name, 'bytes that have come until then', part(bytes, 0.5) / 1e6, 'MB', 1.5);
}

/** A Chromium that no debugger is attached to, as users have it: with one each worker reads its script again, for the places of its stack. */
async function unattended() {
  const profile = mkdtempSync(join(tmpdir(), 'pgasc-page-'));
  const flags = ['--headless=new', '--no-sandbox', '--no-first-run', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(PROGRAMS.chrome, [...flags, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const port = await new Promise((resolve) =>
    child.stderr.on('data', (data) => {
      said += data;
      const found = /127\.0\.0\.1:(\d+)\//.exec(said);
      if (found) resolve(found[1]);
    }),
  );
  await pause(1500);
  const open = (link) => fetch(`http://127.0.0.1:${port}/json/new?${encodeURIComponent(link)}`, { method: 'PUT' });
  /** Its processes write until the last has ended. */
  const close = async () => {
    child.kill('SIGTERM');
    await pause(2000);
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  };
  return { open, close };
}

const attended = (browser) => ({ open: async (link) => (await browser.newPage()).goto(link), close() {} });

const SPANS = `spans = []; pressed = 0;
document.addEventListener('keydown', () => (pressed = performance.now()), { capture: true });
new MutationObserver(() => {
  if (pressed > 0) spans.push(performance.now() - pressed);
  pressed = 0;
}).observe(document.getElementById('problem-list'), { childList: true })`;

async function keys(name, browser, { link }) {
  const page = await browser.newPage();
  await page.goto(link);
  await until(page, shown);
  await page.select('#samples', 'applications/ft');
  await page.evaluate(SPANS);
  await page.focus('.cm-content');
  await pause(4000);
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(key % 2 === 0 ? 'x' : 'Backspace');
    await until(page, `spans.length > ${key}`);
  }
  const spans = await page.evaluate('spans');
  tell(name, `FT's files: problems after a key, median of ${KEYS}`, part(spans, 0.5), 'ms', 150);
  tell(name, 'nine of ten keys', part(spans, 0.9), 'ms', 150);
  await page.close();
}

/** How late the page's own timer is. */
const LATENESS = `new Promise((resolve) => {
  const late = [];
  let due = performance.now() + ${TICK};
  const look = () => {
    late.push(Math.max(0, performance.now() - due));
    due = performance.now() + ${TICK};
    if (late.length < ${TICKS}) setTimeout(look, ${TICK});
    else resolve(late);
  };
  setTimeout(look, ${TICK});
})`;

async function answers(name, browser, { link }) {
  const page = await browser.newPage();
  for (const [what, text] of [['compute', SPINS], ['print 100,000 lines each', PRINTS]]) {
    await opened(page, link, { files: { 'prog.upc': text }, threads: 8, optimize: 2 });
    await press(page, 'run');
    await until(page, `document.getElementById('output').textContent !== ''`);
    const late = await page.evaluate(LATENESS);
    tell(name, `8 threads ${what}: the page answers, 99 of 100 times`, part(late, 0.99), 'ms', 50);
    tell(name, 'always', Math.max(...late), 'ms', 50);
    await press(page, 'stop');
    await until(page, over);
  }
  await page.close();
}

function secondsIn(text) {
  const found = /Time in seconds =\s+([\d.]+)/.exec(text);
  if (found === null) throw new Error(`FT has not told its time: ${text}`);
  return Number(found[1]);
}

async function ft(name, browser, { link }) {
  const folder = join(root, 'samples/applications/ft');
  const names = ['ft.upc', ...readdirSync(folder).filter((file) => file.endsWith('.h'))];
  const files = Object.fromEntries(names.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
  files['ft.upc'] = `#define CLASS A\n${files['ft.upc']}`;
  const scratch = mkdtempSync(join(tmpdir(), 'pgasc-page-'));
  try {
    const program = join(scratch, 'ft.js');
    execFileSync(process.execPath, [pgasc, '-w', '-O2', '-DCLASS=A', join(folder, 'ft.upc'), '-o', program]);
    const page = await browser.newPage();
    await opened(page, link, { files, threads: 2, optimize: 2, arguments: '--shared-heap=200MB --heap=300MB' });
    const inPage = async () => {
      await press(page, 'run');
      await until(page, `!${over}`);
      await until(page, over);
      return secondsIn(await page.evaluate(`document.getElementById('output').textContent`));
    };
    await inPage();
    const pairs = [];
    for (let k = 0; k < FT_RUNS; k++)
      pairs.push([await inPage(), secondsIn(execFileSync(process.execPath, [program, '-n', '2'], { encoding: 'utf8' }))]);
    await page.close();
    tell(name, `FT class A, -O2, 2 threads: in the page, median of ${FT_RUNS}`, part(pairs.map(([one]) => one), 0.5), 's');
    tell(name, 'in Node.js, in turn', part(pairs.map(([, other]) => other), 0.5), 's');
    tell(name, 'median of the ratios', part(pairs.map(([one, other]) => one / other), 0.5), '', 1.5);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const served = await serve();
try {
  for (const name of browsers) {
    const args = name === 'chrome' ? ['--no-sandbox'] : [];
    const browser = await puppeteer.launch({ browser: name, executablePath: PROGRAMS[name], headless: true, args });
    for (const each of parts) await PARTS[each](name, browser, served);
    await browser.close();
  }
  keep('The playground', ['browser', 'what', '', 'unit', 'wanted', ''], rows);
} finally {
  served.close();
}
if (missed.length > 0) console.log(`${missed.length} missed`);
