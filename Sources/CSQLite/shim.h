#ifndef VALENCE_CSQLITE_H
#define VALENCE_CSQLITE_H
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast macro, which Swift does not import: SQLite copies the bytes before returning. */
static inline int valence_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

static inline int valence_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
  return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

/* sqlite3_db_config is variadic: this is its (int, int *) form. */
static inline int valence_sqlite3_db_config(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

/* sqlite3_config is variadic: this is the form that stops counting memory, and with it a process-wide lock around every
   allocation. It has to come before the library's first use. */
static inline int valence_sqlite3_stop_counting_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

#endif
