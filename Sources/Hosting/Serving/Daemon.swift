package import API
import DemoData
package import HTTPServer
package import Logging
import Model
import Operations
import Services
import Storage
import Telemetry

/// A running server: the application and its HTTP server.
package struct Daemon: Sendable {
  package let application: Application
  private let server: Server

  /// Opens the port and serves an application of these parts.
  package init(_ parts: ApplicationParts, _ configuration: ServerConfiguration, access: Logger) throws {
    let application = try Application(parts, access: access)
    self.application = application
    let server = try Server(configuration: configuration) { application.respond(to: $0) }
    self.server = server
    parts.metrics.registry.gauge("valence_connections", "Open connections.") { [weak server] in
      server.map { Double($0.connections) }
    }
    parts.metrics.registry.gauge(
      "valence_build_info", "The version of the program. The value is always 1.", ProgramVersion.labels
    ) { 1 }
    parts.metrics.registry.gauge(
      "valence_tls_certificate_expires_seconds",
      "Time at which the certificate in use expires, in seconds since the epoch; absent without TLS."
    ) { [weak server] in
      server?.certificateExpires.map(Double.init)
    }
  }

  package var port: UInt16 { server.port }

  /// Uses another certificate for new connections.
  func use(_ identity: TLSIdentity) { server.use(identity) }

  /// Calls `done` once every HTTP loop has run queued work. Must not be called after `stop`.
  func whenLoopsRun(_ done: @escaping @Sendable () -> Void) { server.whenLoopsRun(done) }

  /// Closes each connection after its next response.
  func drain() { server.drain() }

  /// Rejects new requests, waits up to 20 seconds for pending responses, and closes the port.
  package func stop() { server.stop(grace: .seconds(20)) }
}

/// Log messages about jumps of the system clock.
enum ClockLog {
  /// Logs a jump of the system clock and its effect on the bank's time.
  static func report(of step: SteadyClock.Step, to log: Logger) {
    switch step {
    case .set(let by, let isFollowed):
      log.warning(
        "system clock was set while the server was running",
        metadata: [
          "seconds": "\(by.components.seconds)",
          "time": isFollowed
            ? "follows the clock" : by < .zero ? "continues, 1/64 slower" : "continues unchanged until the next start",
        ])
    case .earlierThanStored(let by, let isFollowed):
      log.warning(
        "system clock is behind the stored data, check it",
        metadata: [
          "seconds": "\(by.components.seconds)",
          "time": isFollowed ? "continues from the stored time, 1/64 slower" : "follows the clock",
        ])
    }
  }
}

extension Logger {
  /// Logs a failure of periodic work. `StorageLog` reports failures of the database instead, once
  /// each.
  func report(_ failure: Message, _ error: any Error) {
    if StorageFailureKind(error) == nil { self.error(failure, metadata: ["error": "\(error)"]) }
  }
}

/// Log messages about the start and the end of a database failure.
enum StorageLog {
  /// Logs failures of `database` from now on.
  static func report(of database: any Store, to log: Logger) {
    database.health.onChange { change in
      switch change {
      case .began(let part, let trouble):
        log.error(
          "\(begun(part, trouble.fault))",
          metadata: ["fault": "\(trouble.fault.rawValue)", "error": "\(trouble.error)"])
      case .ended(let part, let trouble):
        log.notice(
          "\(ended(part))",
          metadata: [
            "fault": "\(trouble.fault.rawValue)", "failures": "\(trouble.failures)",
            "seconds": "\((ContinuousClock.now - trouble.since).components.seconds)",
          ])
      }
    }
  }

  private static func ended(_ part: StorageHealth.Part) -> String {
    switch part {
    case .reading: "the database can be read again"
    case .access: "the database accepts the failed statement again"
    default: "the database can be written again"
    }
  }

  private static func begun(_ part: StorageHealth.Part, _ fault: StorageFault) -> String {
    switch (part, fault) {
    case (.content, _): "the database is damaged: stop the server, keep the file, and restore the last backup"
    case (.place, _):
      "a file of the database was removed or replaced: all writes are rejected. See \"Removed or replaced files\" in "
        + "docs/operating.md before stopping the server"
    case (_, .unreachable): "the database server cannot be reached"
    case (_, .denied): "the database denied a privilege: grant it, and the server continues"
    case (_, .missing): "a table or column of the database is missing: restore it, and the server continues"
    case (.reading, _): "the database cannot be read"
    case (_, .full): "no space left to write the database: all writes are rejected until space is freed"
    case (_, .readOnly): "the database is read-only: all writes are rejected until it is writable"
    case (_, .busy): "another process has locked the database: writes are rejected until it releases the lock"
    case (_, _): "the database cannot be written"
    }
  }
}

/// The first output of a demo server: the login data and an example request.
struct DemoGreeting {
  let access: Demo.Access
  let address: String

  var text: String {
    """
    demo person      \(access.person.name)
    login            \(access.login)
    password         \(access.password)
    security matrix
    \(MatrixTable(access.matrix))

    try:
      curl -s \(address)/auth/login -H 'Content-Type: application/json' \\
        -d '{"login": "\(access.login)", "password": "\(access.password)"}'

    """
  }
}
