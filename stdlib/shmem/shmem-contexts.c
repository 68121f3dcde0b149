/*
 * Contexts (OpenSHMEM 1.5, 9.5): all are of one stream, so what completes one completes all.
 */
#include "teams.h"
#include <stdlib.h>

/* Ends the job if the handle is no context's. */
static shmem_ctx_t checked(const char *name, shmem_ctx_t ctx) {
  if (!__shmem_job.pes) __shmem_uninitialized(name);
  if (!ctx || ctx->__mark != CTX_MARK)
    __shmem_refuse(name, "ctx", ctx, ctx ? "it is no context, or one that has been destroyed" : "it is SHMEM_CTX_INVALID");
  return ctx;
}

int __shmem_pe_of(const char *name, shmem_ctx_t ctx, int pe) {
  shmem_team_t team = checked(name, ctx)->__team;
  if (pe < 0 || pe >= team->__size) __shmem_refuse_pe(name, pe, team->__size);
  return team->__start + pe * team->__stride;
}

static int create(const char *name, shmem_team_t team, long options, shmem_ctx_t *ctx) {
  if (!__shmem_job.pes) __shmem_uninitialized(name);
  if (options & ~(SHMEM_CTX_SERIALIZED | SHMEM_CTX_PRIVATE | SHMEM_CTX_NOSTORE))
    __shmem_refuse(name, "options", (void *)options, "they are SHMEM_CTX_SERIALIZED, PRIVATE and NOSTORE");
  *ctx = SHMEM_CTX_INVALID;
  if (!is_team(team)) return -1;
  shmem_ctx_t made = malloc(sizeof *made);
  if (!made) return -1;
  *made = (struct __shmem_ctx){CTX_MARK, options, team};
  *ctx = made;
  return 0;
}

int shmem_ctx_create(long options, shmem_ctx_t *ctx) { return create("shmem_ctx_create", SHMEM_TEAM_WORLD, options, ctx); }

int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t *ctx) {
  return create("shmem_team_create_ctx", team, options, ctx);
}

void shmem_ctx_destroy(shmem_ctx_t ctx) {
  if (ctx == SHMEM_CTX_INVALID) return;
  if (ctx == SHMEM_CTX_DEFAULT)
    __shmem_refuse("shmem_ctx_destroy", "ctx", ctx, "SHMEM_CTX_DEFAULT is there as long as the library");
  checked("shmem_ctx_destroy", ctx);
  shmem_quiet();
  ctx->__mark = 0;
  free(ctx);
}

int shmem_ctx_get_team(shmem_ctx_t ctx, shmem_team_t *team) {
  *team = SHMEM_TEAM_INVALID;
  if (ctx == SHMEM_CTX_INVALID) return -1;
  *team = checked("shmem_ctx_get_team", ctx)->__team;
  return 0;
}

void shmem_ctx_quiet(shmem_ctx_t ctx) {
  if (ctx != SHMEM_CTX_INVALID) checked("shmem_ctx_quiet", ctx);
  shmem_quiet();
}

void shmem_ctx_pe_quiet(shmem_ctx_t ctx, const int *target_pes, size_t npes) {
  if (ctx == SHMEM_CTX_INVALID) return;
  for (size_t i = 0; i < npes; i++) __shmem_pe_of("shmem_ctx_pe_quiet", ctx, target_pes[i]);
  shmem_quiet();
}

/* What a session says of the operations to come helps nobody here (OpenSHMEM 1.6). */
void shmem_ctx_session_start(shmem_ctx_t ctx, long options, const shmem_ctx_session_config_t *config, long config_mask) {
  if (ctx != SHMEM_CTX_INVALID) checked("shmem_ctx_session_start", ctx);
}
void shmem_ctx_session_stop(shmem_ctx_t ctx) {
  if (ctx != SHMEM_CTX_INVALID) checked("shmem_ctx_session_stop", ctx);
}

void shmem_ctx_fence(shmem_ctx_t ctx) {
  if (ctx != SHMEM_CTX_INVALID) checked("shmem_ctx_fence", ctx);
  shmem_fence();
}
