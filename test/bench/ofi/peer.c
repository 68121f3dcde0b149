/* The same operations as latency.c by the same calls of libfabric from C, between two processes: fi_writemsg with
   FI_DELIVERY_COMPLETE, fi_readmsg, fi_inject both ways, fi_cq_read until complete, of a queue that can be waited for where there are such. One
   thread at a time reads it; a progress thread looks from time to time whether the other one does. peer PROVIDER COUNT [HOST HOST]: the network
   namespaces that they are in */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_rma.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CALL(c) do { int s = (c); if (s) { fprintf(stderr, "%s: %s\n", #c, fi_strerror(-s)); exit(1); } } while (0)
#define LARGE (4 << 20)
#define MOST 20000
#define MESSAGE 64 /* what tcp injects */
#define INBOXES 32
#define AWAY 800 /* us that the progress thread stays away */

struct party { size_t length; uint64_t base, key; char name[256]; };

static struct fid_ep *ep;
static struct fid_cq *cq;
static struct fid_mr *mr;
static fi_addr_t peer;
static struct party other;
static char *memory;
static char *inbox;
static int writes, received;
static atomic_int lock;
static volatile long polls;
static volatile int over;
static struct fi_context2 operation, inboxes[INBOXES];
static const struct { const char *put, *get; size_t size; int count; } sizes[] = {
  {"put8", "get8", 8, MOST}, {"put512", "get512", 512, MOST}, {"put4K", "get4K", 4096, MOST},
  {"put64K", "get64K", 65536, 1000}, {"put1M", "get1M", 1 << 20, 200}, {"put4M", "get4M", 4 << 20, 60},
};
#define SIZES (sizeof sizes / sizeof *sizes)

static double times[MOST];

static void post(int i) { CALL(fi_recv(ep, inbox + i * MESSAGE, MESSAGE, fi_mr_desc(mr), FI_ADDR_UNSPEC, &inboxes[i])); }

static void poll_queue(void) {
  struct fi_cq_msg_entry entries[16];
  if (atomic_exchange(&lock, 1)) return;
  polls++;
  ssize_t count = fi_cq_read(cq, entries, 16);
  if (count < 0 && count != -FI_EAGAIN && !over) { fprintf(stderr, "fi_cq_read: %s\n", fi_strerror(-count)); exit(1); }
  for (ssize_t i = 0; i < count; i++) {
    struct fi_context2 *context = entries[i].op_context;
    if (context == &operation) writes++;
    else received++, post(context - inboxes);
  }
  atomic_store(&lock, 0);
}

static void *progress(void *unused) {
  for (long seen = 0; !over; usleep(AWAY)) {
    if (polls == seen) poll_queue();
    seen = polls;
  }
  return NULL;
}

static void access_peer(int is_write, size_t size) {
  struct iovec local = {memory, size};
  struct fi_rma_iov remote = {other.base, size, other.key};
  void *desc = fi_mr_desc(mr);
  struct fi_msg_rma msg = {&local, &desc, 1, peer, &remote, 1, &operation, 0};
  int before = writes;
  while ((is_write ? fi_writemsg(ep, &msg, FI_COMPLETION | FI_DELIVERY_COMPLETE) : fi_readmsg(ep, &msg, FI_COMPLETION)) == -FI_EAGAIN) poll_queue();
  while (writes == before) poll_queue();
}

static void say(char what) {
  char text[MESSAGE] = {what};
  while (fi_inject(ep, text, MESSAGE, peer) == -FI_EAGAIN) poll_queue();
}

static size_t size = 8;
static void put(int i) { access_peer(1, size); }
static void get(int i) { access_peer(0, size); }
/* A message each way, sent at once: also the barrier of two. The first of them may come before the other section is over. */
static int before_meeting;
static void meet(int i) {
  say('b');
  while (received <= before_meeting + i) poll_queue();
}
static void am(int i) {
  say('a');
  while (received <= i) poll_queue();
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void measure(const char *name, void (*operation)(int), int count) {
  for (int i = 0; i < count; i++) {
    double start = now();
    operation(i);
    times[i] = now() - start;
  }
  qsort(times, count, sizeof *times, compare);
  printf("%s %.2f %.2f\n", name, times[count / 2], times[count - count / 100 - 1]);
}

static void open_all(const char *provider, struct party *mine) {
  struct fi_info *hints = fi_allocinfo(), *info;
  struct fid_fabric *fabric;
  struct fid_domain *domain;
  struct fid_av *av;
  hints->caps = FI_MSG | FI_RMA;
  hints->mode = FI_CONTEXT | FI_CONTEXT2;
  hints->ep_attr->type = FI_EP_RDM;
  hints->domain_attr->threading = FI_THREAD_SAFE;
  hints->domain_attr->resource_mgmt = FI_RM_ENABLED;
  hints->domain_attr->mr_mode = FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY;
  hints->tx_attr->msg_order = hints->rx_attr->msg_order = FI_ORDER_SAS;
  hints->fabric_attr->prov_name = strdup(provider);
  CALL(fi_getinfo(FI_VERSION(1, 9), NULL, NULL, 0, hints, &info));
  CALL(fi_fabric(info->fabric_attr, &fabric, NULL));
  CALL(fi_domain(fabric, info, &domain, NULL));
  struct fi_cq_attr cq_attr = {.size = 4096, .format = FI_CQ_FORMAT_MSG, .wait_obj = FI_WAIT_FD};
  if (fi_cq_open(domain, &cq_attr, &cq, NULL)) {
    cq_attr.wait_obj = FI_WAIT_NONE;
    CALL(fi_cq_open(domain, &cq_attr, &cq, NULL));
  }
  struct fi_av_attr av_attr = {.type = FI_AV_TABLE, .count = 2};
  CALL(fi_av_open(domain, &av_attr, &av, NULL));
  CALL(fi_endpoint(domain, info, &ep, NULL));
  CALL(fi_ep_bind(ep, &av->fid, 0));
  CALL(fi_ep_bind(ep, &cq->fid, FI_TRANSMIT | FI_RECV));
  CALL(fi_enable(ep));
  memory = aligned_alloc(4096, 2 * LARGE);
  memset(memory, 0, 2 * LARGE);
  inbox = memory + LARGE;
  CALL(fi_mr_reg(domain, memory, 2 * LARGE, FI_SEND | FI_RECV | FI_READ | FI_WRITE | FI_REMOTE_READ | FI_REMOTE_WRITE, 0, 1, 0, &mr, NULL));
  mine->length = sizeof mine->name;
  CALL(fi_getname(&ep->fid, mine->name, &mine->length));
  mine->base = info->domain_attr->mr_mode & FI_MR_VIRT_ADDR ? (uint64_t)memory : 0;
  mine->key = fi_mr_key(mr);
  for (int i = 0; i < INBOXES; i++) post(i);
  (void)!write(3, mine, sizeof *mine);
  if (read(4, &other, sizeof other) != sizeof other) exit(1);
  if (fi_av_insert(av, other.name, 1, &peer, 0, NULL) != 1) exit(1);
}

static void enter(const char *host) {
  char path[512];
  snprintf(path, sizeof path, "/run/netns/%s", host);
  int file = open(path, O_RDONLY);
  if (file < 0 || setns(file, CLONE_NEWNET)) { perror(path); exit(1); }
}

int main(int argc, char **argv) {
  int a[2], b[2], count = atoi(argv[2]);
  struct party mine;
  if (pipe(a) || pipe(b)) return 1;
  int first = fork() != 0;
  int out = dup(first ? a[1] : b[1]), in = dup(first ? b[0] : a[0]);
  dup2(out, 3);
  dup2(in, 4);
  if (argc > 4) enter(argv[first ? 3 : 4]);
  open_all(argv[1], &mine);
  pthread_t thread;
  pthread_create(&thread, NULL, progress, NULL);
  before_meeting = count;
  if (first) {
    put(0);
    for (int i = 0; i < SIZES; i++) {
      int some = count < sizes[i].count ? count : sizes[i].count;
      size = sizes[i].size;
      measure(sizes[i].put, put, some);
      measure(sizes[i].get, get, some);
    }
    measure("am", am, count);
    measure("barrier", meet, count);
    (void)!write(3, "e", 1);
  } else {
    for (int seen = 0; seen < count;) {
      poll_queue();
      if (received == seen) continue;
      seen = received;
      say('r');
    }
    for (int i = 0; i < count; i++) meet(i);
    char end; /* the other one may yet miss what is on its way: it says when it does not */
    fcntl(4, F_SETFL, O_NONBLOCK);
    while (read(4, &end, 1) != 1) poll_queue();
  }
  over = 1;
  pthread_join(thread, NULL);
  fi_close(&ep->fid);
  return first ? (wait(NULL), 0) : 0;
}
