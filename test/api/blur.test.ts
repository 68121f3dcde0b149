/** The sample page of samples/javascript/blur, built and served by its own package.json, in Chromium: both filters give one image. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { expect, test } from 'vitest';
import { programOf } from '../support/pages.ts';
import { execute, ROOT } from '../support/pgasc.ts';
import { isLong } from '../support/share.ts';

/** As `npm install` leaves it. */
function installed(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pgasc-blur-'));
  cpSync(join(ROOT, 'samples/javascript/blur'), folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/pgasc'));
  symlinkSync(join(ROOT, 'node_modules/vite'), join(folder, 'node_modules/vite'));
  symlinkSync(join(ROOT, 'node_modules/.bin'), join(folder, 'node_modules/.bin'));
  return folder;
}

test.runIf(isLong && programOf('chrome') !== undefined)(
  'both filters give one image, in a page that a user builds',
  async () => {
    const folder = installed();
    const built = await execute('npm', ['run', 'build'], { cwd: folder, timeout: 120_000 });
    expect([built.status, built.stderr.includes('error')]).toEqual([0, false]);
    const { preview } = await import('vite');
    const server = await preview({ root: folder, preview: { port: 0, host: '127.0.0.1' }, logLevel: 'silent' });
    const browser = await puppeteer.launch({
      ...{ browser: 'chrome', executablePath: programOf('chrome')!, headless: true, args: ['--no-sandbox'] },
    });
    try {
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto(server.resolvedUrls!.local[0]!);
      const isReady = `!document.getElementById('run').disabled`;
      await page.waitForFunction(isReady);
      for (const times of ['2', '3']) {
        await page.evaluate(`document.getElementById('times').value = '${times}'`);
        await page.click('#run');
        await page.waitForFunction(isReady);
        expect(await page.evaluate(`document.getElementById('state').value`)).toMatch(
          /^[\d.]+ times as fast with UPC; the images are equal$/,
        );
      }
      await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
      expect(await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))')).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
      await server.close();
      rmSync(folder, { recursive: true });
    }
  },
);
