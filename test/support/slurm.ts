/**
 * A Slurm of two nodes on this machine for tests: daemons of its own, in a folder of its own, that no other Slurm hears of.
 *
 * It trusts everybody on the loopback interface (auth/none), so it must not outlive the test.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds within which the nodes are ready. */
const PATIENCE = 20_000;
const NODES = ['n1', 'n2'];

/** Why there can be none, for the names of tests that are skipped; empty if there can. */
export const slurmLacks = lack();

function lack(): string {
  const missing = ['srun', 'slurmctld', 'slurmd'].find((command) => spawnSync(command, ['-V']).error !== undefined);
  if (missing !== undefined) return `, skipped: no command ${missing} (apt install slurm-wlm)`;
  return process.getuid?.() === 0 ? '' : ', skipped: daemons of Slurm need root';
}

export interface Slurm {
  /** For srun and its like. */
  readonly variables: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export async function startSlurm(): Promise<Slurm> {
  const folder = mkdtempSync(join(tmpdir(), 'pgasc-slurm-'));
  const conf = join(folder, 'slurm.conf');
  writeFileSync(conf, configuration(folder, 20_000 + (process.pid % 10_000) * 3));
  for (const name of ['state', ...NODES]) mkdirSync(join(folder, name));
  const daemons = [daemon('slurmctld', '-f', conf), ...NODES.map((name) => daemon('slurmd', '-f', conf, '-N', name))];
  const variables = { ...(process.env as Record<string, string>), SLURM_CONF: conf };
  const stop = async () => {
    for (const each of daemons) each.kill('SIGKILL');
    await Promise.all(daemons.map((each) => each.exitCode ?? new Promise((ended) => each.once('exit', ended))));
    rmSync(folder, { recursive: true });
  };
  const states = () => spawnSync('sinfo', ['-h', '-N', '-o', '%t'], { env: variables, encoding: 'utf8' }).stdout;
  for (const end = Date.now() + PATIENCE; states() !== 'idle\nidle\n'; await sleep(100))
    if (Date.now() > end) {
      await stop();
      throw new Error(`Slurm has not started: ${states()}`);
    }
  return { variables, stop };
}

/** In the foreground, since it is killed at the end. */
const daemon = (command: string, ...words: string[]): ChildProcess =>
  spawn(command, [...words, '-D'], { stdio: 'ignore' });

function configuration(folder: string, port: number): string {
  return `ClusterName=test
SlurmctldHost=${hostname()}(127.0.0.1)
SlurmctldPort=${port}
AuthType=auth/none
CredType=cred/none
SlurmUser=root
SlurmdUser=root
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/%n
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/%n.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
${NODES.map((name, i) => `NodeName=${name} NodeHostname=${hostname()} NodeAddr=127.0.0.1 Port=${port + 1 + i} CPUs=8 State=UNKNOWN`).join('\n')}
PartitionName=all Nodes=ALL Default=YES State=UP
`;
}
