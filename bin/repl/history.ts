/** Earlier inputs, in a file under the user's folder for state (XDG Base Directory Specification); last first. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

function file(): string {
  const { XDG_STATE_HOME } = process.env;
  return join(XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'pgasc', 'history');
}

/** The lines; none where there is no file yet. */
export function readHistory(): string[] {
  try {
    return readFileSync(file(), 'utf8').split('\n').filter(Boolean).reverse();
  } catch {
    return [];
  }
}

/** If it cannot be written the session continues without. */
export function writeHistory(lines: readonly string[]): void {
  try {
    mkdirSync(dirname(file()), { recursive: true, mode: 0o700 });
    writeFileSync(file(), `${[...lines].reverse().join('\n')}\n`, { mode: 0o600 });
  } catch {}
}
