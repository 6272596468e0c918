#ifndef VALENCE_CPLATFORM_H
#define VALENCE_CPLATFORM_H
#include <spawn.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/* Large blocks are mapped one by one, and so go back to the system when they are freed. glibc raises the threshold to the
   size of each mapped block that is freed, up to 32 MiB: after one large answer all others would lie in arenas, which keep
   what is freed between blocks that are still in use. A fixed threshold also fixes that for trimming, which would then be
   128 KiB: too little for a heap whose top goes up and down with each request. */
static inline void valence_memory_tune(void) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 256 * 1024);
  mallopt(M_TRIM_THRESHOLD, 8 * 1024 * 1024);
#endif
}

/* Gives back to the system what small blocks have left free inside the arenas, which free() never does. Other libraries than
   glibc do by themselves. */
static inline void valence_memory_trim(void) {
#if defined(__GLIBC__)
  malloc_trim(1024 * 1024);
#endif
}

#if defined(__GLIBC__)
/* The header declares it to programs that define _GNU_SOURCE, which Swift's module of the C library does not. */
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/* Closes every descriptor from that one on in the program that is started. */
static inline int valence_spawn_close_from(posix_spawn_file_actions_t *actions, int from) {
  return posix_spawn_file_actions_addclosefrom_np(actions, from);
}
#else
/* Darwin has a flag for it, POSIX_SPAWN_CLOEXEC_DEFAULT; elsewhere only descriptors with FD_CLOEXEC are closed. */
static inline int valence_spawn_close_from(posix_spawn_file_actions_t *actions, int from) { return 0; }
#endif
#endif
