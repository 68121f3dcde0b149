/**
 * What the C library and the runtime's files ask of `process` in Node.js, of a page: the modules that they use, and the process.
 *
 * Injected into builds for pages, in place of the globals `process` and `Buffer`.
 */
import { Buffer } from 'buffer/index.js';
import path from 'path-browserify';
import { fs } from './fs.ts';
import { host } from './host.ts';
import { scope } from './web.ts';

export { Buffer };

const os = {
  hostname: () => 'page',
  availableParallelism: () => scope.navigator.hardwareConcurrency,
  cpus: () => Array.from({ length: scope.navigator.hardwareConcurrency }, () => ({ model: '', speed: 0 })),
  endianness: () => 'LE',
  totalmem: () => 2 ** 32,
  freemem: () => 2 ** 31,
  tmpdir: () => '/tmp',
  devNull: '/dev/null',
  type: () => 'page',
  release: () => '1',
  version: () => scope.navigator.userAgent,
  machine: () => 'wasm32',
  arch: () => 'wasm32',
};

const noProcesses = Object.assign(new Error('a page starts no processes'), { code: 'ENOSYS' });

const MODULES: Readonly<Record<string, unknown>> = {
  'node:buffer': { Buffer },
  'node:fs': fs,
  'node:os': os,
  'node:path': path,
  'node:tty': { isatty: (descriptor: number) => descriptor <= 2 && host.program.isTerminal },
  'node:child_process': { spawnSync: () => ({ error: noProcesses, status: null, output: [] }) },
};

const microseconds = () => Math.round(performance.now() * 1000);

export const process = {
  argv: ['pgasc', host?.program.path ?? 'out.js', ...(host?.program.arguments ?? [])],
  env: host?.program.variables ?? {},
  pid: 1,
  ppid: 0,
  arch: 'wasm32',
  version: '',
  versions: {},
  cwd: () => '/',
  umask: () => 0o22,
  getuid: () => 0,
  geteuid: () => 0,
  getgid: () => 0,
  getegid: () => 0,
  cpuUsage: () => ({ user: microseconds(), system: 0 }),
  resourceUsage: () => ({ userCPUTime: microseconds(), systemCPUTime: 0, maxRSS: 0 }),
  getBuiltinModule(name: string): unknown {
    return MODULES[name];
  },
};
