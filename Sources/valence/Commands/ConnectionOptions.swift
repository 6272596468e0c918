import ArgumentParser
import HTTP

/// What connections and requests are borne.
struct ConnectionOptions: ParsableArguments {
  @Option(
    1...1_000_000,
    help: """
      Connections at a time; then silent ones make room, and where none is silent, new ones wait in the kernel's queue. \
      Takes no fewer than there are threads.
      """)
  var connectionLimit = Configuration().connectionLimit

  @Option(
    1...86_400, "seconds",
    help: "How long a connection may be silent in both directions before it is closed.")
  var idleTimeout = Configuration().idleTimeout

  @Option(
    1...86_400, "seconds",
    help: "How long a request may take to arrive whole, and its answer to be taken, however steadily bytes trickle.")
  var requestTimeout = Configuration().requestTimeout

  @Option(1024...1_048_576, "bytes", help: "What a request's line and headers may take together.")
  var headerLimit = Configuration().headerLimit

  @Option(0...1_073_741_824, "bytes", help: "What a request's body may take.")
  var bodyLimit = Configuration().bodyLimit

  /// Takes the options over.
  func apply(to configuration: inout Configuration) {
    configuration.connectionLimit = connectionLimit
    (configuration.idleTimeout, configuration.requestTimeout) = (idleTimeout, requestTimeout)
    (configuration.headerLimit, configuration.bodyLimit) = (headerLimit, bodyLimit)
  }
}
