/** Initialization, end, and error handlers (MPI 3.1, 8). */
import { badArgument } from '../common/errors.ts';
import { Names } from '../common/names.ts';
import { ErrorClass, refuse, refuseHandle } from './errors.ts';
import type { Mail } from './mail.ts';
import type { Named, State } from './state.ts';

/** MPI_THREAD_MULTIPLE, and the level that is there: a rank has one thread. */
const [MULTIPLE, PROVIDED] = [3, 3];
const LONGEST_TEXT = 511;
const ERRHANDLER_NULL = 0x45000000;

export function life(state: State, mail: Mail): Record<string, Named> {
  const { environment } = state;

  function open(name: string): void {
    if (state.phase === 'open') environment.runtime.job.fail(`${name}: MPI is initialized already`);
    if (state.phase === 'over') environment.runtime.job.fail(`${name}: after MPI_Finalize it cannot be initialized again`);
    state.open();
    mail.attend();
    environment.runtime.barrier.barrier('');
  }

  const MPI_Init: Named = (name) => open(name);

  const MPI_Init_thread: Named = (name, _argc: number, _argv: number, required: number, provided: number) => {
    if (required >>> 0 > MULTIPLE)
      environment.runtime.job.fail(badArgument(name, 'required', `${required}`, 'no level of threads has this number'));
    open(name);
    state.give(name, 'provided', provided, PROVIDED);
  };

  const MPI_Query_thread: Named = (name, provided: number) => {
    state.initialized(name);
    state.give(name, 'provided', provided, PROVIDED);
  };

  const MPI_Is_thread_main: Named = (name, flag: number) => {
    state.initialized(name);
    state.give(name, 'flag', flag, 1);
  };

  const MPI_Initialized: Named = (name, flag: number) =>
    state.give(name, 'flag', flag, state.phase === 'before' ? 0 : 1);
  const MPI_Finalized: Named = (name, flag: number) => state.give(name, 'flag', flag, state.phase === 'over' ? 1 : 0);

  /** What is under way is over at a barrier. */
  const MPI_Finalize: Named = (name) => {
    state.initialized(name);
    environment.runtime.barrier.barrier('');
    state.phase = 'over';
  };

  const MPI_Abort: Named = (name, comm: number, code: number) => {
    const { rank } = state.comm(name, comm).team;
    environment.runtime.runExitActions();
    environment.runtime.job.end(code & 255, `${name}: rank ${rank} ends the job with code ${code}`);
  };

  // ---------------------------------------------------------------- errors

  const MPI_Error_class: Named = (name, code: number, result: number) => {
    state.textOf(name, code);
    state.give(name, 'errorclass', result, state.classOf(code));
  };

  const MPI_Error_string: Named = (name, code: number, text: number, length: number) => {
    const bytes = new TextEncoder().encode(state.textOf(name, code)).subarray(0, LONGEST_TEXT);
    state.place(name, 'string', text, bytes.length + 1);
    environment.U8.set([...bytes, 0], text >>> 0);
    state.give(name, 'resultlen', length, bytes.length);
  };

  const setHandler: Named = (name, comm: number, handler: number) => {
    const meant = state.comm(name, comm);
    if (!state.isErrorHandler(handler))
      refuseHandle(ErrorClass.ARG, name, 'errhandler', handler, 'it is MPI_ERRORS_ARE_FATAL or MPI_ERRORS_RETURN');
    meant.errorHandler = handler;
  };
  const getHandler: Named = (name, comm: number, result: number) =>
    state.give(name, 'errhandler', result, state.comm(name, comm).errorHandler);

  const MPI_Errhandler_free: Named = (name, handler: number) => {
    const place = state.place(name, 'errhandler', handler);
    if (!state.isErrorHandler(environment.I32[place]!))
      refuse(ErrorClass.ARG, name, 'errhandler', environment.I32[place]!, 'no error handler has this handle');
    environment.I32[place] = ERRHANDLER_NULL;
  };

  return {
    ...{ MPI_Init, MPI_Init_thread, MPI_Query_thread, MPI_Is_thread_main, MPI_Initialized, MPI_Finalized },
    ...{ MPI_Finalize, MPI_Abort, MPI_Error_class, MPI_Error_string, MPI_Errhandler_free },
    ...{ MPI_Comm_set_errhandler: setHandler, MPI_Errhandler_set: setHandler },
    ...{ MPI_Comm_get_errhandler: getHandler, MPI_Errhandler_get: getHandler },
  };
}

/** For functions in C: the code of an error, or 0. */
export function checks(state: State): Record<string, Named> {
  const names = new Names(state.environment);
  return { __mpi_check_comm: (_: string, nameAt: number, comm: number) => void state.comm(names.at(nameAt), comm) };
}
