/**
 * Entries: what libfabric is given as the context of an operation, and gives back when it is complete.
 *
 * The first 64 bytes are the provider's (struct fi_context2). An entry lies in the region of the rank whose operation it is, so its
 * address says whom to rouse; whoever reads the completion changes its state.
 *
 *     word 16   kind
 *     word 17   state
 *     word 18   the next entry of a list
 *     word 19   of a received frame: whether its credit is to be given back
 *     word 20   of an operation: the process that it is on
 *     word 21   of an operation: a number that the next one in the same place does not have
 */

export const [RECEIVE, SEND, OPERATION] = [1, 2, 3];
export const [KIND, STATE, NEXT, CREDIT, TARGET, NUMBER] = [16, 17, 18, 19, 20, 21];
/** States; an operation that has failed has a negative error. */
export const [FREE, UNDER_WAY, DONE] = [0, 1, 2];
