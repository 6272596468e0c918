package import HTTPServer
import Telemetry

/// The port of `/metrics`, which clients of the bank do not reach.
package struct MetricsListener: Sendable {
  private let port: UInt16?
  private let host: String

  /// Names the port and its address; `port` is nil to disable the listener.
  package init(port: UInt16?, host: String) {
    self.port = port
    self.host = host
  }

  /// Opens the port; nil if none is configured. If a read of the database `isRemote`, a page is drawn on a thread of its own.
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

  /// The address of that port as a URL.
  func address(_ port: UInt16) -> String {
    "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }
}

extension ListeningAddress {
  /// Creates the address that an operator writes.
  package init(host: String) {
    switch host {
    case "0.0.0.0", "::": self = .any
    case "127.0.0.1", "localhost": self = .loopback
    default: self = .literal(host)
    }
  }
}
