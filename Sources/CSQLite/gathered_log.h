/* A file system for SQLite that gathers what it writes to the log of changes, until it has the log brought to the disk.

   SQLite writes each page of a transaction to the log with two calls of the system, one for the head of the frame and one for the
   page: some two hundred for a batch of payments, whose pages lie one behind the other. Here they become a few.

   Nobody reads these frames before the log is synced: with `PRAGMA synchronous = FULL` the index of the log names them to other
   connections only then (https://www.sqlite.org/walformat.html, 2.3.1), and this connection's own look at the file writes them first.
   With any other setting of `synchronous` this file system must not be used. What is gathered and not written is lost with
   the process, as a transaction that was not committed. A write that fails does so when the log is synced: the COMMIT fails then.

   All else is done by SQLite's own file system for this machine. */
#ifndef VALENCE_GATHERED_LOG_H
#define VALENCE_GATHERED_LOG_H
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define VALENCE_GATHERED_LOG "valence-gathered-log"

/* What is gathered of one log; it stands behind the file of SQLite's own file system, in the same memory. */
typedef struct {
  const sqlite3_io_methods *own;
  /* The methods that SQLite calls: its own but for those below. */
  sqlite3_io_methods methods;
  unsigned char *bytes;
  int count;
  sqlite3_int64 start;
} valence_gathered;

/* Bytes that are gathered at most, and that SQLite's file system gets at once: it takes a number of them modulo 128 KiB. */
enum { valence_gathered_most = 1 << 20, valence_gathered_at_once = 1 << 16 };

/* SQLite's own file system, and the bytes of one of its files. */
typedef struct {
  sqlite3_vfs *files;
  size_t size;
} valence_own;

/* Both are set once, before the first file is opened. Swift emits a variable of a header only within a function. */
static valence_own *valence_own_place(void) {
  static valence_own own;
  return &own;
}

static valence_gathered *valence_gathered_of(sqlite3_file *file) {
  return (valence_gathered *)((char *)file + valence_own_place()->size);
}

/* Writes what is gathered. It is forgotten also if that fails: the transaction that it belongs to fails then. */
static int valence_gathered_write_out(sqlite3_file *file) {
  valence_gathered *gathered = valence_gathered_of(file);
  if (!gathered->count) return SQLITE_OK;
  int count = gathered->count, code = SQLITE_OK;
  gathered->count = 0;
  for (int done = 0; done < count && code == SQLITE_OK; done += valence_gathered_at_once) {
    int rest = count - done;
    code = gathered->own->xWrite(
        file, gathered->bytes + done, rest < valence_gathered_at_once ? rest : valence_gathered_at_once, gathered->start + done);
  }
  return code;
}

static int valence_gathered_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 place) {
  valence_gathered *gathered = valence_gathered_of(file);
  int follows = gathered->count && place == gathered->start + gathered->count;
  if (!follows || count > valence_gathered_most - gathered->count) {
    int code = valence_gathered_write_out(file);
    if (code != SQLITE_OK) return code;
  }
  if (!gathered->bytes) gathered->bytes = malloc(valence_gathered_most);
  if (!gathered->bytes || count > valence_gathered_most) return gathered->own->xWrite(file, bytes, count, place);
  if (!gathered->count) gathered->start = place;
  memcpy(gathered->bytes + gathered->count, bytes, (size_t)count);
  gathered->count += count;
  return SQLITE_OK;
}

static int valence_gathered_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 place) {
  int code = valence_gathered_write_out(file);
  return code != SQLITE_OK ? code : valence_gathered_of(file)->own->xRead(file, bytes, count, place);
}

static int valence_gathered_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int code = valence_gathered_write_out(file);
  return code != SQLITE_OK ? code : valence_gathered_of(file)->own->xTruncate(file, size);
}

static int valence_gathered_sync(sqlite3_file *file, int flags) {
  int code = valence_gathered_write_out(file);
  return code != SQLITE_OK ? code : valence_gathered_of(file)->own->xSync(file, flags);
}

static int valence_gathered_size(sqlite3_file *file, sqlite3_int64 *size) {
  int code = valence_gathered_write_out(file);
  return code != SQLITE_OK ? code : valence_gathered_of(file)->own->xFileSize(file, size);
}

static int valence_gathered_close(sqlite3_file *file) {
  valence_gathered *gathered = valence_gathered_of(file);
  /* What no sync has asked for belongs to no transaction that was committed. */
  free(gathered->bytes);
  gathered->bytes = 0;
  gathered->count = 0;
  return gathered->own->xClose(file);
}

static int valence_gathered_open(sqlite3_vfs *files, const char *path, sqlite3_file *file, int flags, int *given) {
  (void)files;
  sqlite3_vfs *own = valence_own_place()->files;
  int code = own->xOpen(own, path, file, flags, given);
  if (code != SQLITE_OK || !(flags & SQLITE_OPEN_WAL) || !file->pMethods) return code;
  valence_gathered *gathered = valence_gathered_of(file);
  *gathered = (valence_gathered){.own = file->pMethods, .methods = *file->pMethods};
  gathered->methods.xWrite = valence_gathered_write;
  gathered->methods.xRead = valence_gathered_read;
  gathered->methods.xTruncate = valence_gathered_truncate;
  gathered->methods.xSync = valence_gathered_sync;
  gathered->methods.xFileSize = valence_gathered_size;
  gathered->methods.xClose = valence_gathered_close;
  file->pMethods = &gathered->methods;
  return SQLITE_OK;
}

/* Makes the file system known under its name; must be called once. */
static inline int valence_sqlite3_gather_logs(void) {
  static sqlite3_vfs files;
  size_t unit = sizeof(sqlite3_int64);
  sqlite3_vfs *own = sqlite3_vfs_find(0);
  if (!own) return SQLITE_ERROR;
  size_t size = ((size_t)own->szOsFile + unit - 1) / unit * unit;
  *valence_own_place() = (valence_own){.files = own, .size = size};
  files = *own;
  files.szOsFile = (int)(size + sizeof(valence_gathered));
  files.zName = VALENCE_GATHERED_LOG;
  files.pNext = 0;
  files.xOpen = valence_gathered_open;
  return sqlite3_vfs_register(&files, 0);
}

#endif
