// A library to preload. Adds SLOWER microseconds to every fdatasync and fsync, as on a slower disk.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static int slower(const char *name, int file) {
  const char *text = getenv("SLOWER");
  long more = text ? atol(text) : 0;
  struct timespec pause = {more / 1000000, more % 1000000 * 1000};
  nanosleep(&pause, NULL);
  return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}

int fdatasync(int file) { return slower("fdatasync", file); }
int fsync(int file) { return slower("fsync", file); }
