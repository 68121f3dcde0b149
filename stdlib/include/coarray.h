/*
 * Fortran 2018's coarray features in C. Images count from 0, in every team.
 *
 * Arguments in [ ] are optional, from the right; a status comes last. Without a status, any failure ends the job
 * with a message. An object on another image is given by its address there, `&e:[k]`; an image's own also by `&e`.
 */
#ifndef _COARRAY_H
#define _COARRAY_H

#include <xmp.h>

/* Values of a status, and of image_status. */
#define STAT_LOCKED XMP_STAT_LOCKED
#define STAT_LOCKED_OTHER_IMAGE XMP_STAT_LOCKED_OTHER_IMAGE
#define STAT_DUP_SYNC_IMAGES XMP_STAT_DUP_SYNC_IMAGES
#define STAT_UNLOCKED XMP_STAT_UNLOCKED
#define STAT_UNLOCKED_FAILED_IMAGE XMP_STAT_UNLOCKED_FAILED_IMAGE
#define STAT_STOPPED_IMAGE XMP_STAT_STOPPED_IMAGE
#define STAT_FAILED_IMAGE XMP_STAT_FAILED_IMAGE

/* All zero bytes: an event that nobody has posted, a free lock. A team gets its value from form_team or get_team. */
typedef struct event_type { int __count, __waited_for; } event_type;
typedef xmp_lock_t lock_type;
typedef struct team_type { int __index, __mark; } team_type;

/* Of optional arguments behind a 0: the first, second or third, with its default behind them as often. */
#define __COARRAY_FIRST(zero, a, ...) a
#define __COARRAY_SECOND(zero, a, b, ...) b
#define __COARRAY_THIRD(zero, a, b, c, ...) c
/* The sixth argument. */
#define __COARRAY_SIXTH(a, b, c, d, e, f, ...) f
#define __COARRAY_IS(x, type) __builtin_types_compatible_p(__typeof__(x), type)
#define __COARRAY_POINTS(x, type) (__COARRAY_IS((x) + 0, type *) || __COARRAY_IS((x) + 0, const type *))
#define __COARRAY_TO(pointer, type) __builtin_types_compatible_p(__typeof__(*(pointer)), type)

