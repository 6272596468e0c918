#ifndef VALENCE_CZLIB_H
#define VALENCE_CZLIB_H
#include <string.h>
#include <zlib.h>

/* deflateInit2 is a macro. A window of 2^(bits - 16) bytes and more makes gzip (RFC 1952), as zlib's manual says. */
static inline int valence_deflate_begin(z_stream *stream, int level, int bits, int memory) {
  memset(stream, 0, sizeof *stream);
  return deflateInit2(stream, level, Z_DEFLATED, bits, memory, Z_DEFAULT_STRATEGY);
}

/* inflateInit2 is a macro. */
static inline int valence_inflate_begin(z_stream *stream, int bits) {
  memset(stream, 0, sizeof *stream);
  return inflateInit2(stream, bits);
}
#endif
