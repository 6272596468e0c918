package import HTTPServer
import Telemetry

/// The port of `/metrics`, which is separate from the port for the bank's clients.
package struct MetricsListener: Sendable {
  private let port: UInt16?
  private let host: String

  /// Creates a listener; `port` is nil to disable it.
  package init(port: UInt16?, host: String) {
    self.port = port
    self.host = host
  }

  /// Opens the port; returns nil if none is configured. If `isRemote` is true, pages are written on
  /// a separate thread because they read a remote database.
  func serve(_ registry: MetricsRegistry, isRemote: Bool) throws -> Server? {
    guard let port else { return nil }
    var configuration = ServerConfiguration()
    configuration.address = ListeningAddress(host: host)
    configuration.port = port
    configuration.threads = 1
    configuration.connectionLimit = 64
    let page = MetricsPage(registry, isRemote: isRemote)
    do {
      return try Server(configuration: configuration) { page.respond(to: $0) }
    } catch {
      throw OperatorError("--metrics-port: \(error)")
    }
  }

  /// Returns the URL of the listener without a path.
  func address(_ port: UInt16) -> String {
    "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}

extension ListeningAddress {
  /// Creates the address from the text that an operator gives.
  package init(host: String) {
    switch host {
    case "0.0.0.0", "::": self = .any
    case "127.0.0.1", "localhost": self = .loopback
    default: self = .literal(host)
    }
  }
}
