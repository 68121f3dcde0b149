/**
 * The names of 2014, which the paper uses: then the plain names took no address, and these did. libfabric 1.0 gave the plain
 * names the address.
 */
import type { Datatype, Operator } from './atomic.ts';
import type { Endpoint } from './endpoint.ts';

export const fi_sendto = (ep: Endpoint, buf: number, len: number, desc: unknown, dest: number, context: number) =>
  ep.msg.send(buf, len, desc, dest, context);
export const fi_recvfrom = (ep: Endpoint, buf: number, len: number, desc: unknown, src: number, context: number) =>
  ep.msg.recv(buf, len, desc, src, context);
export const fi_injectto = (ep: Endpoint, buf: number, len: number, dest: number) => ep.msg.inject(buf, len, dest);
export const fi_senddatato = (
  ep: Endpoint,
  buf: number,
  len: number,
  desc: unknown,
  data: bigint,
  dest: number,
  context: number,
) => ep.msg.senddata(buf, len, desc, data, dest, context);

export const fi_readfrom = (
  ep: Endpoint,
  buf: number,
  len: number,
  desc: unknown,
  src: number,
  addr: number,
  key: number,
  context: number,
) => ep.rma.read(buf, len, desc, src, addr, key, context);
export const fi_writeto = (
  ep: Endpoint,
  buf: number,
  len: number,
  desc: unknown,
  dest: number,
  addr: number,
  key: number,
  context: number,
) => ep.rma.write(buf, len, desc, dest, addr, key, context);
export const fi_inject_writeto = (ep: Endpoint, buf: number, len: number, dest: number, addr: number, key: number) =>
  ep.rma.inject_write(buf, len, dest, addr, key);
export const fi_writedatato = (
  ep: Endpoint,
  buf: number,
  len: number,
  desc: unknown,
  data: bigint,
  dest: number,
  addr: number,
  key: number,
  context: number,
) => ep.rma.writedata(buf, len, desc, data, dest, addr, key, context);

export const fi_tsendto = (
  ep: Endpoint,
  buf: number,
  len: number,
  desc: unknown,
  dest: number,
  tag: bigint,
  context: number,
) => ep.tagged.tsend(buf, len, desc, dest, tag, context);
export const fi_trecvfrom = (
  ep: Endpoint,
  buf: number,
  len: number,
  desc: unknown,
  src: number,
  tag: bigint,
  ignore: bigint,
  context: number,
) => ep.tagged.trecv(buf, len, desc, src, tag, ignore, context);
export const fi_tinjectto = (ep: Endpoint, buf: number, len: number, dest: number, tag: bigint) =>
  ep.tagged.tinject(buf, len, dest, tag);
export const fi_tsenddatato = (
  ep: Endpoint,
  buf: number,
  len: number,
  desc: unknown,
  data: bigint,
  dest: number,
  tag: bigint,
  context: number,
) => ep.tagged.tsenddata(buf, len, desc, data, dest, tag, context);

export const fi_atomicto = (
  ep: Endpoint,
  buf: number,
  count: number,
  desc: unknown,
  dest: number,
  addr: number,
  key: number,
  datatype: Datatype,
  op: Operator,
  context: number,
) => ep.atomic.atomic(buf, count, desc, dest, addr, key, datatype, op, context);
export const fi_inject_atomicto = (
  ep: Endpoint,
  buf: number,
  count: number,
  dest: number,
  addr: number,
  key: number,
  datatype: Datatype,
  op: Operator,
) => ep.atomic.inject_atomic(buf, count, dest, addr, key, datatype, op);
export const fi_fetch_atomicto = (
  ep: Endpoint,
  buf: number,
  count: number,
  desc: unknown,
  result: number,
  result_desc: unknown,
  dest: number,
  addr: number,
  key: number,
  datatype: Datatype,
  op: Operator,
  context: number,
) => ep.atomic.fetch_atomic(buf, count, desc, result, result_desc, dest, addr, key, datatype, op, context);
export const fi_compare_atomicto = (
  ep: Endpoint,
  buf: number,
  count: number,
  desc: unknown,
  compare: number,
  compare_desc: unknown,
  result: number,
  result_desc: unknown,
  dest: number,
  addr: number,
  key: number,
  datatype: Datatype,
  op: Operator,
  context: number,
) =>
  ep.atomic.compare_atomic(
    buf,
    count,
    desc,
    compare,
    compare_desc,
    result,
    result_desc,
    dest,
    addr,
    key,
    datatype,
    op,
    context,
  );
