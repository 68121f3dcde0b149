/*
 * Random messages that all ranks know of beforehand: each verifies what its receives and probes give, and the order of what matches alike (MPI 3.1, 3.5).
 *
 * Rounds of: sends in several modes, of sizes around the limits of protocols; receives begun before and behind them, exact ones and with wildcards, probes, a
 * receive that is cancelled; then collective functions of few and of many bytes. argv: number of rounds, seed.
 */
#include "check.h"

enum { MOST_MESSAGES = 400, MOST_MINE = 120, COMMS = 3, LARGEST = 20000, TAGS = 4, NEVER = 77 };

struct message { int from, to, comm, tag, bytes, number; };
struct receive {
  int comm, source, tag, number, is_done;
  char *buffer;
  MPI_Request request;
  MPI_Status status;
};

static int me, size;
static MPI_Comm comms[COMMS];
static struct message messages[MOST_MESSAGES];
static int count;
static unsigned long long shared_state, own_state;

static unsigned next_of(unsigned long long *state) {
  *state = *state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(*state >> 33);
}
/* The same numbers on all ranks; numbers of this rank. */
static int common(int n) { return next_of(&shared_state) % n; }
static int own(int n) { return next_of(&own_state) % n; }

/* The last communicator has the ranks the other way round. */
static int rank_in(int comm, int rank) { return comm == 2 ? size - 1 - rank : rank; }

static int some_size(void) {
  static const int sizes[] = {0, 1, 4, 7, 8, 9, 16, 63, 64, 65, 200, 255, 256, 257, 1000, 4096, 8191, 8192, 8193, LARGEST};
  return sizes[common(sizeof sizes / sizeof *sizes)];
}
static char byte_of(const struct message *message, int i) { return (char)(message->number * 31 + message->from * 7 + i); }

static void choose(void) {
  count = common(MOST_MESSAGES / 8) * (size > 4 ? 4 : size) / 2 + 1;
  for (int i = 0; i < count; i++)
    messages[i] = (struct message){common(size), common(size), common(COMMS), common(TAGS), some_size(), i};
}

/* ---------------------------------------------------------------- sending */

static char outgoing[MOST_MESSAGES][LARGEST];
static MPI_Request sends[MOST_MESSAGES];
static int sent;
static MPI_Datatype gapped; /* a byte of two */

static void send(const struct message *message) {
  char *data = outgoing[message->number];
  int to = rank_in(message->comm, message->to), bytes = message->bytes, tag = message->tag;
  MPI_Comm comm = comms[message->comm];
  for (int i = 0; i < bytes; i++) data[i] = byte_of(message, i);
  switch (own(6)) {
    case 0: MPI_Issend(data, bytes, MPI_CHAR, to, tag, comm, &sends[sent++]); break;
    case 1:
      if (bytes % 4 == 0) MPI_Isend(data, bytes / 4, MPI_INT, to, tag, comm, &sends[sent++]);
      else MPI_Isend(data, bytes, MPI_BYTE, to, tag, comm, &sends[sent++]);
      break;
    case 2:
      if (2 * bytes > LARGEST) goto usual;
      for (int i = bytes; --i >= 0;) data[2 * i] = data[i];
      MPI_Isend(data, bytes, gapped, to, tag, comm, &sends[sent++]);
      break;
    usual:
    default: MPI_Isend(data, bytes, MPI_CHAR, to, tag, comm, &sends[sent++]);
  }
}

/* ---------------------------------------------------------------- receiving */

static struct receive receives[MOST_MINE];
static int wanted;

/* How what comes to this rank over a communicator is received: any way is such that each message finds a receive, whichever that is. */
static struct receive receive_of(const struct message *message, int manner) {
  struct receive receive = {message->comm, rank_in(message->comm, message->from), message->tag, -1};
  int is_any_source = manner == 1 || manner == 3 || (manner == 4 && message->tag % 2), is_any_tag = manner == 2 || manner == 3;
  if (is_any_source) receive.source = MPI_ANY_SOURCE;
  if (is_any_tag) receive.tag = MPI_ANY_TAG;
  return receive;
}

static void check(struct receive *receive, const MPI_Status *status) {
  int bytes, source = status->MPI_SOURCE, tag = status->MPI_TAG;
  MPI_Get_count(status, MPI_CHAR, &bytes);
  CHECK((receive->source < 0 || source == receive->source) && (receive->tag < 0 || tag == receive->tag));
  int from = rank_in(receive->comm, source), is_found = 0;
  for (int i = 0; i < count && !is_found; i++) {
    const struct message *message = &messages[i];
    if (message->from != from || message->to != me || message->comm != receive->comm || message->tag != tag || message->bytes != bytes) continue;
    is_found = 1;
    for (int k = 0; k < bytes && is_found; k++) is_found = receive->buffer[k] == byte_of(message, k);
    for (int other = 0; other < wanted && is_found; other++) is_found = !receives[other].is_done || receives[other].number != i;
    if (is_found) receive->number = i;
  }
  CHECK(is_found);
  receive->is_done = 1;
}

