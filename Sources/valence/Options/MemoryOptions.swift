import Hosting
import ArgumentParser
import Platform

/// The protection of the server's memory, which contains secret keys.
struct MemoryOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: """
      Allows core dumps, up to the hard limit of the process. They contain the secret keys and people's data. The \
      default limit is 0.
      """)
  var coreDumps = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Prevents other processes of the same user from reading the server's memory (PR_SET_DUMPABLE, Linux). Debuggers \
      and profilers then require root.
      """)
  var protectMemory = false

  /// Applies the options to this process.
  func apply() throws {
    if coreDumps, protectMemory {
      throw OperatorError("--protect-memory and --core-dumps exclude each other")
    }
    if coreDumps { ProcessMemory.allowCoreDumps(true) }
    if protectMemory, !ProcessMemory.forbidReading() {
      throw OperatorError("--protect-memory: not supported on this system")
    }
  }
}
