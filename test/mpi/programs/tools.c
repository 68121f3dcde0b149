/* MPI_T: control variables that are read and set, performance variables that count messages (MPI 3.1, 14.3). */
#include "check.h"

static int rank, size;

static int index_of(const char *name, int class) {
  int index = -1;
  CHECK(MPI_T_pvar_get_index(name, class, &index) == MPI_SUCCESS);
  return index;
}

static void test_descriptions(void) {
  int controls, variables, categories, length, verbosity, bind, scope, class, readonly, continuous, atomic, counts[3], found[64];
  char name[64], text[8];
  MPI_Datatype type;
  MPI_T_enum names;
  CHECK(MPI_T_cvar_get_num(&controls) == MPI_SUCCESS && controls > 0);
  for (int i = 0; i < controls; i++) {
    int name_length = sizeof name, text_length = sizeof text, index;
    MPI_T_cvar_get_info(i, name, &name_length, &verbosity, &type, &names, text, &text_length, &bind, &scope);
    CHECK(name_length == (int)strlen(name) + 1 && strlen(text) == 7 && text_length > 8);
    CHECK(type == MPI_INT && names == MPI_T_ENUM_NULL && bind == MPI_T_BIND_NO_OBJECT);
    CHECK(MPI_T_cvar_get_index(name, &index) == MPI_SUCCESS && index == i);
  }
  length = 0;
  CHECK(MPI_T_cvar_get_info(controls, NULL, &length, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_cvar_get_info(0, NULL, &length, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_SUCCESS && length > 1);
  CHECK(MPI_T_pvar_get_num(&variables) == MPI_SUCCESS && variables > 0);
  for (int i = 0; i < variables; i++) {
    int name_length = sizeof name, index;
    MPI_T_pvar_get_info(i, name, &name_length, &verbosity, &class, &type, &names, NULL, NULL, &bind, &readonly, &continuous, &atomic);
    CHECK(MPI_T_pvar_get_index(name, class, &index) == MPI_SUCCESS && index == i);
    CHECK(type == (class == MPI_T_PVAR_CLASS_COUNTER ? MPI_UNSIGNED_LONG_LONG : MPI_UNSIGNED));
  }
  CHECK(MPI_T_pvar_get_index("nothing", MPI_T_PVAR_CLASS_COUNTER, &class) == MPI_T_ERR_INVALID_NAME);
  CHECK(MPI_T_category_get_num(&categories) == MPI_SUCCESS && categories == 1);
  length = sizeof name;
  MPI_T_category_get_info(0, name, &length, NULL, NULL, &counts[0], &counts[1], &counts[2]);
  CHECK(counts[0] == controls && counts[1] == variables && counts[2] == 0);
  CHECK(MPI_T_category_get_pvars(0, 64, found) == MPI_SUCCESS && found[variables - 1] == variables - 1);
}

/* A message that went with its data is an offer when the limit is below its size. */
static void test_limit(MPI_T_pvar_session session) {
  int index, count, limit, old, bytes = 100;
  char data[100], got[100];
  unsigned long long eager, offered;
  MPI_T_cvar_handle handle;
  MPI_T_pvar_handle eagers, offers;
  MPI_Request request;
  CHECK(MPI_T_cvar_get_index("eager_limit", &index) == MPI_SUCCESS);
  CHECK(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) == MPI_SUCCESS && count == 1);
  CHECK(MPI_T_cvar_read(handle, &old) == MPI_SUCCESS && old > bytes);
  MPI_T_pvar_handle_alloc(session, index_of("messages_eager", MPI_T_PVAR_CLASS_COUNTER), NULL, &eagers, &count);
  MPI_T_pvar_handle_alloc(session, index_of("messages_offered", MPI_T_PVAR_CLASS_COUNTER), NULL, &offers, &count);
  for (int round = 0; round < 2; round++) {
    limit = round == 0 ? old : bytes - 1;
    CHECK(MPI_T_cvar_write(handle, &limit) == MPI_SUCCESS);
    memset(data, round + 1, sizeof data);
    MPI_Isend(data, bytes, MPI_CHAR, rank, 0, MPI_COMM_WORLD, &request);
    MPI_Recv(got, bytes, MPI_CHAR, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(got[99] == round + 1);
    MPI_T_pvar_read(session, eagers, &eager);
    MPI_T_pvar_read(session, offers, &offered);
    CHECK(eager == 1 && offered == round);
  }
  CHECK(MPI_T_cvar_write(handle, &old) == MPI_SUCCESS);
  limit = -1;
  CHECK(MPI_T_cvar_write(handle, &limit) == MPI_ERR_ARG);
  CHECK(MPI_T_cvar_handle_free(&handle) == MPI_SUCCESS && handle == MPI_T_CVAR_HANDLE_NULL);
  CHECK(MPI_T_cvar_read((MPI_T_cvar_handle)12345, &old) == MPI_T_ERR_INVALID_HANDLE);
  MPI_T_cvar_get_index("credit_limit", &index);
  MPI_T_cvar_handle_alloc(index, NULL, &handle, &count);
  CHECK(MPI_T_cvar_write(handle, &old) == MPI_T_ERR_CVAR_SET_NEVER);
}

/* Messages that wait for their receives, and those that have been counted from a reset on. */
static void test_messages(MPI_T_pvar_session session) {
  int count, value = 5, flag = 0;
  unsigned waiting;
  unsigned long long sent, bytes;
  MPI_T_pvar_handle messages, sizes, unexpected;
  MPI_T_pvar_handle_alloc(session, index_of("messages_sent", MPI_T_PVAR_CLASS_COUNTER), NULL, &messages, &count);
  MPI_T_pvar_handle_alloc(session, index_of("bytes_received", MPI_T_PVAR_CLASS_COUNTER), NULL, &sizes, &count);
  MPI_T_pvar_handle_alloc(session, index_of("unexpected_length", MPI_T_PVAR_CLASS_LEVEL), NULL, &unexpected, &count);
  for (int i = 0; i < 3; i++) MPI_Send(&value, 1, MPI_INT, rank, i, MPI_COMM_WORLD);
  while (!flag) MPI_Iprobe(rank, 2, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  MPI_T_pvar_read(session, messages, &sent);
  MPI_T_pvar_read(session, unexpected, &waiting);
  CHECK(sent == 3 && waiting == 3);
  for (int i = 0; i < 3; i++) MPI_Recv(&value, 1, MPI_INT, rank, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_T_pvar_read(session, unexpected, &waiting);
  MPI_T_pvar_readreset(session, sizes, &bytes);
  CHECK(waiting == 0 && bytes == 12);
  MPI_T_pvar_read(session, sizes, &bytes);
  CHECK(bytes == 0);
  CHECK(MPI_T_pvar_start(session, messages) == MPI_T_ERR_PVAR_NO_STARTSTOP);
  CHECK(MPI_T_pvar_reset(session, unexpected) == MPI_T_ERR_PVAR_NO_WRITE);
  CHECK(MPI_T_pvar_read(session, messages, &sent) == MPI_SUCCESS && sent == 3);
  CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
  CHECK(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
  CHECK(MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
  CHECK(MPI_T_pvar_read(session, messages, &sent) == MPI_SUCCESS && sent == 0);
  CHECK(MPI_T_pvar_read(session, MPI_T_PVAR_ALL_HANDLES, &sent) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_pvar_handle_free(session, &messages) == MPI_SUCCESS && messages == MPI_T_PVAR_HANDLE_NULL);
}

int main(int argc, char **argv) {
  int provided, count, length;
  char text[MPI_MAX_ERROR_STRING];
  MPI_T_pvar_session session;
  CHECK(MPI_T_cvar_get_num(&count) == MPI_T_ERR_NOT_INITIALIZED);
  CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  test_descriptions();
  CHECK(MPI_T_pvar_session_create(&session) == MPI_SUCCESS);
  test_limit(session);
  test_messages(session);
  CHECK(MPI_T_pvar_session_free(&session) == MPI_SUCCESS && session == MPI_T_PVAR_SESSION_NULL);
  CHECK(MPI_Error_string(MPI_T_ERR_NOT_INITIALIZED, text, &length) == MPI_SUCCESS && strstr(text, "MPI_T_init_thread"));
  MPI_Finalize();
  CHECK(MPI_T_finalize() == MPI_SUCCESS);
  return 0;
}
