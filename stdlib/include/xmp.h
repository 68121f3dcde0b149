/* XcalableMP's local view in C: images count from 0. */
#ifndef _XMP_H
#define _XMP_H

#include <stddef.h>

int xmpc_this_image(void);
int xmp_num_images(void);

#endif
