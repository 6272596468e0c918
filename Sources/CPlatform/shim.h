#ifndef VALENCE_CPLATFORM_H
#define VALENCE_CPLATFORM_H
#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/prctl.h>
#include <unistd.h>
#else
#include <mach-o/dyld.h>
#include <pthread.h>
#endif

/* Sets glibc's thresholds for mapping and trimming, so that large blocks are returned to the system
   when they are freed. Does nothing with other C libraries.
   - Blocks of 256 KiB or more are mapped individually. By default, glibc raises this threshold to
     the size of each freed mapped block, up to 32 MiB. After one large response, later ones would
     be in arenas, which keep free memory between used blocks.
   - The heap is trimmed when 8 MiB at its top are free. Setting the first threshold disables the
     dynamic adjustment of this one. Its default of 128 KiB is too small, because the top of the
     heap changes with each request. */
static inline void valence_memory_tune(void) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 256 * 1024);
  mallopt(M_TRIM_THRESHOLD, 8 * 1024 * 1024);
#endif
}

/* Returns the free memory inside glibc's arenas to the system, which free() never does. Does
   nothing with other C libraries. */
static inline void valence_memory_trim(void) {
#if defined(__GLIBC__)
  malloc_trim(1024 * 1024);
#endif
}

#if defined(__GLIBC__)
/* glibc declares this function only if _GNU_SOURCE is defined. Swift's module of the C library does
   not define it. */
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/* Closes each descriptor greater than or equal to `from` in the started program. */
static inline int valence_spawn_close_from(posix_spawn_file_actions_t *actions, int from) {
  return posix_spawn_file_actions_addclosefrom_np(actions, from);
}
#else
/* Does nothing. Darwin has the flag POSIX_SPAWN_CLOEXEC_DEFAULT instead. On other systems, only
   descriptors with FD_CLOEXEC are closed. */
static inline int valence_spawn_close_from(posix_spawn_file_actions_t *actions, int from) { return 0; }
#endif

/* Raises the soft limit on open descriptors to `wanted`, or to the hard limit if that is lower.
   Never lowers it. Returns the resulting soft limit; -1 if it cannot be read. */
static inline int64_t valence_descriptor_limit(int64_t wanted) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
  rlim_t present = limit.rlim_cur;
  rlim_t most = limit.rlim_max;
#ifdef OPEN_MAX
  /* Darwin rejects more, although it reports an unlimited hard limit. */
  if (most > OPEN_MAX) most = OPEN_MAX;
#endif
  rlim_t raised = (rlim_t)wanted < most ? (rlim_t)wanted : most;
  if (present < raised) {
    limit.rlim_cur = raised;
    if (setrlimit(RLIMIT_NOFILE, &limit) == 0) present = raised;
  }
  return present > (rlim_t)INT64_MAX ? INT64_MAX : (int64_t)present;
}

/* Sets the soft limit on the size of core dumps to the hard limit, or to 0. Returns 0; -1 if the
   system refuses. */
static inline int valence_allow_core_dumps(int allowed) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) != 0) return -1;
  limit.rlim_cur = allowed ? limit.rlim_max : 0;
  return setrlimit(RLIMIT_CORE, &limit);
}

/* Forbids other processes of the same user to read this process's memory, and disables core dumps.
   Returns 0; -1 if the system does not support it. */
static inline int valence_forbid_dumping(void) {
#ifdef __linux__
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#else
  return -1;
#endif
}

/* Sets the name of the calling thread for debuggers. The maximum is 15 bytes. */
static inline void valence_name_thread(const char *name) {
#ifdef __linux__
  prctl(PR_SET_NAME, name, 0, 0, 0);
#else
  pthread_setname_np(name);
#endif
}

/* Writes the path of the running program without symbolic links. Returns its length without a
   terminating zero; -1 if the system does not report it or it does not fit. */
static inline long valence_program_path(char *room, size_t size) {
#ifdef __linux__
  ssize_t length = readlink("/proc/self/exe", room, size);
  return length < 0 || (size_t)length == size ? -1 : (long)length;
#else
  char own[PATH_MAX], real[PATH_MAX];
  uint32_t most = sizeof own;
  if (_NSGetExecutablePath(own, &most) != 0 || realpath(own, real) == NULL) return -1;
  size_t length = strlen(real);
  if (length >= size) return -1;
  memcpy(room, real, length);
  return (long)length;
#endif
}

#ifdef __linux__
/* glibc declares this function only if _GNU_SOURCE or a suitable _FILE_OFFSET_BITS is defined.
   Swift's module of the C library does not define them. */
extern int fallocate64(int descriptor, int mode, int64_t offset, int64_t length);
#endif

/* Allocates disk space for a range of a file, without changing the size of the file. Returns 0 or
   an error number: EOPNOTSUPP if the system does not support it. */
static inline int valence_allocate(int descriptor, int64_t offset, int64_t length) {
#ifdef __linux__
  /* 1 is FALLOC_FL_KEEP_SIZE (linux/falloc.h). */
  while (fallocate64(descriptor, 1, offset, length) != 0) if (errno != EINTR) return errno;
  return 0;
#else
  return EOPNOTSUPP;
#endif
}
#endif
