/*
 * Teams (OpenSHMEM 1.5, 9.4). One idea: their PEs are at a regular distance, so a team is three numbers, and the one by which the
 * runtime knows it.
 */
#include "teams.h"
#include <stdlib.h>

/* The number of the new team of those of the parent's with one colour, by index. */
int __shmem_split(const char *name, int parent, int colour, int index);

/* Ends the job if the handle is of no team, and of no invalid one. */
static int is_valid(const char *name, shmem_team_t team) {
  if (!__shmem_job.pes) __shmem_uninitialized(name);
  if (team == SHMEM_TEAM_INVALID) return 0;
  if (!is_team(team)) __shmem_refuse(name, "team", team, "it is no team, or one that has been destroyed");
  return 1;
}

int __shmem_team_number(const char *name, shmem_team_t team) {
  if (!is_valid(name, team)) __shmem_refuse(name, "team", team, "it is SHMEM_TEAM_INVALID");
  return team->__number;
}

int shmem_team_my_pe(shmem_team_t team) { return is_valid("shmem_team_my_pe", team) ? team->__me : -1; }
int shmem_team_n_pes(shmem_team_t team) { return is_valid("shmem_team_n_pes", team) ? team->__size : -1; }

int shmem_team_get_config(shmem_team_t team, long config_mask, shmem_team_config_t *config) {
  if (!is_valid("shmem_team_get_config", team)) return -1;
  if (config_mask & SHMEM_TEAM_NUM_CONTEXTS) config->num_contexts = team->__contexts;
  return 0;
}

int shmem_team_translate_pe(shmem_team_t src_team, int src_pe, shmem_team_t dest_team) {
  if (!is_valid("shmem_team_translate_pe", src_team) || !is_valid("shmem_team_translate_pe", dest_team)) return -1;
  if (src_pe < 0 || src_pe >= src_team->__size) return -1;
  int apart = src_team->__start + src_pe * src_team->__stride - dest_team->__start;
  if (apart % dest_team->__stride != 0) return -1;
  int pe = apart / dest_team->__stride;
  return pe >= 0 && pe < dest_team->__size ? pe : -1;
}

void *shmem_team_ptr(shmem_team_t team, const void *dest, int pe) {
  int there = shmem_team_translate_pe(team, pe, SHMEM_TEAM_WORLD);
  return there < 0 ? NULL : shmem_ptr(dest, there);
}

/* The team of the parent's PEs start, start + stride ..., in which this PE has an index. */
static int make(shmem_team_t parent, int start, int stride, int size, int index, int number,
                const shmem_team_config_t *config, long config_mask, shmem_team_t *team) {
  shmem_team_t made = malloc(sizeof *made);
  if (!made) return -1;
  *made = (struct __shmem_team){TEAM_MARK, parent->__start + start * parent->__stride,
                                size == 1 ? 1 : stride * parent->__stride, size, index, number};
  if (config && config_mask & SHMEM_TEAM_NUM_CONTEXTS) made->__contexts = config->num_contexts;
  *team = made;
  return 0;
}

/* Arguments that no team has are refused by all in the same way. */
int shmem_team_split_strided(shmem_team_t parent_team, int start, int stride, int size, const shmem_team_config_t *config,
                             long config_mask, shmem_team_t *new_team) {
  *new_team = SHMEM_TEAM_INVALID;
  if (!is_valid("shmem_team_split_strided", parent_team)) return -1;
  int pes = parent_team->__size;
  if (start < 0 || start >= pes || size < 1 || size > pes || (stride == 0 && size > 1)) return -1;
  long last = start + (long)stride * (size - 1);
  if (last < 0 || last >= pes) return -1;
  int apart = parent_team->__me - start, index = stride == 0 ? apart : apart / stride;
  int is_member = index >= 0 && index < size && apart == index * stride;
  int number = __shmem_split("shmem_team_split_strided", parent_team->__number, is_member, index);
  return is_member ? make(parent_team, start, stride, size, index, number, config, config_mask, new_team) : 0;
}

int shmem_team_split_2d(shmem_team_t parent_team, int xrange, const shmem_team_config_t *xaxis_config, long xaxis_mask,
                        shmem_team_t *xaxis_team, const shmem_team_config_t *yaxis_config, long yaxis_mask,
                        shmem_team_t *yaxis_team) {
  static const char name[] = "shmem_team_split_2d";
  *xaxis_team = *yaxis_team = SHMEM_TEAM_INVALID;
  if (!is_valid(name, parent_team) || xrange < 1) return -1;
  int pes = parent_team->__size;
  if (xrange > pes) xrange = pes;
  int x = parent_team->__me % xrange, y = parent_team->__me / xrange, row = y * xrange;
  int columns = pes - row < xrange ? pes - row : xrange, rows = (pes - x + xrange - 1) / xrange;
  int xnumber = __shmem_split(name, parent_team->__number, y, x), ynumber = __shmem_split(name, parent_team->__number, x, y);
  return make(parent_team, row, 1, columns, x, xnumber, xaxis_config, xaxis_mask, xaxis_team) |
         make(parent_team, x, xrange, rows, y, ynumber, yaxis_config, yaxis_mask, yaxis_team);
}

void shmem_team_destroy(shmem_team_t team) {
  if (!is_valid("shmem_team_destroy", team)) return;
  if (team == SHMEM_TEAM_WORLD || team == SHMEM_TEAM_SHARED)
    __shmem_refuse("shmem_team_destroy", "team", team, "SHMEM_TEAM_WORLD and SHMEM_TEAM_SHARED are there as long as the library");
  team->__mark = 0;
  free(team);
}

int shmem_team_sync(shmem_team_t team) {
  __shmem_team_sync("shmem_team_sync", __shmem_team_number("shmem_team_sync", team));
  return 0;
}
