/** Numbers of mpi.h that more than one file compares with. */

export const UNDEFINED = -32766;
/** MPI_ANY_SOURCE, MPI_ANY_TAG; MPI_PROC_NULL; MPI_ROOT. */
export const [ANY, PROC_NULL, ROOT] = [-1, -2, -3];
export const IN_PLACE = -1;
/** MPI_COMM_WORLD, MPI_COMM_SELF. */
export const [WORLD, SELF] = [0x01000001, 0x01000002];
/** What comparisons of communicators and groups give. */
export const [IDENT, CONGRUENT, SIMILAR, UNEQUAL] = [0, 1, 2, 3];