static void begin(struct receive *receive) {
  MPI_Irecv(receive->buffer, LARGEST, MPI_CHAR, receive->source, receive->tag, comms[receive->comm], &receive->request);
}

/* The whole of a receive that has not been begun. */
static void complete(struct receive *receive) {
  MPI_Comm comm = comms[receive->comm];
  MPI_Status status, probed;
  int flag = 0, bytes;
  switch (own(4)) {
    case 0: {
      MPI_Message message;
      MPI_Mprobe(receive->source, receive->tag, comm, &message, &probed);
      MPI_Get_count(&probed, MPI_CHAR, &bytes);
      MPI_Mrecv(receive->buffer, bytes, MPI_CHAR, &message, &status);
      break;
    }
    case 1:
      if (own(2)) MPI_Probe(receive->source, receive->tag, comm, &probed);
      else while (!flag) MPI_Iprobe(receive->source, receive->tag, comm, &flag, &probed);
      MPI_Get_count(&probed, MPI_CHAR, &bytes);
      MPI_Recv(receive->buffer, bytes, MPI_CHAR, probed.MPI_SOURCE, probed.MPI_TAG, comm, &status);
      CHECK(status.MPI_SOURCE == probed.MPI_SOURCE && status.MPI_TAG == probed.MPI_TAG);
      break;
    default: MPI_Recv(receive->buffer, LARGEST, MPI_CHAR, receive->source, receive->tag, comm, &status);
  }
  check(receive, &status);
}

/* A receive that was begun before another one, and would have taken the other's message, has not got a later one of the same sender. Empty messages look alike. */
static void check_order(void) {
  for (int i = 0; i < wanted; i++)
    for (int j = i + 1; j < wanted; j++) {
      const struct message *first = &messages[receives[i].number], *second = &messages[receives[j].number];
      if (first->from != second->from || first->comm != second->comm || first->number < second->number) continue;
      if (first->bytes == 0 || second->bytes == 0) continue;
      CHECK(receives[i].tag >= 0 && receives[i].tag != second->tag);
    }
}

/* By any of the functions. */
static void finish(MPI_Request *request, MPI_Status *status) {
  int flag = 0, index;
  switch (own(6)) {
    case 0: while (!flag) MPI_Test(request, &flag, status); break;
    case 1: MPI_Waitany(1, request, &index, status); break;
    case 2: while (!flag) MPI_Testall(1, request, &flag, status); break;
    case 3: MPI_Waitall(1, request, status); break;
    case 4: MPI_Request_get_status(*request, &flag, status);
    default: MPI_Wait(request, status);
  }
  CHECK(*request == MPI_REQUEST_NULL);
}

static void round_of_messages(void) {
  static char room[MOST_MINE][LARGEST];
  int manner[COMMS], begun = 0, at = 0;
  choose();
  for (int i = 0; i < COMMS; i++) manner[i] = own(5);
  wanted = sent = 0;
  for (int i = 0; i < count; i++)
    if (messages[i].to == me) {
      if (wanted == MOST_MINE) MPI_Abort(MPI_COMM_WORLD, 2);
      receives[wanted] = receive_of(&messages[i], manner[messages[i].comm]);
      receives[wanted].buffer = room[wanted];
      wanted++;
    }
  /* Exact receives in any order. */
  for (int i = wanted - 1; i > 0; i--) {
    int j = own(i + 1);
    struct receive other = receives[i];
    receives[i] = receives[j], receives[j] = other;
    char *buffer = receives[i].buffer;
    receives[i].buffer = receives[j].buffer, receives[j].buffer = buffer;
  }
  MPI_Request never;
  int unused, is_cancelled = own(3) == 0, most = own(3) ? own(wanted + 1) : wanted;
  if (is_cancelled) MPI_Irecv(&unused, 1, MPI_INT, MPI_ANY_SOURCE, NEVER, comms[own(COMMS)], &never);
  while (at < count || begun < most) {
    if (begun < most && (at == count || own(2))) begin(&receives[begun++]);
    else if (messages[at++].from == me) send(&messages[at - 1]);
  }
  /* What has been begun ends at any time; the rest in its order, so that wildcards take what is left. */
  int done = 0;
  for (int i = begun; i < wanted; i++) {
    complete(&receives[i]);
    if (done < begun && own(2)) {
      int flag;
      MPI_Test(&receives[done].request, &flag, &receives[done].status);
      if (flag) check(&receives[done], &receives[done].status), done++;
    }
  }
  for (; done < begun; done++) {
    finish(&receives[done].request, &receives[done].status);
    check(&receives[done], &receives[done].status);
  }
  MPI_Waitall(sent, sends, MPI_STATUSES_IGNORE);
  for (int i = 0; i < sent; i++) CHECK(sends[i] == MPI_REQUEST_NULL);
  check_order();
  if (!is_cancelled) return;
  int flag;
  MPI_Status status;
  MPI_Cancel(&never);
  MPI_Wait(&never, &status);
  MPI_Test_cancelled(&status, &flag);
  CHECK(flag);
}

