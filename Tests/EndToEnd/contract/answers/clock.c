// A preloaded library that moves the real-time clock by CLOCK_OFFSET seconds, for comparisons with
// recorded responses. The file CLOCK_SHIFT has additional seconds, a 64-bit number that can change
// while the program runs. The monotonic clock does not change, so timeouts are unaffected.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const int64_t *shift;

__attribute__((constructor)) static void map_shift(void) {
  const char *path = getenv("CLOCK_SHIFT");
  int file = path ? open(path, O_RDONLY) : -1;
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) shift = mapped;
  close(file);
}

static time_t offset(void) {
  const char *text = getenv("CLOCK_OFFSET");
  return (text ? atoll(text) : 0) + (shift ? *shift : 0);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int status = syscall(SYS_clock_gettime, clock, now);
  if (status == 0 && clock == CLOCK_REALTIME) now->tv_sec += offset();
  return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec present;
  clock_gettime(CLOCK_REALTIME, &present);
  now->tv_sec = present.tv_sec;
  now->tv_usec = present.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec present;
  clock_gettime(CLOCK_REALTIME, &present);
  if (result) *result = present.tv_sec;
  return present.tv_sec;
}
