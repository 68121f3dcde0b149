/** The presets that figures depend on: their values' hash, their last commit, the network of their programs. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineFor } from '../../runtime/machines/presets.ts';
import { hashOf } from './frozen.ts';

export interface PresetState {
  readonly name: string;
  readonly hash: string;
  readonly commit: string;
  /** It has changes that are in no commit. */
  readonly isDirty: boolean;
}

export class Presets {
  constructor(private readonly root: string) {}

  /** Of `bgq,latency=2us`: pami. */
  networkOf(asked: string): string {
    return machineFor(asked, () => undefined).network;
  }

  valuesOf(asked: string): string {
    return JSON.stringify(machineFor(asked, () => undefined));
  }

  /** Of all of them together; `without`: sections that have no part in it. */
  hashOf(names: readonly string[], without: readonly string[]): string {
    if (names.length === 1) return this.hashOfOne(names[0]!, without);
    const hash = createHash('sha256');
    for (const name of [...names].sort()) hash.update(this.hashOfOne(name, without));
    return hash.digest('hex').slice(0, 16);
  }

  stateOf(name: string): PresetState {
    const path = this.path(name);
    const git = (...words: string[]) =>
      spawnSync('git', ['-C', this.root, ...words, '--', path], { encoding: 'utf8' }).stdout.trim();
    return {
      ...{ name, hash: this.hashOfOne(name), commit: git('log', '-1', '--format=%h, %cs') },
      isDirty: git('status', '--porcelain') !== '',
    };
  }

  private hashOfOne(name: string, without: readonly string[] = []): string {
    return hashOf(JSON.parse(readFileSync(this.path(name), 'utf8')), without);
  }

  private path(name: string): string {
    return join(this.root, 'runtime/machines/presets', `${name}.json`);
  }
}
