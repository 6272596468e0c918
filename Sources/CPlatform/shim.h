#ifndef VALENCE_CPLATFORM_H
#define VALENCE_CPLATFORM_H
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

/* Names the calling thread for debuggers, with at most 15 bytes. */
static inline void valence_name_thread(const char *name) {
#ifdef __linux__
  prctl(PR_SET_NAME, name, 0, 0, 0);
#else
  pthread_setname_np(name);
#endif
}

#endif
