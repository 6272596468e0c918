import API
import ArgumentParser
import HTTP

/// Where `/metrics` is answered: on a port of its own, so that it is not open to whoever reaches the bank.
struct MetricsOptions: ParsableArguments {
  @Option(0...65_535, help: "The port of /metrics for Prometheus; 0 takes a free one, which is printed. Default: none.")
  var metricsPort: UInt16?

  @Option(help: ArgumentHelp("The address to answer /metrics on.", valueName: "address"))
  var metricsHost = "127.0.0.1"

  /// Opens the port; nil where there is to be none.
  func serve(_ registry: MetricsRegistry) throws -> Server? {
    guard let metricsPort else { return nil }
    var configuration = HTTP.Configuration()
    configuration.address = Address(host: metricsHost)
    configuration.port = metricsPort
    configuration.threads = 1
    configuration.connectionLimit = 64
    let page = MetricsPage(registry)
    do {
      return try Server(configuration: configuration) { page.respond(to: $0) }
    } catch {
      throw CommandFailure("--metrics-port: \(error)")
    }
  }

  /// The address of that port as a URL.
  func address(_ port: UInt16) -> String {
    "http://\(metricsHost.contains(":") ? "[\(metricsHost)]" : metricsHost):\(port)"
  }
}

extension Address {
  /// The address that an operator writes.
  init(host: String) {
    switch host {
    case "0.0.0.0", "::": self = .any
    case "127.0.0.1", "localhost": self = .loopback
    default: self = .literal(host)
    }
  }
}
