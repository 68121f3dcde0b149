/* The lists of kept blocks. */
#include "kept-blocks.h"

struct kept_blocks __kept_blocks;
