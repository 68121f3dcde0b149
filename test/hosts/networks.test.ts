/**
 * Hosts that have several networks each: the job takes one that all of them share.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { libfabricLacks } from '../support/libfabric.ts';
import { type Hosts, makeHosts, namespacesLack } from '../support/namespaces.ts';
import { compiled, inFolder, node } from '../support/pgasc.ts';
import { long } from '../support/share.ts';

const lacks = libfabricLacks || namespacesLack;
const PROGRAM = `
#include <stdio.h>
#include <upc.h>
shared int x[THREADS];
int main(void) {
  x[(MYTHREAD + 1) % THREADS] = MYTHREAD + 1;
  upc_barrier;
  if (MYTHREAD == 0) printf("%d\\n", x[0]);
  return 0;
}`;
const WIRE = '10.213.7.0/24';
const CONTAINERS = '172.17.0.0/16';

/** Of a job on two hosts that are changed before. */
function run(change: (hosts: Hosts) => void) {
  return inFolder(async (scratch) => {
    const source = join(scratch, 'a.upc');
    writeFileSync(source, PROGRAM);
    const program = await compiled(scratch, ['-network=sfi', '-O2', source]);
    const hosts = makeHosts();
    try {
      change(hosts);
      const env = { PGAS_VERBOSE: '1', PGAS_PROVIDER: 'ofi:tcp' };
      const words = ['-n', '2', '--hosts', hosts.names.join(','), '--rsh', hosts.rsh];
      return await node([program, ...words], { env, timeout: 100_000 });
    } finally {
      hosts.remove();
    }
  });
}

/** A network of containers on each host, which libfabric lists first. */
const withContainers = (...addresses: string[]) => run((hosts) => hosts.isolate('docker0', addresses));

describe.skipIf(lacks !== '')(`networks of their own${lacks}`, { timeout: 150_000 }, () => {
  long('one in which both hosts have the same address is not tried', async () => {
    const { status, stdout, stderr } = await withContainers('172.17.0.1/16', '172.17.0.1/16');
    expect([stdout, status], stderr).toEqual(['2\n', 0]);
    expect(stderr).toContain(
      `provider tcp;ofi_rxm on ${WIRE} (not tcp;ofi_rxm on ${CONTAINERS}: processes 0 and 1, of two hosts, are both 172.17.0.1)`,
    );
    expect(stderr).not.toContain('does not serve');
  });

  long('one in which they do not reach each other fails the self-test, and the next one is taken', async () => {
    const { status, stdout, stderr } = await withContainers('172.17.0.1/16', '172.17.0.2/16');
    expect([stdout, status], stderr).toEqual(['2\n', 0]);
    expect(stderr).toMatch(
      /libfabric's tcp;ofi_rxm on 172\.17\.0\.0\/16 \(process \d: .*\) does not serve between all/,
    );
    expect(stderr).toContain(`provider tcp;ofi_rxm on ${WIRE} (not tcp;ofi_rxm on ${CONTAINERS}: process `);
  });

  test('hosts in different ones are reached through routers', async () => {
    const { status, stdout, stderr } = await run((hosts) => hosts.moveApart());
    expect([stdout, status], stderr).toEqual(['2\n', 0]);
    expect(stderr).toMatch(/provider tcp;ofi_rxm between 10\.213\.7\.0\/24 and 10\.213\.8\.0\/24$/m);
  });
});
