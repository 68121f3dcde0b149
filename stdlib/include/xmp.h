/*
 * XcalableMP's local view in C: images count from 0, nodes are images (xmp_node_num counts from 1). Each image works
 * with its current team. A status may be a null pointer: then what is not success ends the job with a message.
 */
#ifndef _XMP_H
#define _XMP_H

#include <stddef.h>

/* Values of a status: stopped images come before failed ones, those before the rest. */
#define XMP_STAT_SUCCESS 0
#define XMP_STAT_LOCKED 1
#define XMP_STAT_LOCKED_OTHER_IMAGE 2
#define XMP_STAT_DUP_SYNC_IMAGES 3
#define XMP_STAT_UNLOCKED 4
#define XMP_STAT_UNLOCKED_FAILED_IMAGE 5
#define XMP_STAT_STOPPED_IMAGE 6000
#define XMP_STAT_FAILED_IMAGE 6001

/* images and nodes */
int xmpc_this_image(void);
int xmp_num_images(void);
int xmp_node_num(void);
int xmpc_node_num(void);
int xmp_num_nodes(void);
int xmp_all_node_num(void);
int xmpc_all_node_num(void);
int xmp_all_num_nodes(void);

/* synchronization */
void xmp_barrier(void);
void xmp_sync_all(int *status);
void xmp_sync_memory(int *status);
void xmp_sync_image(int image, int *status);
void xmp_sync_images(int num, const int *image_set, int *status);
void xmp_sync_images_all(int *status);

/* locks: static or allocated coarrays; all zero bytes are a free one. With `acquired` nobody waits. */
typedef struct lock_type { long long __words; } xmp_lock_t;
void xmp_lock(shared [] xmp_lock_t *lock, int *acquired, int *status);
void xmp_unlock(shared [] xmp_lock_t *lock, int *status);

/* A post goes to an image with a tag; a wait takes one post: any, any of an image, or with its tag. */
void xmp_post(int image, int tag);
void xmp_wait(void);
void xmp_wait_image(int image);
void xmp_wait_tag(int image, int tag);

/* Define and reference an int of any image by one access: xmp_atomic_define(n:[k], 3), xmp_atomic_ref(&value, n). */
#define xmp_atomic_define(atom, value) __XMP_ATOMIC(define, atom)(&(atom), (int)(value), (int *)0)
#define xmp_atomic_ref(value, atom) __XMP_ATOMIC(ref, atom)(&(atom), (int *){value}, (int *)0)
#define __XMP_ATOMIC(name, atom) \
  __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(atom), int), __coarray_atomic_##name##_int, \
                        (struct atomic_variables_must_be_int *)0)
void __coarray_atomic_define_int();
void __coarray_atomic_ref_int();

/* The same room on every image of the team, all zero; the extents of its codimensions, but the last, may follow. */
#define xmp_comalloc(bytes, ...) \
  __coarray_comalloc(bytes, (int[]){0, ##__VA_ARGS__} + 1, (int)(sizeof((int[]){0, ##__VA_ARGS__}) / sizeof(int)) - 1)
void *__coarray_comalloc(size_t bytes, const int *coextents, int count);
void xmp_cofree(void *coarray);

double xmp_wtime(void);
double xmp_wtick(void);
void xmp_exit(int status) __attribute__((__noreturn__));

#endif
