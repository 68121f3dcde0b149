/**
 * The agent of a job on a host: starts its processes there and stands between them and the process that has started the job.
 *
 * When the line to that one is gone, or silent for too long, so is the job: the processes end with the agent, as their lines to it do.
 */
import { network } from '../../conduits/linked.ts';
import { FAILED } from '../../core/job.ts';
import { platform } from '../../platform/linked.ts';
import type { Line, StartedProcess } from '../../platform/platform.ts';
import { overLine, serve } from '../orders.ts';
import { endWhenSilent, peerTimeout } from '../silence.ts';
import { AGENT_ORDERS, AGENT_REPORTS, type AgentOrders, type AgentReports } from './protocol.ts';

/** Runs until the line ends. `file`: of the program. */
export function runAgent(file: string, line: Line): void {
  const reports = overLine<AgentReports>(AGENT_REPORTS, line);
  const end = () => {
    agent.killAll();
    platform.exit(FAILED);
  };
  const agent = new Agent(file, reports, (seconds) => endWhenSilent(line, end, seconds));
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM', 'SIGUSR1']) platform.onSignal(signal, () => {}); // the job's, by the line
  line.onMessage((message: unknown[]) => serve<AgentOrders>(AGENT_ORDERS, agent, message));
  line.onEnd(end);
  reports.hello({ cores: platform.cores });
}

class Agent implements AgentOrders {
  private readonly processes = new Map<number, StartedProcess>();
  /** Of a process's descriptor, "0 1": lets it write more. */
  private readonly whenTaken = new Map<string, () => void>();
  private hasBegun = false;

  constructor(
    private readonly file: string,
    private readonly reports: AgentReports,
    /** To be called once, when the job begins: it ends when the line has been silent for so many seconds. */
    private readonly listen: (seconds: number) => void,
  ) {}

  start(process: number, readsInput: boolean, variables: Readonly<Record<string, string>>): void {
    if (!this.hasBegun) this.listen(peerTimeout(variables));
    this.hasBegun = true;
    const started = platform.processes.start(
      {
        file: this.file,
        words: platform.arguments,
        input: readsInput ? 'pipe' : 'ignore',
        output: (descriptor, bytes, taken) => {
          this.whenTaken.set(`${process} ${descriptor}`, taken);
          this.reports.output(process, descriptor, bytes);
        },
        variables,
      },
      {
        told: (message: unknown[]) => this.reports.told(process, message),
        ended: (how) => this.ended(process, how),
      },
    );
    this.processes.set(process, started);
  }

  private ended(process: number, how: string): void {
    const { id } = this.processes.get(process) ?? {};
    if (id !== undefined) network.sweep?.(id);
    this.processes.delete(process);
    this.reports.ended(process, how);
  }

  tell(process: number, message: unknown): void {
    this.processes.get(process)?.tell(message);
  }

  input(process: number, bytes: Uint8Array | undefined): void {
    this.processes.get(process)?.input(bytes, () => this.reports.inputTaken(process));
  }

  taken(process: number, descriptor: number): void {
    this.whenTaken.get(`${process} ${descriptor}`)?.();
  }

  kill(process: number): void {
    this.processes.get(process)?.kill();
  }

  alive(): void {}

  killAll(): void {
    for (const { id, kill } of this.processes.values()) {
      kill();
      if (id !== undefined) network.sweep?.(id);
    }
  }
}
