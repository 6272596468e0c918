package import Logging

/// A log that writes what it is told of a request as it is: the same line that it would write of an event, without the
/// event. An operator's own log need not be one.
package protocol AccessLog: LogHandler {
  /// Writes the line of a request; called only where the log takes the level `info`.
  func record(_ line: AccessLine)
}
