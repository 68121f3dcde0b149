// gasnet_tools.h: atomics of each width and their limits, clocks, numbers of the environment, mutexes, keys, bytes that are zero.
#include "conduit.h"
#include <gasnet_tools.h>

GASNETT_IDENT(identity, "$identity: " GASNET_CONFIG_STRING " " GASNETT_SYSTEM_TUPLE " $");
GASNETT_THREADKEY_DEFINE(key);

#define ATOMICS(name, value, high) \
  static gasnett_##name##_t name##_of_file = gasnett_##name##_init(high); \
  static void check_##name(void) { \
    gasnett_##name##_t *p = &name##_of_file; \
    CHECK(gasnett_##name##_read(p, 0) == high); \
    gasnett_##name##_increment(p, GASNETT_ATOMIC_REL); \
    CHECK(gasnett_##name##_read(p, GASNETT_ATOMIC_ACQ) == 0); \
    gasnett_##name##_decrement(p, 0); \
    CHECK(gasnett_##name##_read(p, 0) == high); \
    CHECK(gasnett_##name##_add(p, 3, 0) == 2); \
    CHECK(gasnett_##name##_subtract(p, 1, 0) == 1); \
    CHECK(gasnett_##name##_decrement_and_test(p, 0)); \
    CHECK(!gasnett_##name##_decrement_and_test(p, 0)); \
    CHECK(!gasnett_##name##_compare_and_swap(p, 1, 2, 0) && gasnett_##name##_read(p, 0) == high); \
    CHECK(gasnett_##name##_compare_and_swap(p, high, 2, GASNETT_ATOMIC_ACQ_IF_TRUE) && gasnett_##name##_read(p, 0) == 2); \
    CHECK(gasnett_##name##_swap(p, high - 5, GASNETT_ATOMIC_MB_PRE | GASNETT_ATOMIC_MB_POST) == 2); \
    gasnett_##name##_set(p, 7, 0); \
    CHECK(gasnett_##name##_read(p, 0) == 7); \
  }
ATOMICS(atomic, gasnett_atomic_val_t, GASNETT_ATOMIC_MAX)
ATOMICS(atomic32, uint32_t, UINT32_MAX)
ATOMICS(atomic64, uint64_t, UINT64_MAX)
ATOMICS(strongatomic, gasnett_atomic_val_t, GASNETT_ATOMIC_MAX)
ATOMICS(strongatomic64, uint64_t, UINT64_MAX)

static void clocks(void) {
  gasnett_tick_t before = gasnett_ticks_now();
  int64_t wall = gasnett_gettimeofday_us();
  CHECK(gasnett_nsleep(3000000) == 0);
  gasnett_sched_yield();
  gasnett_tick_t passed = gasnett_ticks_now() - before;
  CHECK(gasnett_ticks_to_ns(passed) >= 3000000 && gasnett_ticks_to_us(passed) == gasnett_ticks_to_ns(passed) / 1000);
  CHECK(gasnett_gettimeofday_us() - wall >= 2900 && passed < GASNETT_TICK_MAX && before > GASNETT_TICK_MIN);
  CHECK(gasnett_tick_granularityus() > 0 && gasnett_tick_overheadus() > 0);
}

static void numbers(void) {
  static const struct { const char *text; uint64_t unit; int64_t value; } PARSED[] = {
      {"0", 0, 0}, {"17", 0, 17}, {"-17", 0, -17}, {"0x40", 0, 64}, {"4K", 0, 4096}, {"4 kb", 1, 4096}, {"1.5M", 0, 1572864},
      {"-1.5k", 0, -1536}, {"3G", 0, 3221225472}, {"2T", 0, 2199023255552}, {"3", 1048576, 3145728}, {"3B", 1024, 3}, {".5", 1024, 512}};
  char text[32];
  for (int i = 0; i < ENTRIES(PARSED); i++) CHECK(gasnett_parse_int(PARSED[i].text, PARSED[i].unit) == PARSED[i].value);
  CHECK(!strcmp(gasnett_format_number(65536, text, sizeof text, 1), "64 KB"));
  CHECK(!strcmp(gasnett_format_number(-1000, text, sizeof text, 1), "-1000 B"));
  CHECK(!strcmp(gasnett_format_number(65536, text, sizeof text, 0), "65536"));
  for (int64_t value = INT64_MIN / 2; value; value /= 2)
    CHECK(gasnett_parse_int(gasnett_format_number(value, text, sizeof text, 1), 0) == value);
}

static void environment(void) {
  CHECK(!strcmp(gasnett_getenv("CONDUIT_TEST"), "a value") && !gasnett_getenv("CONDUIT_NOT_THERE"));
  CHECK(!strcmp(gasnett_getenv_withdefault("CONDUIT_NOT_THERE", "other"), "other"));
  gasnett_setenv("CONDUIT_NUMBER", "12K");
  CHECK(gasnett_getenv_int_withdefault("CONDUIT_NUMBER", 5, 0) == 12288);
  CHECK(gasnett_getenv_int_withdefault("CONDUIT_NOT_THERE", 5, 1024) == 5);
  gasnett_setenv("CONDUIT_NUMBER", "3/4");
  CHECK(gasnett_getenv_dbl_withdefault("CONDUIT_NUMBER", 1) == 0.75);
  gasnett_setenv("CONDUIT_NUMBER", "yes");
  CHECK(gasnett_getenv_yesno_withdefault("CONDUIT_NUMBER", 0) && !gasnett_getenv_yesno_withdefault("CONDUIT_NOT_THERE", 0));
  gasnett_unsetenv("CONDUIT_NUMBER");
  CHECK(!gasnett_getenv("CONDUIT_NUMBER"));
}

static void mutexes(void) {
  static gasnett_mutex_t mutex = GASNETT_MUTEX_INITIALIZER;
  gasnett_mutex_lock(&mutex);
  CHECK(gasnett_mutex_trylock(&mutex));
  gasnett_mutex_unlock(&mutex);
  CHECK(!gasnett_mutex_trylock(&mutex));
  gasnett_mutex_unlock(&mutex);
  gasnett_threadkey_set(key, &mutex);
  CHECK(gasnett_threadkey_get(key) == &mutex);
}

static void bytes(void) {
  unsigned char from[77], to[77];
  size_t zeros = 0;
  for (int i = 0; i < 77; i++) zeros += (from[i] = i % 3 ? i : 0) == 0;
  CHECK(gasnett_count0s(from, 77) == zeros && gasnett_count0s(from, 0) == 0);
  CHECK(gasnett_count0s_copy(to, from, 77) == zeros && !memcmp(from, to, 77));
  CHECK(gasnett_count0s_uint32_t(0x00ff0100) == 2 && gasnett_count0s_uint64_t(1) == 7);
  uint64_t sum = gasnett_checksum(from, 77);
  CHECK(sum == gasnett_checksum(to, 77));
  to[76] ^= 1;
  CHECK(sum != gasnett_checksum(to, 77));
}

static int traced;
static int trace(int descriptor) { return traced = descriptor, 0; }
gasnett_backtrace_type_t gasnett_backtrace_user = {"USER", trace, 1};

int main(int argc, char **argv) {
  start(argc, argv, NULL, 0, GASNET_PAGESIZE);
  check_atomic(), check_atomic32(), check_atomic64(), check_strongatomic(), check_strongatomic64();
  clocks(), numbers(), environment(), mutexes(), bytes();
  gasnett_backtrace_init(argv[0]);
  CHECK(gasnett_print_backtrace(2) == 0 && traced == 2);
  CHECK(1 << GASNETT_PAGESHIFT == GASNETT_PAGESIZE && GASNETT_PAGESIZE == GASNET_PAGESIZE && gasnett_cpu_count() > 0);
  CHECK(*gasnett_gethostname() && GASNETT_PREDICT_TRUE(2) == 1);
  gasnet_nodeinfo_t known[64];
  SAFE(gasnet_getNodeInfo(known, nodes));
  for (int node = 0; node < nodes; node++) CHECK(known[node].host == 0 && known[node].supernode == node);
  end();
}
