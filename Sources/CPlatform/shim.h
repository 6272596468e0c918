#ifndef VALENCE_CPLATFORM_H
#define VALENCE_CPLATFORM_H
#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/resource.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/prctl.h>
#else
#include <pthread.h>
#endif

/* Fixes glibc's thresholds for mapping and trimming, so that freed large blocks go back to the system.
   - Blocks of 256 KiB or more are mapped one by one. By default, glibc raises this threshold to the size of each freed
     mapped block, up to 32 MiB: after one large answer all others would lie in arenas, which keep free memory between
     blocks that are still in use.
   - The heap is trimmed when 8 MiB at its top are free. Fixing the first threshold stops the adjustment of this one,
     whose default of 128 KiB is too little for a heap whose top rises and falls with each request.
   Does nothing with other C libraries. */
static inline void valence_memory_tune(void) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 256 * 1024);
  mallopt(M_TRIM_THRESHOLD, 8 * 1024 * 1024);
#endif
}

/* Returns free memory of small blocks inside the arenas to the system, which glibc's free() never does. Does nothing
   with other C libraries, which return it by themselves. */
static inline void valence_memory_trim(void) {
#if defined(__GLIBC__)
  malloc_trim(1024 * 1024);
#endif
}

#if defined(__GLIBC__)
/* glibc's header declares this function only if _GNU_SOURCE is defined, which Swift's module of the C library does not
   do. */
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/* Closes every descriptor from `from` on in the started program. */
static inline int valence_spawn_close_from(posix_spawn_file_actions_t *actions, int from) {
  return posix_spawn_file_actions_addclosefrom_np(actions, from);
}
#else
/* Does nothing. Darwin has a flag for this, POSIX_SPAWN_CLOEXEC_DEFAULT; elsewhere only descriptors with FD_CLOEXEC are
   closed. */
static inline int valence_spawn_close_from(posix_spawn_file_actions_t *actions, int from) { return 0; }
#endif

/* Raises a lower soft limit on open descriptors to `wanted`, or as far as the hard limit allows. Returns the soft limit
   that holds then; -1 if the system does not tell it. */
static inline int64_t valence_descriptor_limit(int64_t wanted) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
  rlim_t present = limit.rlim_cur;
  rlim_t most = limit.rlim_max;
#ifdef OPEN_MAX
  /* Darwin takes no more, though it says that its hard limit is endless. */
  if (most > OPEN_MAX) most = OPEN_MAX;
#endif
  rlim_t raised = (rlim_t)wanted < most ? (rlim_t)wanted : most;
  if (present < raised) {
    limit.rlim_cur = raised;
    if (setrlimit(RLIMIT_NOFILE, &limit) == 0) present = raised;
  }
  return present > (rlim_t)INT64_MAX ? INT64_MAX : (int64_t)present;
}

/* Sets the soft limit on the size of core dumps to 0, or back to the hard limit. Returns 0, or -1 where the system refuses. */
static inline int valence_allow_core_dumps(int allowed) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) != 0) return -1;
  limit.rlim_cur = allowed ? limit.rlim_max : 0;
  return setrlimit(RLIMIT_CORE, &limit);
}

/* Forbids other processes of the same user to read the memory of this one, and core dumps with it. Returns 0, or -1 where the
   system has no such setting. */
static inline int valence_forbid_dumping(void) {
#ifdef __linux__
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#else
  return -1;
#endif
}

/* Names the calling thread for debuggers, with at most 15 bytes. */
static inline void valence_name_thread(const char *name) {
#ifdef __linux__
  prctl(PR_SET_NAME, name, 0, 0, 0);
#else
  pthread_setname_np(name);
#endif
}

#ifdef __linux__
/* glibc declares this function only if _GNU_SOURCE or _FILE_OFFSET_BITS asks for it, which Swift's module of the C library does not. */
extern int fallocate64(int descriptor, int mode, int64_t offset, int64_t length);
#endif

/* Allocates disk space for bytes of a file, and leaves the size of the file as it is. Returns 0 or an error number; EOPNOTSUPP where
   the system cannot. */
static inline int valence_allocate(int descriptor, int64_t offset, int64_t length) {
#ifdef __linux__
  /* 1 is FALLOC_FL_KEEP_SIZE, linux/falloc.h. */
  while (fallocate64(descriptor, 1, offset, length) != 0) if (errno != EINTR) return errno;
  return 0;
#else
  return EOPNOTSUPP;
#endif
}
#endif
