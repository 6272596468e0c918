import Hosting
import ArgumentParser
import Platform

/// The protection of the server's memory, which contains secret keys.
struct MemoryOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: """
      Allows core dumps, up to the hard limit of the process. They contain the secret keys and people's data; the default is a \
      limit of 0.
      """)
  var coreDumps = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Forbids other processes of the same user to read the server's memory (PR_SET_DUMPABLE, Linux). Debuggers and profilers \
      then work for root alone.
      """)
  var protectMemory = false

  /// Applies the options to this process.
  func apply() throws {
    if coreDumps, protectMemory {
      throw OperatorError("--protect-memory allows no --core-dumps: leave one of them out")
    }
    if coreDumps { ProcessMemory.allowCoreDumps(true) }
    if protectMemory, !ProcessMemory.forbidReading() {
      throw OperatorError("--protect-memory: this system has no such setting")
    }
  }
}
