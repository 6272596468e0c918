#ifndef VALENCE_CSQLITE_H
#define VALENCE_CSQLITE_H
#include <sqlite3.h>
#include "gathered_log.h"
#include <stdint.h>
#include <string.h>

/* Binds text or bytes, which SQLite copies. Swift does not import SQLITE_TRANSIENT, a macro with a
   cast. */
static inline int valence_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

static inline int valence_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
  return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

/* Parses the canonical 36 characters of an identifier (RFC 9562, section 4). Returns 0 if the text
   is malformed. */
static inline int valence_sqlite3_read_identifier(const unsigned char *text, int length, uint64_t *high, uint64_t *low) {
  uint64_t words[2] = {0, 0};
  if (!text || length != 36) return 0;
  for (int place = 0, nibble = 0; place < 36; place++) {
    unsigned char character = text[place];
    if (place == 8 || place == 13 || place == 18 || place == 23) {
      if (character != '-') return 0;
      continue;
    }
    unsigned digit;
    if (character >= '0' && character <= '9') digit = character - '0';
    else if (character >= 'a' && character <= 'f') digit = character - 'a' + 10;
    else return 0;
    words[nibble >> 4] = words[nibble >> 4] << 4 | digit;
    nibble++;
  }
  *high = words[0];
  *low = words[1];
  return 1;
}

/* Sets an option of a connection: the (int, int *) form of the variadic sqlite3_db_config. */
static inline int valence_sqlite3_db_config(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

/* The header of the log index: a change counter, the number of pages, a checksum and salts
   (https://www.sqlite.org/walformat.html, section 2.1). Each commit of any process changes it. */
typedef struct {
  uint64_t words[6];
} valence_sqlite3_log_head;

/* Returns the shared memory of the log index; NULL if it is not available. It is valid while the
   connection is open. */
static inline const void *valence_sqlite3_log_index(sqlite3 *database) {
  sqlite3_file *file = 0;
  void volatile *index = 0;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return 0;
  if (!file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) return 0;
  /* The first part of the index. SQLite maps parts of this size. */
  if (file->pMethods->xShmMap(file, 0, 32768, 0, &index) != SQLITE_OK) return 0;
  return (const void *)index;
}

/* Reads the header as SQLite does, which writes the second of two copies first. Returns 0 while the
   header is being written, and if its version is not the documented one. */
static inline int valence_sqlite3_read_log_head(const void *index, valence_sqlite3_log_head *head) {
  const volatile uint64_t *words = (const volatile uint64_t *)index;
  for (int place = 0; place < 6; place++) head->words[place] = words[place];
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  for (int place = 0; place < 6; place++) {
    if (words[6 + place] != head->words[place]) return 0;
  }
  uint32_t version;
  memcpy(&version, head->words, sizeof version);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return version == 3007000;
}

/* Disables memory statistics, which need a process-wide lock for each allocation. Must be called
   before the first use of the library. sqlite3_config is variadic, so Swift cannot call it. */
static inline int valence_sqlite3_stop_counting_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

#endif
