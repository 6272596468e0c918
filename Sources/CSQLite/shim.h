#ifndef VALENCE_CSQLITE_H
#define VALENCE_CSQLITE_H
#include <sqlite3.h>

/* Binds text or bytes, which SQLite copies before it returns. Swift does not import SQLITE_TRANSIENT, a macro with a
   cast. */
static inline int valence_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

static inline int valence_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
  return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

/* Sets an option of a connection: the (int, int *) form of sqlite3_db_config, which is variadic. */
static inline int valence_sqlite3_db_config(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

/* Stops the counting of memory, and with it a process-wide lock around every allocation. Must be called before the
   library's first use. sqlite3_config is variadic, so Swift cannot call it. */
static inline int valence_sqlite3_stop_counting_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

#endif
