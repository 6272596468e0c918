import API
import HTTP
import Logging
import Operations
import Services

/// A server that runs: the application behind its port.
struct Daemon {
  /// What it serves, as a function.
  let application: Application
  private let server: Server

  /// Opens the port and serves the bank.
  init(_ bank: Bank, _ configuration: HTTP.Configuration, access: Logger) throws {
    let application = try Application(bank, access: access)
    self.application = application
    let server = try Server(configuration: configuration) { application.respond(to: $0) }
    self.server = server
    bank.metrics.registry.gauge("valence_connections", "Open connections.") { [weak server] in
      server.map { Double($0.connections) }
    }
  }

  /// The port that is open.
  var port: UInt16 { server.port }

  /// Shows connections that come from now on another certificate.
  func use(_ identity: TLSIdentity) { server.use(identity) }

  /// Takes nothing new, lets the answers under way finish, and closes the port.
  func stop() { server.stop(grace: .seconds(20)) }
}