/* A ring, both ways, where each waits for its neighbour. */
static void shifts(void) {
  static char out[LARGEST], in[LARGEST];
  static int tag = 100;
  for (int k = common(4); k > 0; k--) {
    int bytes = some_size(), comm = common(COMMS), place = rank_in(comm, me), step = common(size), count;
    int to = (place + step) % size, from = (place - step + size) % size;
    MPI_Status status;
    int is_any = own(2);
    for (int i = 0; i < bytes; i++) out[i] = (char)(place + i);
    MPI_Sendrecv(out, bytes, MPI_CHAR, to, ++tag, in, LARGEST, MPI_CHAR, is_any ? MPI_ANY_SOURCE : from, is_any || own(2) ? tag : MPI_ANY_TAG, comms[comm], &status);
    MPI_Get_count(&status, MPI_CHAR, &count);
    CHECK(count == bytes && status.MPI_SOURCE == from && status.MPI_TAG == tag);
    for (int i = 0; i < bytes; i++) CHECK(in[i] == (char)(from + i));
    if (common(2)) MPI_Barrier(comms[comm]);
  }
}

static void collective(void) {
  static long in[600], out[600];
  int comm = common(COMMS), place = rank_in(comm, me), n = common(3) ? common(13) : common(600), root = common(size);
  MPI_Request request = MPI_REQUEST_NULL;
  long sum = 0;
  for (int rank = 0; rank < size; rank++) sum += rank;
  for (int i = 0; i < n; i++) in[i] = place + i;
  switch (common(7)) {
    case 0: MPI_Barrier(comms[comm]); return;
    case 1:
      MPI_Bcast(in, n, MPI_LONG, root, comms[comm]);
      for (int i = 0; i < n; i++) CHECK(in[i] == root + i);
      return;
    case 2: /* datatypes that differ */
      if (place % 2) MPI_Bcast(in, n, MPI_LONG, root, comms[comm]);
      else MPI_Bcast(in, 8 * n, MPI_BYTE, root, comms[comm]);
      for (int i = 0; i < n; i++) CHECK(in[i] == root + i);
      return;
    case 3:
      MPI_Allreduce(in, out, n, MPI_LONG, MPI_SUM, comms[comm]);
      for (int i = 0; i < n; i++) CHECK(out[i] == sum + (long)size * i);
      return;
    case 4:
      MPI_Allreduce(MPI_IN_PLACE, in, n, MPI_LONG, MPI_MAX, comms[comm]);
      for (int i = 0; i < n; i++) CHECK(in[i] == size - 1 + i);
      return;
    case 5:
      MPI_Iallreduce(in, out, n, MPI_LONG, MPI_MIN, comms[comm], &request);
      MPI_Barrier(comms[comm]);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      for (int i = 0; i < n; i++) CHECK(out[i] == i);
      return;
    case 6: {
      MPI_Comm other;
      MPI_Comm_dup(comms[comm], &other);
      MPI_Allreduce(in, out, 1, MPI_LONG, MPI_SUM, other);
      MPI_Comm_free(&other);
      if (n > 0) CHECK(out[0] == sum);
    }
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int rounds = argc > 1 ? atoi(argv[1]) : 12, seed = argc > 2 ? atoi(argv[2]) : 1;
  shared_state = seed, own_state = seed * 1000 + me + 1;
  comms[0] = MPI_COMM_WORLD;
  MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
  MPI_Comm_split(MPI_COMM_WORLD, 0, size - me, &comms[2]);
  MPI_Type_create_resized(MPI_CHAR, 0, 2, &gapped);
  MPI_Type_commit(&gapped);
  for (int round = 0; round < rounds; round++) {
    round_of_messages();
    MPI_Barrier(MPI_COMM_WORLD); /* wildcards take nothing of what follows */
    shifts();
    MPI_Barrier(MPI_COMM_WORLD);
    for (int k = common(6); k > 0; k--) collective();
  }
  MPI_Type_free(&gapped);
  MPI_Comm_free(&comms[1]);
  MPI_Comm_free(&comms[2]);
  MPI_Finalize();
  return 0;
}
