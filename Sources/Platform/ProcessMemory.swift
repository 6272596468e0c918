import CPlatform

/// The ways in which the memory of this process leaves it.
///
///     ProcessMemory.allowCoreDumps(false)  // a crash writes no file with keys
package enum ProcessMemory {
  /// Sets the soft limit on the size of core dumps (RLIMIT_CORE) to 0, or to the hard limit.
  ///
  /// Returns false where the system refuses. Programs that are started inherit the limit.
  @discardableResult
  package static func allowCoreDumps(_ isAllowed: Bool) -> Bool { valence_allow_core_dumps(isAllowed ? 1 : 0) == 0 }

  /// Forbids other processes of the same user to read the memory (PR_SET_DUMPABLE on Linux).
  ///
  /// Debuggers, profilers and core dumps of this process then fail. Returns false where the system has no such setting.
  package static func forbidReading() -> Bool { valence_forbid_dumping() == 0 }
}
