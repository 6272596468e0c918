#ifndef VALENCE_CSQLITE_H
#define VALENCE_CSQLITE_H
#include <sqlite3.h>
#include <stdint.h>

/* Binds text or bytes, which SQLite copies before it returns. Swift does not import SQLITE_TRANSIENT, a macro with a
   cast. */
static inline int valence_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

static inline int valence_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
  return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

/* Reads the canonical 36 characters of an identifier (RFC 9562, section 4); returns 0 if the text is something else. */
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

/* Sets an option of a connection: the (int, int *) form of sqlite3_db_config, which is variadic. */
static inline int valence_sqlite3_db_config(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

/* Stops the counting of memory, and with it a process-wide lock around every allocation. Must be called before the
   library's first use. sqlite3_config is variadic, so Swift cannot call it. */
static inline int valence_sqlite3_stop_counting_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

#endif
