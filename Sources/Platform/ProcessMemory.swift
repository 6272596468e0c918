import CPlatform

/// Protection of this process's memory from other processes and from core dumps.
package enum ProcessMemory {
  /// Sets the soft limit on the size of core dumps (RLIMIT_CORE) to the hard limit, or to 0.
  ///
  /// Returns false if the system refuses. Child processes inherit the limit.
  @discardableResult
  package static func allowCoreDumps(_ isAllowed: Bool) -> Bool { valence_allow_core_dumps(isAllowed ? 1 : 0) == 0 }

  /// Prevents other processes of the same user from reading the memory (PR_SET_DUMPABLE on Linux).
  ///
  /// Debuggers, profilers and core dumps of this process then fail. Returns false if the system
  /// does not support it.
  package static func forbidReading() -> Bool { valence_forbid_dumping() == 0 }
}
