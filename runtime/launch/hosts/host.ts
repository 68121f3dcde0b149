/**
 * A host of a job, for the process that starts it: an agent there, reached by a command as ssh, and the processes that it starts.
 */
import { LaunchError } from '../../errors.ts';
import { platform } from '../../platform/linked.ts';
import type { StartedCommand, StartedProcess } from '../../platform/platform.ts';
import { overLine, serve } from '../orders.ts';
import type { Descriptors } from '../output.ts';
import type { PlaceEvents } from '../remote.ts';
import { beat } from '../silence.ts';
import { AGENT_ORDERS, AGENT_REPORTS, type AgentOrders, type AgentReports, type HostFacts } from './protocol.ts';

/** Seconds within which a host must answer. */
const PATIENCE = 120;

/** A process there, as the one that starts the job sees it. */
interface Remote {
  readonly events: PlaceEvents;
  /** Its output so far is written, or cannot be. */
  written: Promise<unknown>;
  /** Its last input is taken. */
  inputTaken: () => void;
}

export class Host {
  /** Known when the agent has answered. Rejected with a LaunchError if it has gone before. */
  readonly facts: Promise<HostFacts>;
  private readonly orders: AgentOrders;
  private readonly agent: StartedCommand;
  private readonly processes = new Map<number, Remote>();
  private isGone: string | undefined;

  /** `command`: starts the agent, which reads `first` before its line. `write`: what processes write. */
  constructor(
    readonly name: string,
    command: readonly string[],
    first: Uint8Array | undefined,
    write: Descriptors['write'],
  ) {
    let [met, failed] = [(_: HostFacts) => {}, (_: Error) => {}];
    this.facts = new Promise((resolve, reject) => ([met, failed] = [resolve, reject]));
    const late = new LaunchError(
      `host ${name}: '${command[0]}' has not started the program there within ${PATIENCE} s`,
    );
    const timer = setTimeout(() => failed(late), 1000 * PATIENCE);
    const reports: AgentReports = {
      hello: (facts) => {
        clearTimeout(timer);
        met(facts);
      },
      told: (process, message) => this.processes.get(process)?.events.told(message),
      inputTaken: (process) => this.processes.get(process)?.inputTaken(),
      output: (process, descriptor, bytes) =>
        this.output(process, descriptor, write(this.processes.get(process), descriptor, bytes)),
      ended: (process, how) => this.ended(process, how),
    };
    this.agent = platform.processes.call(
      command,
      {
        told: (message: unknown[]) => serve<AgentReports>(AGENT_REPORTS, reports, message),
        ended: (how) => {
          failed(
            new LaunchError(
              `host ${name}: '${command[0]}' ${how}; it must run a command there without a password, and the program must be there (--preload sends it)`,
            ),
          );
          this.lost(how);
        },
      },
      first,
    );
    this.orders = overLine<AgentOrders>(AGENT_ORDERS, this.agent);
    beat(() => this.orders.alive());
  }

  /** Starts process number `process` of the job. */
  start(
    process: number,
    readsInput: boolean,
    variables: Readonly<Record<string, string>>,
    events: PlaceEvents,
  ): StartedProcess {
    const remote: Remote = { events, written: Promise.resolve(), inputTaken: () => {} };
    this.processes.set(process, remote);
    this.orders.start(process, readsInput, variables);
    if (this.isGone !== undefined) this.lost(this.isGone);
    return {
      id: undefined,
      tell: (message) => this.orders.tell(process, message),
      input: (bytes, taken) => {
        remote.inputTaken = taken;
        this.orders.input(process, bytes);
      },
      kill: () => this.orders.kill(process),
    };
  }

  private output(process: number, descriptor: number, written: Promise<Error | undefined>): void {
    const remote = this.processes.get(process);
    const told = written.then((failure) => {
      if (failure !== undefined) remote?.events.unwritten(failure);
      this.orders.taken(process, descriptor);
    });
    if (remote !== undefined) remote.written = Promise.all([remote.written, told]);
  }

  /** The job may end with it, so its output comes first. */
  private ended(process: number, how: string): void {
    const remote = this.processes.get(process);
    this.processes.delete(process);
    remote?.written.then(() => remote.events.ended(how));
  }

  private lost(how: string): void {
    this.isGone = how;
    for (const process of [...this.processes.keys()]) this.ended(process, `is lost: the line to its host ${how}`);
  }
}
