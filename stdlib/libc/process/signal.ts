/**
 * <signal.h>, and abort, which is a signal too. (C99 7.14, 7.20.4.1; POSIX)
 * Only what a thread raises itself arrives: `raise` calls the handler at once, or does what the system would by
 * default. A blocked signal waits, at most once, until it is unblocked.
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';
import { callback } from '../callback.ts';
import { EINVAL, ESRCH, systemCall } from '../errno.ts';
import { textAt } from '../memory.ts';
import { programName } from '../system.ts';

const TEXTS = `Unknown signal 0|Hangup|Interrupt|Quit|Illegal instruction|Trace/breakpoint trap|Aborted|Bus error|\
Floating point exception|Killed|User defined signal 1|Segmentation fault|User defined signal 2|Broken pipe|Alarm clock|\
Terminated|Stack fault|Child exited|Continued|Stopped (signal)|Stopped|Stopped (tty input)|Stopped (tty output)|\
Urgent I/O condition|CPU time limit exceeded|File size limit exceeded|Virtual timer expired|Profiling timer expired|\
Window changed|I/O possible|Power failure|Bad system call`.split('|');

const SIGABRT = 6;
const SIGKILL = 9;
const SIGSTOP = 19;
const FIRST_REALTIME = 34;
const LAST = 64;
/** SIGCHLD, SIGCONT, SIGURG, SIGWINCH end nothing; no process could continue a stopped thread (SIGSTOP, TSTP, TTIN, TTOU). */
const WITHOUT_EFFECT = new Set([17, 18, 19, 20, 21, 22, 23, 28]);

const SIG_DFL = 0;
const SIG_ERR = -1;
const SIG_IGN = -2;
const RESET_HANDLER = 0x80000000 | 0;
const NO_DEFER = 0x40000000;
const SIGINFO = 4;
/** Bytes of a siginfo_t. */
const INFORMATION_SIZE = 40;

/** Texts of strsignal. */
export function signalText(number: number): string {
  if (number >= FIRST_REALTIME && number <= LAST) return `Real-time signal ${number - FIRST_REALTIME}`;
  return TEXTS[number] ?? `Unknown signal ${number}`;
}

interface Action {
  readonly handler: number;
  readonly flags: number;
  readonly mask: bigint;
}
const DEFAULT: Action = { handler: SIG_DFL, flags: 0, mask: 0n };
const bit = (signal: number) => 1n << BigInt(signal - 1);
const isSignal = (signal: number) => signal >= 1 && signal <= LAST;

