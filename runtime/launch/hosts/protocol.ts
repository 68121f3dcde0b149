/**
 * The protocol between the process that starts a job and its agent on a host: calls without results, as in orders.ts.
 *
 * The agent computes nothing. It starts processes of the job there, passes on what they tell and write, and hears first when one ends.
 * A process has the number that it has in the job.
 */

/** What the agent says of its host. */
export interface HostFacts {
  readonly cores: number;
}

export interface AgentOrders {
  start(process: number, readsInput: boolean, variables: Readonly<Record<string, string>>): void;
  tell(process: number, message: unknown): void;
  input(process: number, bytes: Uint8Array | undefined): void;
  /** What it wrote to the descriptor is written: it may write more. */
  taken(process: number, descriptor: number): void;
  kill(process: number): void;
  /** The line is there: told all the time. */
  alive(): void;
}

export interface AgentReports {
  hello(facts: HostFacts): void;
  told(process: number, message: unknown[]): void;
  inputTaken(process: number): void;
  output(process: number, descriptor: number, bytes: Uint8Array): void;
  ended(process: number, how: string): void;
}

export const AGENT_ORDERS = [
  'start',
  'tell',
  'input',
  'taken',
  'kill',
  'alive',
] as const satisfies (keyof AgentOrders)[];
export const AGENT_REPORTS = [
  'hello',
  'told',
  'inputTaken',
  'output',
  'ended',
] as const satisfies (keyof AgentReports)[];
