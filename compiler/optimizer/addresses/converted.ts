/**
 * Library functions in JavaScript that take and give pointers-to-shared as (rank, offset), by their C names; the others
 * still take addresses. The list goes when it names all of them.
 */
export const CONVERTED: ReadonlySet<string> = new Set([
  // runtime/upcr/pointers.ts
  'upc_threadof',
  'upc_resetphase',
]);
