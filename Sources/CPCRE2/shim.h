#ifndef VALENCE_CPCRE2_H
#define VALENCE_CPCRE2_H
/* The 8-bit library reads UTF-8, which is what Swift strings are made of. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#endif
