/** Functions of the fabrics where events of the machine happen: in no rank, so that nothing can wait. */

/** What a function of the fabric gives, which waits for nothing here: where others' memory may be far it could, so that it is a generator in this bundle. */
export function atOnce<T>(given: T): T {
  if (typeof given !== 'object') return given;
  const steps = given as (Generator<unknown, T> & { readonly $waits?: true }) | null;
  if (!steps?.$waits) return given;
  const { done, value } = steps.next();
  if (done !== true) throw new Error('a fabric waits where an event of the machine happens');
  return value;
}
