#ifndef VALENCE_CPOSTGRESQL_H
#define VALENCE_CPOSTGRESQL_H
#include <libpq-fe.h>
#include <stdint.h>
#include <string.h>

/* Codes of error fields. libpq defines them as character macros, which Swift imports as CChar or
   not at all. */
enum {
  VALENCE_PQ_SEVERITY = 'V',
  VALENCE_PQ_SQLSTATE = 'C',
  VALENCE_PQ_MESSAGE = 'M',
  VALENCE_PQ_POSITION = 'P',
};

/* Reads big-endian numbers from results. The address need not be aligned. */
static inline uint16_t valence_pq_read_16(const char *bytes) {
  uint16_t word;
  memcpy(&word, bytes, 2);
  return __builtin_bswap16(word);
}

static inline uint32_t valence_pq_read_32(const char *bytes) {
  uint32_t word;
  memcpy(&word, bytes, 4);
  return __builtin_bswap32(word);
}

static inline uint64_t valence_pq_read_64(const char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  return __builtin_bswap64(word);
}

#endif
