/** What npm runs after `npm ci` in a clone and before it packs: builds `dist/`. In the package that is there, and what it is built of is not. */
import { existsSync } from 'node:fs';

const build = new URL('build.js', import.meta.url);
if (existsSync(build)) await import(build.href);
