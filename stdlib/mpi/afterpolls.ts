/**
 * Work that is left to be done behind polls, as handlers may not send requests.
 *
 * Takes the work. One idea: nobody pays for it on each poll before there is some; and it may poll itself, so it is not begun within itself.
 */
import type { State } from './state.ts';

export class AfterPolls {
  private isListening = false;
  private isAtWork = false;

  constructor(
    private readonly state: State,
    private readonly work: () => void,
  ) {}

  /** There is work: it is asked for behind each poll from now on. */
  listen(): void {
    if (this.isListening) return;
    this.isListening = true;
    this.state.environment.runtime.messages.afterEachPoll(() => this.tend());
  }

  private tend(): void {
    if (this.isAtWork) return;
    this.isAtWork = true;
    try {
      this.work();
    } finally {
      this.isAtWork = false;
    }
  }
}
