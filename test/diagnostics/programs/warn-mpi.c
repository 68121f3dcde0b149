// flags: -Wall -Wno-unused-function
// What calls of MPI hardly ever mean: datatypes that are not the buffer's, ranks in the place of tags, requests that nobody waits for.
#include <complex.h>
#include <mpi.h>
#include <stdlib.h>

#define REAL MPI_DOUBLE
struct point { double x, y; };

static void datatypes(int n) {
  double a[4][4], *d = a[0];
  int i = 0, *rows[4] = {0};
  long l = 0;
  float f = 0;
  char text[8];
  void *any = malloc(100);
  struct point p;
  double complex z[2];
  MPI_Status s;
  MPI_Datatype own;
  MPI_Send(a, 16, MPI_INT, 1, 0, MPI_COMM_WORLD); // expected-warning{{'MPI_Send' takes elements of 'double' here, but MPI_INT is the datatype of 'int'; that of 'double' is MPI_DOUBLE (MPI 3.1, 3.3.1)}}
  MPI_Recv(d + 1, n, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, &s); // expected-warning{{'MPI_Recv' takes elements of 'double' here, but MPI_FLOAT is the datatype of 'float'; that of 'double' is MPI_DOUBLE (MPI 3.1, 3.3.1)}}
  MPI_Bcast(&i, 1, MPI_LONG, 0, MPI_COMM_WORLD); // expected-warning{{'MPI_Bcast' takes elements of 'int' here, but MPI_LONG is the datatype of 'long'; that of 'int' is MPI_INT (MPI 3.1, 3.3.1)}}
  MPI_Allreduce(&f, &l, 1, REAL, MPI_SUM, MPI_COMM_WORLD); // expected-warning{{'MPI_Allreduce' takes elements of 'float' here, but MPI_DOUBLE is the datatype of 'double'; that of 'float' is MPI_FLOAT (MPI 3.1, 3.3.1)}} expected-warning{{'MPI_Allreduce' takes elements of 'long' here, but MPI_DOUBLE is the datatype of 'double'; that of 'long' is MPI_LONG (MPI 3.1, 3.3.1)}}
  MPI_Send(rows, 4, MPI_INT, 1, 0, MPI_COMM_WORLD); // expected-warning{{'MPI_Send' takes elements of 'int *' here, but MPI_INT is the datatype of 'int' (MPI 3.1, 3.3.1)}}
  /* These may be meant. */
  MPI_Send(d, 16 * sizeof *d, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
  MPI_Send(d, 16 * sizeof *d, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
  MPI_Send(text, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Send(any, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Send((void *)d, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Send(&p, 2, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  MPI_Send(&p.x, 2, REAL, 1, 0, MPI_COMM_WORLD);
  MPI_Send(z, 4, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  MPI_Send(d, 2, MPI_C_DOUBLE_COMPLEX, 1, 0, MPI_COMM_WORLD);
  MPI_Send(MPI_BOTTOM, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, d, 4, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Send(&l, 1, MPI_LONG_LONG, 1, 0, MPI_COMM_WORLD);
  MPI_Send(&i, 1, MPI_UNSIGNED, 1, 0, MPI_COMM_WORLD);
  MPI_Type_contiguous(4, MPI_DOUBLE, &own);
  MPI_Send(d, 1, own, 1, 0, MPI_COMM_WORLD);
}

static void arguments(int *a, int k) {
  MPI_Status s;
  MPI_Recv(a, 1, MPI_INT, MPI_ANY_TAG, MPI_ANY_SOURCE, MPI_COMM_WORLD, &s); // expected-warning{{'MPI_Recv' has MPI_ANY_SOURCE as its tag and MPI_ANY_TAG as its source: the source comes first (MPI 3.1, 3.2)}}
  MPI_Recv(a, 1, MPI_INT, MPI_ANY_TAG, 0, MPI_COMM_WORLD, &s); // expected-warning{{'MPI_Recv' has MPI_ANY_TAG as its source, which is a rank (MPI 3.1, 3.2)}}
  MPI_Recv(a, 1, MPI_INT, 0, MPI_PROC_NULL, MPI_COMM_WORLD, &s); // expected-warning{{'MPI_Recv' has MPI_PROC_NULL as its tag, which is no rank (MPI 3.1, 3.2)}}
  MPI_Send(a, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD); // expected-warning{{'MPI_Send' has MPI_ANY_SOURCE as its destination (MPI 3.1, 3.2)}}
  MPI_Send(a, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD); // expected-warning{{'MPI_Send' has MPI_ANY_TAG as its tag: what is sent has one (MPI 3.1, 3.2)}}
  MPI_Send(a, 1, MPI_INT, 0, -5, MPI_COMM_WORLD); // expected-warning{{'MPI_Send' has -5 as its tag: tags are 0 or more (MPI 3.1, 3.2)}}
  MPI_Send(a, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Send(a, 1, MPI_INT, k, k - 1, MPI_COMM_WORLD);
  MPI_Recv(a, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
  MPI_Probe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &s);
}

static void keep(MPI_Request *r) { MPI_Wait(r, MPI_STATUS_IGNORE); }

static void requests(int *a) {
  MPI_Request one, many[4], waited, freed, given, all[4]; // expected-note{{'one' is declared here}} expected-note{{'many' is declared here}}
  MPI_Isend(a, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &one); // expected-warning{{nobody waits for the request 'one' that 'MPI_Isend' begins: MPI_Wait or MPI_Test completes it (MPI 3.1, 3.7.3)}}
  for (int i = 0; i < 4; i++)
    MPI_Irecv(a, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &many[i]); // expected-warning{{nobody waits for the request 'many' that 'MPI_Irecv' begins: MPI_Wait or MPI_Test completes it (MPI 3.1, 3.7.3)}}
  MPI_Ibarrier(MPI_COMM_WORLD, &waited);
  MPI_Wait(&waited, MPI_STATUS_IGNORE);
  MPI_Isend(a, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &freed);
  MPI_Request_free(&freed);
  MPI_Isend(a, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &given);
  keep(&given);
  for (int i = 0; i < 4; i++) MPI_Isend(a, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, all + i);
  MPI_Waitall(4, all, MPI_STATUSES_IGNORE);
}

/* These begin nothing: their last argument is a status. */
static int looks(void) {
  int flag, other;
  MPI_Status status, found;
  MPI_Message message;
  MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, &status);
  MPI_Improbe(0, 0, MPI_COMM_WORLD, &other, &message, &found);
  return flag + other;
}
