// Misuse of intercommunicators, of reductions and of what a job has not: the call, the argument, its value, the rule, the place.
// networks: smp
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int mode = atoi(argv[1]), value = 0, more[2], me, class;
  MPI_Comm local, inter, comm;
  MPI_Group group;
  MPI_Datatype type;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_split(MPI_COMM_WORLD, me, 0, &local);
  if (mode < 20) MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, 1 - me, 0, &inter);
  switch (mode) {
  case 0: // 2: MPI_Send: dest is 1: remote ranks of an intercommunicator of 1 and 1 by MPI_Intercomm_create are 0 .. 0, or MPI_PROC_NULL at @+1
    MPI_Send(&value, 1, MPI_INT, 1, 0, inter);
  case 1: // 2: MPI_Bcast: root is 1: remote ranks of an intercommunicator of 1 and 1 by MPI_Intercomm_create are 0 .. 0; in the root's group it is MPI_ROOT at the root, else MPI_PROC_NULL at @+1
    MPI_Bcast(&value, 1, MPI_INT, 1, inter);
  case 2: // 2: MPI_Scan: comm is an intercommunicator of 1 and 1 by MPI_Intercomm_create: it must be an intracommunicator at @+1
    MPI_Scan(&value, more, 1, MPI_INT, MPI_SUM, inter);
  case 3: // 2: MPI_Cart_create: comm is an intercommunicator of 1 and 1 by MPI_Intercomm_create: it must be an intracommunicator at @+1
    MPI_Cart_create(inter, 1, (int[]){1}, (int[]){0}, 0, &comm);
  case 4: // 2: MPI_Bcast: count is for 4 bytes: rank 0 sends 8 bytes
    MPI_Bcast(more, me == 0 ? 2 : 1, MPI_INT, me == 0 ? MPI_ROOT : 0, inter);
    MPI_Barrier(inter);
  case 5: // 2: as op where this rank gives MPI_
    MPI_Allreduce(more, more + 1, 1, MPI_INT, me == 0 ? MPI_SUM : MPI_MAX, inter);
    MPI_Barrier(inter);
  case 20: // 2: MPI_Intercomm_merge: intercomm is MPI_COMM_WORLD: it must be an intercommunicator at @+1
    MPI_Intercomm_merge(MPI_COMM_WORLD, 0, &comm);
  case 21: // 2: MPI_Comm_remote_size: comm is MPI_COMM_WORLD: it must be an intercommunicator at @+1
    MPI_Comm_remote_size(MPI_COMM_WORLD, &value);
  case 22: // 2: MPI_Intercomm_create: local_leader is 3: ranks of MPI_COMM_SELF are 0 .. 0 at @+1
    MPI_Intercomm_create(MPI_COMM_SELF, 3, MPI_COMM_WORLD, 1 - me, 0, &comm);
  case 23: // 2: MPI_Intercomm_create: remote_leader is 5: ranks of MPI_COMM_WORLD are 0 .. 1, or MPI_PROC_NULL at @+1
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 5, 0, &comm);
  case 24: // 1: MPI_Intercomm_create: local_comm is a group of 1: rank 0 of MPI_COMM_WORLD is in both groups, which must have no member in common at @+1
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 0, 0, &comm);
  case 25: // 1: MPI_Group_range_incl: ranges[0][2] is 0: the stride is not 0 at @+2
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Group_range_incl(group, 1, (int[1][3]){{0, 0, 0}}, &group);
  case 26: // 1: MPI_Add_error_code: errorclass is 400: it is no class of errors at @+1
    MPI_Add_error_code(400, &value);
  case 27: // 1: MPI_Add_error_string: errorcode is 13: it is one that the program has added at @+1
    MPI_Add_error_string(MPI_ERR_ARG, "text");
  case 28: // 1: MPI_Comm_call_errhandler: the grid is empty at @+3
    MPI_Add_error_class(&class);
    MPI_Add_error_string(class, "the grid is empty");
    MPI_Comm_call_errhandler(MPI_COMM_WORLD, class);
  case 29: // 1: MPI_Comm_spawn: a running job starts no processes; start it with all its ranks (-n) at @+1
    MPI_Comm_spawn("worker", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &comm, MPI_ERRCODES_IGNORE);
  case 30: // 1: MPI_Open_port: a job has no ports; all that is to communicate is one job at @+1
    MPI_Open_port(MPI_INFO_NULL, (char[MPI_MAX_PORT_NAME]){0});
  case 31: // 1: MPI_Type_match_size: size is 3: no datatype of the class has it at @+1
    MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 3, &type);
  }
  MPI_Finalize();
  return 0;
}