export const signalLibrary: LibraryFactory = (env) => {
  const { I32, I64 } = env;
  const actions = new Map<number, Action>();
  let blocked = 0n;
  let pending = 0n;

  const { fail } = systemCall(env);

  function end(signal: number): never {
    return env.exitJob(128 + signal, signalText(signal));
  }

  function abort(): never {
    blocked &= ~bit(SIGABRT);
    raise(SIGABRT);
    return end(SIGABRT);
  }

  function raise(signal: number): number {
    if (!isSignal(signal)) return fail(EINVAL);
    if ((blocked & bit(signal)) !== 0n) pending |= bit(signal);
    else deliver(signal);
    return 0;
  }

  function deliver(signal: number): void {
    const action = actions.get(signal) ?? DEFAULT;
    if (action.handler === SIG_IGN) return;
    if (action.handler !== SIG_DFL) handle(signal, action);
    else if (!WITHOUT_EFFECT.has(signal)) end(signal);
  }

  /** Runs the handler with the signal blocked, as the system does. */
  function handle(signal: number, action: Action): void {
    if ((action.flags & RESET_HANDLER) !== 0) actions.delete(signal);
    const before = blocked;
    blocked |= action.mask | ((action.flags & NO_DEFER) !== 0 ? 0n : bit(signal));
    try {
      callback(env, action.handler)(signal, (action.flags & SIGINFO) === 0 ? 0 : information(signal), 0);
    } finally {
      blocked = before; // also when the handler leaves by longjmp
    }
    deliverPending();
  }

  let informationBlock = 0;
  /** A siginfo_t: of the thread's own making (SI_TKILL). */
  function information(signal: number): number {
    informationBlock ||= env.heap.allocate(INFORMATION_SIZE);
    I32.fill(0, informationBlock >>> 2, (informationBlock + INFORMATION_SIZE) >>> 2);
    I32.set([signal, 0, -6, process.pid, process.getuid?.() ?? 0], informationBlock >>> 2);
    return informationBlock | 0;
  }

  function deliverPending(): void {
    for (let signal = 1; signal <= LAST && (pending & ~blocked) !== 0n; signal++) {
      if ((pending & ~blocked & bit(signal)) === 0n) continue;
      pending &= ~bit(signal);
      deliver(signal);
    }
  }

  /** Takes a signal of the set that waits: 0 where none does. */
  function accept(set: number): number {
    const waiting = pending & I64[set >>> 3]!;
    if (waiting === 0n) return 0;
    let signal = 1;
    while ((waiting & bit(signal)) === 0n) signal++;
    pending &= ~bit(signal);
    return signal;
  }

  const canBeHandled = (signal: number) => isSignal(signal) && signal !== SIGKILL && signal !== SIGSTOP;

  function signal(number: number, handler: number): number {
    if (!canBeHandled(number) || handler === SIG_ERR) return fail(EINVAL);
    const old = actions.get(number) ?? DEFAULT;
    actions.set(number, { ...DEFAULT, handler });
    return old.handler;
  }

  /** struct sigaction: handler at 0, flags at 4, mask at 8. */
  function sigaction(number: number, action: number, old: number): number {
    if (!canBeHandled(number)) return fail(EINVAL);
    if (old !== 0) writeAction(old, actions.get(number) ?? DEFAULT);
    if (action === 0) return 0;
    const at = action >>> 2;
    actions.set(number, { handler: I32[at]!, flags: I32[at + 1]!, mask: I64[(action + 8) >>> 3]! });
    return 0;
  }

  function writeAction(address: number, action: Action): void {
    I32[address >>> 2] = action.handler;
    I32[(address + 4) >>> 2] = action.flags;
    I64[(address + 8) >>> 3] = action.mask;
  }

  function change(set: number, number: number, update: (mask: bigint) => bigint): number {
    if (!isSignal(number)) return fail(EINVAL);
    I64[set >>> 3] = update(bit(number));
    return 0;
  }

  function sigprocmask(how: number, set: number, old: number): number {
    const before = blocked;
    if (set !== 0) {
      const mask = I64[set >>> 3]!;
      const masks = [blocked | mask, blocked & ~mask, mask];
      if (masks[how] === undefined) return fail(EINVAL);
      blocked = masks[how] & ~bit(SIGKILL) & ~bit(SIGSTOP);
    }
    if (old !== 0) I64[old >>> 3] = before;
    deliverPending();
    return 0;
  }

  function kill(process_: number, number: number): number {
    if (process_ !== process.pid && process_ !== 0) return fail(ESRCH);
    return number === 0 ? 0 : raise(number);
  }

  function psignal(number: number, prefix: number): void {
    const text = prefix === 0 ? '' : textAt(env, prefix);
    env.writeOut(2, new TextEncoder().encode(`${text === '' ? '' : `${text}: `}${signalText(number)}\n`));
  }

  /** "program: file:line: function: Assertion `x' failed.", then abort. */
  function assertFailed(expression: number, file: number, line: number, name: number): never {
    const where = `${textAt(env, file)}:${line >>> 0}: ${name === 0 ? '' : `${textAt(env, name)}: `}`;
    const text = `${programName()}: ${where}Assertion \`${textAt(env, expression)}' failed.\n`;
    env.writeOut(2, new TextEncoder().encode(text));
    return abort();
  }

  return {
    abort,
    __assert_fail: assertFailed,
    signal,
    raise,
    kill,
    sigaction,
    sigprocmask,
    __pgasc_accept: accept,
    sigpending: (set: number) => {
      I64[set >>> 3] = pending;
      return 0;
    },
    sigemptyset: (set: number) => {
      I64[set >>> 3] = 0n;
      return 0;
    },
    sigfillset: (set: number) => {
      I64[set >>> 3] = -1n;
      return 0;
    },
    sigaddset: (set: number, number: number) => change(set, number, (mask) => I64[set >>> 3]! | mask),
    sigdelset: (set: number, number: number) => change(set, number, (mask) => I64[set >>> 3]! & ~mask),
    sigismember: (set: number, number: number) =>
      isSignal(number) ? Number((I64[set >>> 3]! & bit(number)) !== 0n) : fail(EINVAL),
    psignal,
  };
};
