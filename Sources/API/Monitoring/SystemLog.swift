package import Logging
package import Operations

/// The log of systems of the bank that give no answer.
package enum SystemLog {
  /// Logs that a system gave no answer: its name, the query and the kind of the failure, and no value.
  package static func tell(_ trouble: SystemTrouble, _ log: Logger) {
    log.warning(
      "a system of the bank gave no answer",
      metadata: ["system": "\(trouble.system)", "query": "\(trouble.query)", "reason": "\(trouble.reason)"])
  }
}
