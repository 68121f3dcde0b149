/**
 * Errors of SFI (rdma/fi_errno.h of libfabric 1.0): the POSIX numbers, and the fabric's own from 256 on.
 *
 * Functions return them negated: `-FI_EAGAIN`.
 */

export const FI_SUCCESS = 0;
export const FI_ENOENT = 2;
export const FI_EINTR = 4;
export const FI_EIO = 5;
export const FI_E2BIG = 7;
export const FI_EBADF = 9;
export const FI_EAGAIN = 11;
export const FI_ENOMEM = 12;
export const FI_EACCES = 13;
export const FI_EBUSY = 16;
export const FI_ENODEV = 19;
export const FI_EINVAL = 22;
export const FI_EMFILE = 24;
export const FI_ENOSPC = 28;
export const FI_ENOSYS = 38;
export const FI_ENOMSG = 42;
export const FI_ENODATA = 61;
export const FI_EMSGSIZE = 90;
export const FI_ENOPROTOOPT = 92;
export const FI_EOPNOTSUPP = 95;
export const FI_EADDRINUSE = 98;
export const FI_EADDRNOTAVAIL = 99;
export const FI_ENETDOWN = 100;
export const FI_ENETUNREACH = 101;
export const FI_ECONNABORTED = 103;
export const FI_ECONNRESET = 104;
export const FI_EISCONN = 106;
export const FI_ENOTCONN = 107;
export const FI_ESHUTDOWN = 108;
export const FI_ETIMEDOUT = 110;
export const FI_ECONNREFUSED = 111;
export const FI_EHOSTUNREACH = 113;
export const FI_EALREADY = 114;
export const FI_EINPROGRESS = 115;
export const FI_EREMOTEIO = 121;
export const FI_ECANCELED = 125;
export const FI_EKEYREJECTED = 129;
export const FI_EOTHER = 256;
export const FI_ETOOSMALL = 257;
export const FI_EOPBADSTATE = 258;
export const FI_EAVAIL = 259;
export const FI_EBADFLAGS = 260;
export const FI_ENOEQ = 261;
export const FI_EDOMAIN = 262;
export const FI_ENOCQ = 263;
export const FI_ECRC = 264;
export const FI_ETRUNC = 265;
export const FI_ENOKEY = 266;

const TEXTS: Readonly<Record<number, string>> = {
  [FI_SUCCESS]: 'success',
  [FI_ENOENT]: 'no such entry',
  [FI_EINTR]: 'interrupted',
  [FI_EIO]: 'input or output failed',
  [FI_E2BIG]: 'argument list too long',
  [FI_EBADF]: 'not an open object',
  [FI_EAGAIN]: 'no room or nothing there at the moment: make progress and try again',
  [FI_ENOMEM]: 'out of memory',
  [FI_EACCES]: 'the memory region does not permit this access',
  [FI_EBUSY]: 'other objects depend on it: close them first',
  [FI_ENODEV]: 'no such device',
  [FI_EINVAL]: 'invalid argument',
  [FI_EMFILE]: 'too many open objects',
  [FI_ENOSPC]: 'no space left',
  [FI_ENOSYS]: 'function not implemented',
  [FI_ENOMSG]: 'no message of this kind',
  [FI_ENODATA]: 'no provider offers what was asked for',
  [FI_EMSGSIZE]: 'message too long',
  [FI_ENOPROTOOPT]: 'no such option',
  [FI_EOPNOTSUPP]: 'operation not supported',
  [FI_EADDRINUSE]: 'address in use',
  [FI_EADDRNOTAVAIL]: 'address not available',
  [FI_ENETDOWN]: 'network is down',
  [FI_ENETUNREACH]: 'network is unreachable',
  [FI_ECONNABORTED]: 'connection aborted',
  [FI_ECONNRESET]: 'connection reset',
  [FI_EISCONN]: 'is connected',
  [FI_ENOTCONN]: 'not connected',
  [FI_ESHUTDOWN]: 'endpoint has been shut down',
  [FI_ETIMEDOUT]: 'timed out',
  [FI_ECONNREFUSED]: 'connection refused',
  [FI_EHOSTUNREACH]: 'no such address in the address vector',
  [FI_EALREADY]: 'already under way',
  [FI_EINPROGRESS]: 'under way',
  [FI_EREMOTEIO]: 'remote input or output failed',
  [FI_ECANCELED]: 'canceled',
  [FI_EKEYREJECTED]: 'the target has no memory region with this key',
  [FI_EOTHER]: 'unspecified error',
  [FI_ETOOSMALL]: 'buffer too small',
  [FI_EOPBADSTATE]: 'not permitted in the present state: enable the endpoint first',
  [FI_EAVAIL]: 'an error is waiting: read it with readerr',
  [FI_EBADFLAGS]: 'flags not supported',
  [FI_ENOEQ]: 'no event queue is bound',
  [FI_EDOMAIN]: 'objects of different domains',
  [FI_ENOCQ]: 'no completion queue is bound',
  [FI_ECRC]: 'checksum failed',
  [FI_ETRUNC]: 'message longer than the buffer it was received in',
  [FI_ENOKEY]: 'the key is in use',
};

/** Why a provider cannot be opened, and what to do. */
export class FabricError extends Error {}

/** What an error means; takes it with either sign. */
export function fi_strerror(errnum: number): string {
  return TEXTS[Math.abs(errnum)] ?? `unknown error ${errnum}`;
}
