/* ThreadSanitizer observes only instrumented code. The contended paths of Swift's Mutex are in
   libswiftSynchronization and in the kernel, so it reports each contended lock as a race. If this
   library is preloaded, it reports these operations to ThreadSanitizer. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

static void tell(const char *what, void *mutex) {
  void (*sanitizer)(void *) = (void (*)(void *))dlsym(RTLD_DEFAULT, what);
  if (sanitizer) sanitizer(mutex);
}

SWIFT void valence_lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void valence_lock(uint32_t thread, SELF) {
  ((SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK))(thread, mutex);
  tell("__tsan_acquire", mutex);
}

SWIFT _Bool valence_try_lock(SELF) __asm__(TRY_LOCK);
SWIFT _Bool valence_try_lock(SELF) {
  _Bool locked = ((SWIFT _Bool (*)(SELF))dlsym(RTLD_NEXT, TRY_LOCK))(mutex);
  if (locked) tell("__tsan_acquire", mutex);
  return locked;
}

SWIFT void valence_unlock(SELF) __asm__(UNLOCK);
SWIFT void valence_unlock(SELF) {
  tell("__tsan_release", mutex);
  ((SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK))(mutex);
}
