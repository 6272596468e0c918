// A library to preload. Writes into the file HOLDS how long the process held SQLite's write lock and its checkpoint lock, and how
// long it waited for the disk. Each duration above 10 ms is a line with its end on the monotonic clock. Counts and longest times
// follow at the end.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// SQLite's locks in the log's shared-memory file (wal.c): bytes 120 and 121.
enum { writing, moving, syncing, kinds };
static const char *names[kinds] = {"held to write", "held to move the log", "waits for the disk"};

static struct figures { long count; double whole, longest, since; long over[3]; } figures[kinds];
static const double bounds[3] = {0.010, 0.025, 0.050};
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static FILE *out(void) {
  static FILE *file;
  if (!file && getenv("HOLDS")) file = fopen(getenv("HOLDS"), "a");
  return file;
}

static void add(int kind, double taken) {
  struct figures *of = &figures[kind];
  pthread_mutex_lock(&turn);
  of->count++;
  of->whole += taken;
  if (taken > of->longest) of->longest = taken;
  for (int place = 0; place < 3; place++) of->over[place] += taken > bounds[place];
  if (taken > bounds[0] && out()) {
    fprintf(out(), "%.4f %s %.1f ms\n", now(), names[kind], taken * 1000);
    fflush(out());
  }
  pthread_mutex_unlock(&turn);
}

static void lock(const struct flock *asked) {
  for (int kind = writing; kind <= moving; kind++) {
    long place = 120 + kind;
    if (asked->l_whence != SEEK_SET || asked->l_start > place || asked->l_start + asked->l_len <= place) continue;
    if (asked->l_type == F_WRLCK) figures[kind].since = now();
    if (asked->l_type == F_UNLCK && figures[kind].since) {
      add(kind, now() - figures[kind].since);
      figures[kind].since = 0;
    }
  }
}

static int call(const char *name, int file, int command, void *argument) {
  int result = ((int (*)(int, int, ...))dlsym(RTLD_NEXT, name))(file, command, argument);
  if (result == 0 && (command == F_SETLK || command == F_SETLKW)) lock(argument);
  return result;
}

int fcntl(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return call("fcntl", file, command, argument);
}

int fcntl64(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  return call("fcntl64", file, command, argument);
}

static int wait_for_disk(const char *name, int file) {
  double since = now();
  int result = ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
  add(syncing, now() - since);
  return result;
}

int fdatasync(int file) { return wait_for_disk("fdatasync", file); }
int fsync(int file) { return wait_for_disk("fsync", file); }

__attribute__((destructor)) static void tell(void) {
  if (!out()) return;
  for (int kind = 0; kind < kinds; kind++) {
    struct figures *of = &figures[kind];
    fprintf(out(), "%s: %ld times, %.2f s in all, the longest %.1f ms; over 10, 25, 50 ms: %ld, %ld, %ld\n", names[kind], of->count,
            of->whole, of->longest * 1000, of->over[0], of->over[1], of->over[2]);
  }
  fflush(out());
}
