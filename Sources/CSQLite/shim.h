#ifndef VALENCE_CSQLITE_H
#define VALENCE_CSQLITE_H
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

/* Binds text or bytes, which SQLite copies before it returns. Swift does not import SQLITE_TRANSIENT, a macro with a
   cast. */
static inline int valence_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

static inline int valence_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
  return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

/* Writes the eight hexadecimal characters of a word. The digits are spread over eight bytes at once; this is for machines whose
   numbers begin with their least significant byte, as all that Swift runs on. */
static inline void valence_sqlite3_write_digits(char *text, uint32_t word) {
  uint64_t digits = (uint64_t)(word & 0xffff0000) << 16 | (word & 0xffff);
  digits = (digits << 8 | digits) & 0x00ff00ff00ff00ff;
  digits = (digits << 4 | digits) & 0x0f0f0f0f0f0f0f0f;
  uint64_t letters = (digits + 0x0606060606060606) >> 4 & 0x0101010101010101;
  digits = __builtin_bswap64(digits + 0x3030303030303030 + letters * ('a' - '0' - 10));
  memcpy(text, &digits, 8);
}

/* Writes an identifier of 16 bytes as its canonical 36 characters (RFC 9562, section 4). */
static inline void valence_sqlite3_write_identifier(char *text, uint64_t high, uint64_t low) {
  char digits[32];
  valence_sqlite3_write_digits(digits, (uint32_t)(high >> 32));
  valence_sqlite3_write_digits(digits + 8, (uint32_t)high);
  valence_sqlite3_write_digits(digits + 16, (uint32_t)(low >> 32));
  valence_sqlite3_write_digits(digits + 24, (uint32_t)low);
  memcpy(text, digits, 8);
  memcpy(text + 9, digits + 8, 4);
  memcpy(text + 14, digits + 12, 4);
  memcpy(text + 19, digits + 16, 4);
  memcpy(text + 24, digits + 20, 12);
  text[8] = text[13] = text[18] = text[23] = '-';
}

/* Binds such an identifier; SQLite copies it. */
static inline int valence_sqlite3_bind_identifier(sqlite3_stmt *statement, int index, uint64_t high, uint64_t low) {
  char text[36];
  valence_sqlite3_write_identifier(text, high, low);
  return sqlite3_bind_text(statement, index, text, 36, SQLITE_TRANSIENT);
}

/* Reads 36 such characters; returns 0 if the text is something else. */
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