/* ---- images: this_image([team]) or this_image(a[, codimension]), the own indices of a coarray; num_images([team or number of a team beside the current one]) */
#define this_image __builtin_this_image
#define num_images(...) \
  __COARRAY_SIXTH(0, ##__VA_ARGS__, 0, 0, 0, __COARRAY_NUM_IMAGES, __coarray_num_images, 0)(__VA_ARGS__)
#define __COARRAY_NUM_IMAGES(x) \
  __builtin_choose_expr(__COARRAY_POINTS(x, team_type), __coarray_num_images_of_team, __coarray_num_images_of_number)(x)
int __coarray_this_image(void);
int __coarray_this_image_of_team(const team_type *team);
int __coarray_num_images(void);
int __coarray_num_images_of_team(const team_type *team);
int __coarray_num_images_of_number(int number);

/* image_status(image[, team]): 0, STAT_STOPPED_IMAGE or STAT_FAILED_IMAGE */
#define image_status(image, ...) __coarray_image_status(image, __COARRAY_FIRST(0, ##__VA_ARGS__, 0))
/* failed_images(numbers, room[, team]): how many there are; the first `room` of their numbers are stored */
#define failed_images(numbers, room, ...) __coarray_failed_images(numbers, room, __COARRAY_FIRST(0, ##__VA_ARGS__, 0))
#define stopped_images(numbers, room, ...) __coarray_stopped_images(numbers, room, __COARRAY_FIRST(0, ##__VA_ARGS__, 0))
int __coarray_image_status(int image, const team_type *team);
int __coarray_failed_images(int *numbers, int room, const team_type *team);
int __coarray_stopped_images(int *numbers, int room, const team_type *team);

/* ---- image control: sync_all([status]), sync_images(number, set[, status]), sync_team(team[, status]) */
#define sync_all(...) xmp_sync_all(__COARRAY_FIRST(0, ##__VA_ARGS__, 0))
#define sync_memory(...) xmp_sync_memory(__COARRAY_FIRST(0, ##__VA_ARGS__, 0))
#define sync_image(image, ...) xmp_sync_image(image, __COARRAY_FIRST(0, ##__VA_ARGS__, 0))
#define sync_images(number, set, ...) xmp_sync_images(number, set, __COARRAY_FIRST(0, ##__VA_ARGS__, 0))
#define sync_images_all(...) xmp_sync_images_all(__COARRAY_FIRST(0, ##__VA_ARGS__, 0))
#define sync_team(team, ...) __coarray_sync_team(team, __COARRAY_FIRST(0, ##__VA_ARGS__, 0))
void __coarray_sync_team(const team_type *team, int *status);

/* critical [(status)] { ... }: one image at a time */
#define critical __critical

/* ---- events: event_post(event[, status]), event_wait(event[, until_count[, status]]), event_query(event, count[, status]) */
#define event_post(event, ...) \
  __builtin_choose_expr(__COARRAY_IS(event, event_type *), __coarray_event_post_own, __coarray_event_post) \
  (event, __COARRAY_FIRST(0, ##__VA_ARGS__, 0))
#define event_wait(event, ...) \
  __coarray_event_wait(event, __COARRAY_FIRST(0, ##__VA_ARGS__, 1), __COARRAY_SECOND(0, ##__VA_ARGS__, 0, 0))
#define event_query(event, count, ...) \
  __builtin_choose_expr(__COARRAY_IS(event, event_type *), __coarray_event_query_own, __coarray_event_query) \
  (event, count, __COARRAY_FIRST(0, ##__VA_ARGS__, 0))
void __coarray_event_post(shared [] event_type *event, int *status);
void __coarray_event_post_own(event_type *event, int *status);
void __coarray_event_wait(event_type *event, int until_count, int *status);
void __coarray_event_query(shared [] event_type *event, int *count, int *status);
void __coarray_event_query_own(event_type *event, int *count, int *status);

/* ---- locks: lock(lock[, acquired[, status]]), unlock(lock[, status]); with `acquired` nobody waits */
#define lock(lock, ...) \
  __builtin_choose_expr(__COARRAY_IS(lock, lock_type *), __coarray_lock_own, xmp_lock) \
  (lock, __COARRAY_FIRST(0, ##__VA_ARGS__, 0), __COARRAY_SECOND(0, ##__VA_ARGS__, 0, 0))
#define unlock(lock, ...) \
  __builtin_choose_expr(__COARRAY_IS(lock, lock_type *), __coarray_unlock_own, xmp_unlock) \
  (lock, __COARRAY_FIRST(0, ##__VA_ARGS__, 0))
void __coarray_lock_own(lock_type *lock, int *acquired, int *status);
void __coarray_unlock_own(lock_type *lock, int *status);

/*
 * ---- atomic subroutines, on int and long of either sign: atomic_define(atom, value[, status]),
 * atomic_ref(&value, atom[, status]), atomic_add(atom, value[, status]) and and, or, xor,
 * atomic_fetch_add(atom, value, &old[, status]) and and, or, xor, atomic_cas(atom, &old, compare, new[, status])
 */
#define atomic_define(atom, value, ...) __COARRAY_CHANGE(define, atom, value, ##__VA_ARGS__)
#define atomic_ref(value, atom, ...) \
  __COARRAY_ATOMIC(ref, atom)(atom, __COARRAY_RESULT(atom, value), __COARRAY_STATUS(__VA_ARGS__))
#define atomic_add(atom, value, ...) __COARRAY_CHANGE(add, atom, value, ##__VA_ARGS__)
#define atomic_and(atom, value, ...) __COARRAY_CHANGE(and, atom, value, ##__VA_ARGS__)
#define atomic_or(atom, value, ...) __COARRAY_CHANGE(or, atom, value, ##__VA_ARGS__)
#define atomic_xor(atom, value, ...) __COARRAY_CHANGE(xor, atom, value, ##__VA_ARGS__)
#define atomic_fetch_add(atom, value, old, ...) __COARRAY_FETCH(fetch_add, atom, value, old, ##__VA_ARGS__)
#define atomic_fetch_and(atom, value, old, ...) __COARRAY_FETCH(fetch_and, atom, value, old, ##__VA_ARGS__)
#define atomic_fetch_or(atom, value, old, ...) __COARRAY_FETCH(fetch_or, atom, value, old, ##__VA_ARGS__)
#define atomic_fetch_xor(atom, value, old, ...) __COARRAY_FETCH(fetch_xor, atom, value, old, ##__VA_ARGS__)
#define atomic_cas(atom, old, compare, new, ...) \
  __COARRAY_ATOMIC(cas, atom)(atom, __COARRAY_RESULT(atom, old), __COARRAY_VALUE(atom, compare), \
                              __COARRAY_VALUE(atom, new), __COARRAY_STATUS(__VA_ARGS__))

#define __COARRAY_CHANGE(name, atom, value, ...) \
  __COARRAY_ATOMIC(name, atom)(atom, __COARRAY_VALUE(atom, value), __COARRAY_STATUS(__VA_ARGS__))
#define __COARRAY_FETCH(name, atom, value, old, ...) \
  __COARRAY_ATOMIC(name, atom) \
  (atom, __COARRAY_VALUE(atom, value), __COARRAY_RESULT(atom, old), __COARRAY_STATUS(__VA_ARGS__))
#define __COARRAY_STATUS(...) ((int *)__COARRAY_FIRST(0, ##__VA_ARGS__, 0))
#define __COARRAY_VALUE(atom, value) ((__typeof__(0 + *(atom)))(value))
#define __COARRAY_RESULT(atom, pointer) (1 ? (pointer) : (__typeof__(0 + *(atom)) *)0)
#define __COARRAY_IS_INT(atom) (__COARRAY_TO(atom, int) || __COARRAY_TO(atom, unsigned))
#define __COARRAY_IS_LONG(atom) \
  (__COARRAY_TO(atom, long) || __COARRAY_TO(atom, unsigned long) || __COARRAY_TO(atom, long long) || \
   __COARRAY_TO(atom, unsigned long long))
#define __COARRAY_ATOMIC(name, atom) \
  __builtin_choose_expr(__COARRAY_IS_INT(atom), __coarray_atomic_##name##_int, \
                        __builtin_choose_expr(__COARRAY_IS_LONG(atom), __coarray_atomic_##name##_long, \
                                              (struct atomic_variables_must_be_int_or_long *)0))

/* Without prototypes: the atom is this image's or another's. */
#define __COARRAY_DECLARE_ATOMICS(type) \
  void __coarray_atomic_define_##type(), __coarray_atomic_ref_##type(), __coarray_atomic_cas_##type(), \
      __coarray_atomic_add_##type(), __coarray_atomic_and_##type(), __coarray_atomic_or_##type(), \
      __coarray_atomic_xor_##type(), __coarray_atomic_fetch_add_##type(), __coarray_atomic_fetch_and_##type(), \
      __coarray_atomic_fetch_or_##type(), __coarray_atomic_fetch_xor_##type()
__COARRAY_DECLARE_ATOMICS(int);
__COARRAY_DECLARE_ATOMICS(long);
#undef __COARRAY_DECLARE_ATOMICS

/*
 * ---- collective subroutines, by all images of the team, on an array of any arithmetic type: co_sum(array[, number[,
 * result_image[, status]]]), co_min and co_max (no complex numbers); number is 1 if left out. Without a result image
 * (or with ALL_IMAGES) every image gets the result in its array; with one, the arrays of the others are undefined.
 * co_reduce(array, number, function[, result_image[, status]]): also structures; the function takes two elements and
 * gives one. co_broadcast(array, number, source_image[, status]): any type.
 */
#define ALL_IMAGES (-1)
#define co_sum(array, ...) __COARRAY_REDUCE(__coarray_co_sum, array, ##__VA_ARGS__)
#define co_min(array, ...) __COARRAY_REDUCE(__coarray_co_min, array, ##__VA_ARGS__)
#define co_max(array, ...) __COARRAY_REDUCE(__coarray_co_max, array, ##__VA_ARGS__)
#define co_reduce(array, number, function, ...) \
  __COARRAY_REDUCE_BY(__COARRAY_ADDRESS(array), number, function, ##__VA_ARGS__)
#define __COARRAY_REDUCE_BY(array, number, function, ...) \
  __coarray_co_reduce(array, number, sizeof(*(array)), __COARRAY_TYPE(array), __COARRAY_FUNCTION(array, function), \
                      __COARRAY_FIRST(0, ##__VA_ARGS__, ALL_IMAGES), __COARRAY_SECOND(0, ##__VA_ARGS__, 0, 0))
#define co_broadcast(array, number, source_image, ...) \
  __coarray_co_broadcast(__COARRAY_ADDRESS(array), number, sizeof(*__COARRAY_ADDRESS(array)), source_image, \
                         __COARRAY_FIRST(0, ##__VA_ARGS__, 0))

#define __COARRAY_REDUCE(name, array, ...) \
  __COARRAY_REDUCE_AT(name, __COARRAY_ADDRESS(array), ##__VA_ARGS__)
#define __COARRAY_REDUCE_AT(name, array, ...) \
  name(array, __COARRAY_FIRST(0, ##__VA_ARGS__, 1), sizeof(*(array)), __COARRAY_TYPE(array), \
       __COARRAY_SECOND(0, ##__VA_ARGS__, ALL_IMAGES, ALL_IMAGES), __COARRAY_THIRD(0, ##__VA_ARGS__, 0, 0, 0))
/* A number in the place of an array is told once, in words. */
#define __COARRAY_ADDRESS(array) \
  (__builtin_choose_expr(__COARRAY_IS_NUMBER(array), (char *)0 + __COARRAY_REFUSED(!__COARRAY_IS_NUMBER(array)), array))
#define __COARRAY_REFUSED(is_array) \
  sizeof(struct { _Static_assert(is_array, "this function works on an array, in place: of a number it takes the address, as in co_sum(&x)"); char none; })
#define __COARRAY_IS_NUMBER(e) \
  (__COARRAY_IS(e, _Bool) || __COARRAY_IS(e, char) || __COARRAY_IS(e, signed char) || __COARRAY_IS(e, unsigned char) || \
   __COARRAY_IS(e, short) || __COARRAY_IS(e, unsigned short) || __COARRAY_IS(e, int) || __COARRAY_IS(e, unsigned) || \
   __COARRAY_IS(e, long) || __COARRAY_IS(e, unsigned long) || __COARRAY_IS(e, long long) || __COARRAY_IS(e, unsigned long long) || \
   __COARRAY_IS(e, float) || __COARRAY_IS(e, double) || __COARRAY_IS(e, long double) || \
   __COARRAY_IS(e, float _Complex) || __COARRAY_IS(e, double _Complex) || __COARRAY_IS(e, long double _Complex))
/* A function of two elements that gives one; any other is reported as a mismatch. */
#define __COARRAY_FUNCTION(array, function) \
  ((void (*)())(1 ? (function) : (__typeof__(*(array)) (*)(__typeof__(*(array)), __typeof__(*(array))))0))
/* The number of an element type; -1 for what is no number. */
#define __COARRAY_TYPE(p) \
  (__COARRAY_TO(p, char) ? ((char)-1 < 0 ? 0 : 1) : __COARRAY_TO(p, signed char) ? 0 : __COARRAY_TO(p, unsigned char) ? 1 \
   : __COARRAY_TO(p, _Bool) ? 1 : __COARRAY_TO(p, short) ? 2 : __COARRAY_TO(p, unsigned short) ? 3 \
   : __COARRAY_TO(p, int) ? 4 : __COARRAY_TO(p, unsigned) ? 5 : __COARRAY_TO(p, long) ? 6 \
   : __COARRAY_TO(p, unsigned long) ? 7 : __COARRAY_TO(p, long long) ? 6 : __COARRAY_TO(p, unsigned long long) ? 7 \
   : __COARRAY_TO(p, float) ? 8 : __COARRAY_TO(p, double) ? 9 : __COARRAY_TO(p, long double) ? 10 \
   : __COARRAY_TO(p, float _Complex) ? 11 : __COARRAY_TO(p, double _Complex) ? 12 \
   : __COARRAY_TO(p, long double _Complex) ? 12 : -1)
void __coarray_co_sum(void *array, size_t number, size_t size, int type, int result_image, int *status);
void __coarray_co_min(void *array, size_t number, size_t size, int type, int result_image, int *status);
void __coarray_co_max(void *array, size_t number, size_t size, int type, int result_image, int *status);
void __coarray_co_reduce(void *array, size_t number, size_t size, int type, void (*function)(), int result_image,
                         int *status);
void __coarray_co_broadcast(void *array, size_t number, size_t size, int source_image, int *status);

/*
 * ---- teams: form_team(number, team[, new_index[, status]]), by all images of the current team; the number is positive;
 * ANY_INDEX leaves the index open. change_team (team[, status]) { ... }. get_team([level]), team_number([team]).
 */
#define ANY_INDEX (-1)
#define CURRENT_TEAM 0
#define PARENT_TEAM 1
#define INITIAL_TEAM 2
#define form_team(number, team, ...) \
  __coarray_form_team(number, team, __COARRAY_FIRST(0, ##__VA_ARGS__, ANY_INDEX), \
                      __COARRAY_SECOND(0, ##__VA_ARGS__, 0, 0))
#define change_team __change_team
#define get_team(...) __coarray_get_team(__COARRAY_FIRST(0, ##__VA_ARGS__, CURRENT_TEAM))
#define team_number(...) \
  __COARRAY_SIXTH(0, ##__VA_ARGS__, 0, 0, 0, __coarray_team_number_of, __coarray_team_number, 0)(__VA_ARGS__)
void __coarray_form_team(int number, team_type *team, int new_index, int *status);
team_type __coarray_get_team(int level);
int __coarray_team_number(void);
int __coarray_team_number_of(const team_type *team);

/* ---- the end: stop([code or text]) of this image, error_stop([code or text]) of all, fail_image() without a word */
#define stop(...) __COARRAY_SIXTH(0, ##__VA_ARGS__, 0, 0, 0, __COARRAY_STOP, __coarray_stop, 0)(__VA_ARGS__)
#define error_stop(...) \
  __COARRAY_SIXTH(0, ##__VA_ARGS__, 0, 0, 0, __COARRAY_ERROR_STOP, __coarray_error_stop, 0)(__VA_ARGS__)
#define fail_image() __coarray_fail_image()
#define __COARRAY_STOP(x) \
  __builtin_choose_expr(__COARRAY_POINTS(x, char), __coarray_stop_text, __coarray_stop_code)(x)
#define __COARRAY_ERROR_STOP(x) \
  __builtin_choose_expr(__COARRAY_POINTS(x, char), __coarray_error_stop_text, __coarray_error_stop_code)(x)
void __coarray_stop(void) __attribute__((__noreturn__));
void __coarray_stop_code(int code) __attribute__((__noreturn__));
void __coarray_stop_text(const char *text) __attribute__((__noreturn__));
void __coarray_error_stop(void) __attribute__((__noreturn__));
void __coarray_error_stop_code(int code) __attribute__((__noreturn__));
void __coarray_error_stop_text(const char *text) __attribute__((__noreturn__));
void __coarray_fail_image(void) __attribute__((__noreturn__));

/*
 * ---- of a coarray's coshape; images and codimensions count from 0: image_index(a, c0, c1 ...) is the image of these
 * indices, -1 if there is none; lcobound(a[, dimension]), ucobound, coshape: lowest and highest index, and how many
 */
#define image_index __builtin_image_index
#define lcobound __builtin_lcobound
#define ucobound __builtin_ucobound
#define coshape __builtin_coshape

#endif
