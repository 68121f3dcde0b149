/* GNU's messages: program, text, errno's text. */
#ifndef _ERROR_H
#define _ERROR_H

void error(int, int, const char *, ...) __attribute__((__format__(__printf__, 3, 4)));
extern unsigned int error_message_count;

#endif
