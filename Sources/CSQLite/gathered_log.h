/* A file system layer for SQLite that combines writes to the write-ahead log.

   SQLite writes each page of a transaction to the log with two system calls: one for the header of
   the frame and one for the page. Most frames are contiguous. This layer buffers them until SQLite
   syncs the log, and then writes them with a few calls.

   `PRAGMA synchronous = FULL` is required. With this setting, other connections find new frames in
   the log index only after the sync (https://www.sqlite.org/walformat.html, section 2.3.1). A read
   by the same connection writes the buffer first. If the process ends, buffered frames are lost
   like an uncommitted transaction. If writing the buffer fails, the transaction fails.

   Everything else is delegated to SQLite's default file system. */
#ifndef VALENCE_GATHERED_LOG_H
#define VALENCE_GATHERED_LOG_H
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define VALENCE_GATHERED_LOG "valence-gathered-log"

/* The buffer of one log. It follows the file object of the default file system in memory. */
typedef struct {
  const sqlite3_io_methods *own;
  /* The methods that SQLite calls: the default ones, except those below. */
  sqlite3_io_methods methods;
  unsigned char *bytes;
  int count;
  sqlite3_int64 start;
} valence_gathered;

/* The maximum number of buffered bytes, and of bytes for one call of the default file system, which
   uses the number of bytes modulo 128 KiB. */
enum { valence_gathered_most = 1 << 20, valence_gathered_at_once = 1 << 16 };

/* The default file system, and the size of its file object in bytes. */
typedef struct {
  sqlite3_vfs *files;
  size_t size;
} valence_own;

/* Set once, before the first file is opened. Swift supports a variable in a header only inside a
   function. */
static valence_own *valence_own_place(void) {
  static valence_own own;
  return &own;
}

static valence_gathered *valence_gathered_of(sqlite3_file *file) {
  return (valence_gathered *)((char *)file + valence_own_place()->size);
}

/* Writes the buffer and empties it, even if the write fails. The transaction then fails. */
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
  /* Bytes that were not synced belong to no committed transaction. */
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

/* Registers the file system layer. Must be called once. */
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
