/**
 * Argument records of calls: pami_send_t, pami_put_simple_t and so on, flattened.
 *
 * A caller may reuse one record for all its calls, as C does on its stack: the library keeps no reference to it, only
 * to the buffers it points to. `cookie` is passed to all event functions of the call.
 */
import type { EventFunction } from './completions.ts';
import type { DataFunction } from './datafunctions.ts';
import type { Endpoint } from './endpoint.ts';
import type { Hints } from './hints.ts';
import type { Memregion } from './memregion.ts';
import type { Type } from './type.ts';

/** pami_send_immediate_t: addresses and sizes of header and data. */
export class SendImmediate {
  dispatch = 0;
  dest: Endpoint = 0;
  hints: Hints = 0;
  header = 0;
  headerBytes = 0;
  data = 0;
  dataBytes = 0;
}

/** pami_send_t. */
export class Send extends SendImmediate {
  cookie = 0;
  /** Local completion: the buffers may be reused. */
  localFn: EventFunction | undefined = undefined;
  /** Remote completion: the message has been received. */
  remoteFn: EventFunction | undefined = undefined;
}

/** pami_send_typed_t: the data begin at byte `offset` of the type's data at `data`. */
export class SendTyped extends Send {
  type: Type | undefined = undefined;
  offset = 0;
  dataFn: DataFunction | undefined = undefined;
  dataCookie = 0;
}

/** pami_recv_t: filled in by a dispatch function for a message whose data have not arrived yet. */
export class Recv {
  cookie = 0;
  /** Completion: the data have been received. */
  localFn: EventFunction | undefined = undefined;
  addr = 0;
  /** Undefined: contiguous bytes. */
  type: Type | undefined = undefined;
  offset = 0;
  dataFn: DataFunction | undefined = undefined;
  dataCookie = 0;
}

/** pami_rma_t. */
class Rma {
  dest: Endpoint = 0;
  hints: Hints = 0;
  bytes = 0;
  cookie = 0;
  /** Local completion: of a put, the buffer may be reused; of a get, the data have arrived. */
  doneFn: EventFunction | undefined = undefined;
}

/** pami_get_simple_t. */
export class Get extends Rma {
  local = 0;
  remote = 0;
}

/** pami_put_simple_t. */
export class Put extends Get {
  /** Remote completion: the data are at the target. */
  rdoneFn: EventFunction | undefined = undefined;
}

/** pami_get_typed_t. */
export class GetTyped extends Get {
  localType: Type | undefined = undefined;
  remoteType: Type | undefined = undefined;
}

/** pami_put_typed_t. */
export class PutTyped extends Put {
  localType: Type | undefined = undefined;
  remoteType: Type | undefined = undefined;
}

/** pami_rget_simple_t. */
export class Rget extends Rma {
  localRegion: Memregion | undefined = undefined;
  localOffset = 0;
  remoteRegion: Memregion | undefined = undefined;
  remoteOffset = 0;
}

/** pami_rput_simple_t. */
export class Rput extends Rget {
  rdoneFn: EventFunction | undefined = undefined;
}

/** pami_rget_typed_t. */
export class RgetTyped extends Rget {
  localType: Type | undefined = undefined;
  remoteType: Type | undefined = undefined;
}

/** pami_rput_typed_t. */
export class RputTyped extends Rput {
  localType: Type | undefined = undefined;
  remoteType: Type | undefined = undefined;
}

/** pami_rmw_t. All four are addresses; `value` and `test` must not change before doneFn. */
export class Rmw {
  dest: Endpoint = 0;
  hints: Hints = 0;
  cookie = 0;
  doneFn: EventFunction | undefined = undefined;
  local = 0;
  remote = 0;
  value = 0;
  test = 0;
  operation = 0;
  type: Type | undefined = undefined;
}
