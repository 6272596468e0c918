#ifndef VALENCE_CPCRE2_H
#define VALENCE_CPCRE2_H
/* Selects the 8-bit library, which reads UTF-8, the encoding of Swift strings. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#endif
