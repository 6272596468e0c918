/* A preloaded library that simulates a failing disk, for test_storage_faults.py. While the file $STORAGE_FAULT exists,
   it fails each write, truncation and fsync of files under $STORAGE_FAULT_UNDER with the errno in that file. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* Returns the errno for a call on this descriptor; 0 for no fault. */
static int fault(int descriptor) {
  const char *file = getenv("STORAGE_FAULT"), *under = getenv("STORAGE_FAULT_UNDER");
  char link[64], path[4096], text[16];
  if (!file || !under) return 0;
  int said = open(file, O_RDONLY);
  if (said < 0) return 0;
  ssize_t length = read(said, text, sizeof text - 1);
  close(said);
  if (length <= 0) return 0;
  text[length] = 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return strncmp(path, under, strlen(under)) == 0 ? atoi(text) : 0;
}

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))
#define FAIL(descriptor) \
  do { \
    int number = fault(descriptor); \
    if (number) { errno = number; return -1; } \
    errno = 0; \
  } while (0)

ssize_t write(int fd, const void *bytes, size_t count) { FAIL(fd); return REAL(write)(fd, bytes, count); }
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) { FAIL(fd); return REAL(pwrite)(fd, bytes, count, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) { FAIL(fd); return REAL(pwrite64)(fd, bytes, count, at); }
int ftruncate(int fd, off_t length) { FAIL(fd); return REAL(ftruncate)(fd, length); }
int ftruncate64(int fd, off64_t length) { FAIL(fd); return REAL(ftruncate64)(fd, length); }
int fsync(int fd) { FAIL(fd); return REAL(fsync)(fd); }
int fdatasync(int fd) { FAIL(fd); return REAL(fdatasync)(fd); }
