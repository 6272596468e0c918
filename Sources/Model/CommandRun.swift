package import Dates

/// A run of a command of the program, as the audit identifies it.
package struct CommandRun: Sendable, Equatable {
  package let id: CommandRunID
  package let at: Instant
  /// The user who logged in to the machine; nil if no login started the command.
  package let login: String?
  /// The user with whose rights the command ran.
  package let effectiveUser: String
  /// The host name and the process, such as `web1 pid 4711`.
  package let host: String
  /// The words of the command without values, such as `users unlock`.
  package let command: String
  /// The operator whom the caller of the command named; nil if none was named.
  package let `operator`: PersonID?
  package let reason: String?

  package init(
    id: CommandRunID, at: Instant, login: String?, effectiveUser: String, host: String, command: String,
    operator: PersonID?, reason: String?
  ) {
    self.id = id
    self.at = at
    self.login = login
    self.effectiveUser = effectiveUser
    self.host = host
    self.command = command
    self.operator = `operator`
    self.reason = reason
  }

  /// The canonical bytes for the digest in the audit record of the run.
  package var canonical: [UInt8] {
    var bytes = CanonicalBytes(of: "valence command run 1")
    bytes.add(id.description)
    bytes.add(at.microseconds)
    bytes.add(login)
    bytes.add(effectiveUser)
    bytes.add(host)
    bytes.add(command)
    bytes.add(`operator`?.description)
    bytes.add(reason)
    return bytes.bytes
  }

  /// The user who started the run, with the host: `anna@web1`.
  package var user: String { "\(login ?? effectiveUser)@\(host.prefix { $0 != " " })" }
}

/// Identifies one run of a command.
package typealias CommandRunID = Identifier<CommandRun>
