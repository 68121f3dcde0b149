/** Two hosts of this machine (test/support/namespaces.ts), and what starts programs on them: `--hosts`, Open MPI's mpirun, a process in each. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const source = fileURLToPath(new URL('../../support/namespaces.ts', import.meta.url));
const { outputFiles } = buildSync({ entryPoints: [source], write: false, format: 'esm', platform: 'node', logLevel: 'error' });
const { makeHosts, namespacesLack } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);

export { namespacesLack };

/** `scratch`: a folder for the command that Open MPI starts its daemon by. */
export function twoHosts(scratch) {
  const hosts = makeHosts();
  const addresses = ['10.213.7.1', '10.213.7.2'];
  const agent = join(scratch, 'agent');
  const cases = hosts.names.map((name, i) => `${addresses[i]}) host=${name};;`).join(' ');
  writeFileSync(agent, `#!/bin/sh\ncase "$1" in ${cases} esac\nshift\nexec ip netns exec "$host" sh -c "$*"\n`);
  chmodSync(agent, 0o755);
  return {
    names: hosts.names,
    remove: () => hosts.remove(),
    /** Flags of a pgasc program. */
    job: (threads, processes = 2) => ['-n', `${threads}`, '--processes', `${processes}`, '--hosts', hosts.names.join(','), '--rsh', hosts.rsh],
    /** Command and words of an MPI program with a process on each. */
    mpirun: (words) => [
      'ip',
      ...['netns', 'exec', hosts.names[0], 'mpirun', '--allow-run-as-root', '--bind-to', 'none', '-np', '2'],
      ...['--host', addresses.map((address) => `${address}:1`).join(','), '--mca', 'plm_rsh_agent', agent],
      ...['--mca', 'btl', 'tcp,self', '--mca', 'pml', 'ob1', '--mca', 'osc', 'rdma,pt2pt', '--mca', 'btl_tcp_if_include', '10.213.7.0/24'],
      ...words,
    ],
  };
}
