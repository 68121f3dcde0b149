/* Fortran 2018's coarray features in C; images count from 0. */
#ifndef _COARRAY_H
#define _COARRAY_H

#include <xmp.h>

int __coarray_this_image(void);
int __coarray_num_images(void);
#define this_image __coarray_this_image
#define num_images __coarray_num_images

#endif
