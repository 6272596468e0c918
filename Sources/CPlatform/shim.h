#ifndef VALENCE_CPLATFORM_H
#define VALENCE_CPLATFORM_H
#include <spawn.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/* Gives pages that hold nothing any more back to the system: free memory between what is in use stays with the process
   otherwise. Others than glibc give it back by themselves. */
static inline void valence_memory_trim(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
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
