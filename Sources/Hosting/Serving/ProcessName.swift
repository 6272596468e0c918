import FoundationEssentials
import Platform

/// The name of a process in messages and in the database.
package enum ProcessName {
  /// The host name and the number of this process: `web1 pid 4711`.
  package static var current: String { "\(ProcessInfo.processInfo.hostName) pid \(getpid())" }
}
