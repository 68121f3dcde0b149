/** Info objects: keys with values, in the order in which they were set (MPI 3.1, 9). */
import { badArgument } from '../common/errors.ts';
import { ERR_INFO, ERR_INFO_KEY, ERR_INFO_NOKEY, ERR_INFO_VALUE, Mistake } from './errors.ts';
import { Handles, INFO, nullOf } from './handles.ts';
import { type Body, bytesIn, cut, type State } from './state.ts';

export type Info = Map<string, string>;

/** MPI_MAX_INFO_KEY, MPI_MAX_INFO_VAL: bytes with the end. */
const [MOST_KEY, MOST_VALUE] = [256, 1024];

export class Infos {
  readonly handles = new Handles<Info>(INFO, ERR_INFO);

  constructor(private readonly state: State) {
    const { THREADS } = state.environment;
    // MPI_INFO_ENV (10.4.3).
    this.handles.predefine(
      new Map([
        ['maxprocs', `${THREADS}`],
        ['thread_level', 'MPI_THREAD_SERIALIZED'],
      ]),
    );
  }

  /** Undefined for MPI_INFO_NULL, where that is none. */
  given(call: string, handle: number): Info | undefined {
    return handle === nullOf(INFO) ? undefined : this.at(call, handle);
  }

  give(call: string, argument: string, at: number, info: Info): void {
    this.state.give(call, argument, at, this.handles.add(info));
  }

  private at(call: string, handle: number): Info {
    return this.handles.at(call, 'info', handle);
  }

  private text(call: string, argument: string, at: number, most: number, kind: number): string {
    const text = this.state.text(call, argument, at);
    const bytes = bytesIn(text);
    if (bytes >= most || (bytes === 0 && argument === 'key'))
      throw new Mistake(kind, badArgument(call, argument, `of ${bytes} characters`, `it has 1 .. ${most - 1}`));
    return text;
  }

  private key(call: string, at: number): string {
    return this.text(call, 'key', at, MOST_KEY, ERR_INFO_KEY);
  }

  /** The value of a key, or whether there is one: `flag`. */
  private lookUp(call: string, handle: number, key: number, flag: number): string | undefined {
    const value = this.at(call, handle).get(this.key(call, key));
    this.state.give(call, 'flag', flag, value === undefined ? 0 : 1);
    return value;
  }

  readonly bodies: Record<string, Body> = {
    MPI_Info_create: (call, at) => this.give(call, 'info', at!, new Map()),
    MPI_Info_dup: (call, handle, at) => this.give(call, 'newinfo', at!, new Map(this.at(call, handle!))),
    MPI_Info_free: (call, at) => {
      this.handles.remove(call, 'info', this.state.word(call, 'info', at!));
      this.state.give(call, 'info', at!, nullOf(INFO));
    },
    MPI_Info_set: (call, handle, key, value) => {
      const info = this.at(call, handle!);
      info.set(this.key(call, key!), this.text(call, 'value', value!, MOST_VALUE, ERR_INFO_VALUE));
    },
    MPI_Info_delete: (call, handle, key) => {
      const name = this.key(call, key!);
      if (!this.at(call, handle!).delete(name))
        throw new Mistake(ERR_INFO_NOKEY, badArgument(call, 'key', `"${name}"`, 'the info object has no such key'));
    },
    MPI_Info_get: (call, handle, key, length, at, flag) => {
      const value = this.lookUp(call, handle!, key!, flag!);
      this.state.natural(call, 'valuelen', length!);
      if (value !== undefined) this.state.giveString(call, 'value', at!, cut(value, Math.min(length!, MOST_VALUE)));
    },
    MPI_Info_get_valuelen: (call, handle, key, length, flag) => {
      const value = this.lookUp(call, handle!, key!, flag!);
      if (value !== undefined) this.state.give(call, 'valuelen', length!, bytesIn(value));
    },
    MPI_Info_get_nkeys: (call, handle, count) => this.state.give(call, 'nkeys', count!, this.at(call, handle!).size),
    MPI_Info_get_nthkey: (call, handle, n, at) => {
      const keys = [...this.at(call, handle!).keys()];
      if (n! >>> 0 >= keys.length) this.state.refuse(call, 'n', n!, `keys are 0 .. ${keys.length - 1}`);
      this.state.giveString(call, 'key', at!, keys[n!]!);
    },
  };
}
