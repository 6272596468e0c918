import Hosting
import API
import ArgumentParser
import Atoms
import HTTPServer
import Logging
import Platform

/// The request rates, trusted proxies, and origins whose pages may read responses.
struct RequestOptions: ParsableArguments {
  @Option(
    0...100_000, "a second",
    help: "Maximum rate of a person's requests, with bursts of ten times as many; 0 disables the limit.")
  var requestsPerPerson = 200

  @Option(
    0...100_000, "a second",
    help: """
      Maximum rate of an address's requests without a valid token, with bursts of ten times as many; 0 disables the \
      limit.
      """)
  var requestsPerAddress = 100

  @Option(
    0...1_000_000,
    help: """
      Maximum number of connections from an address other than a trusted proxy; new connections replace its idle \
      ones. 0 disables the limit.
      """)
  var connectionsPerAddress = ServerConfiguration().connectionLimitPerAddress

  @Option(
    65_536...1_073_741_824, "bytes",
    help: """
      Maximum memory for the clients of one address: unsent responses and incomplete request bodies. Above the \
      limit, its connections that have waited longest are closed.
      """)
  var waitingBytesPerAddress = ServerConfiguration().heldLimitPerAddress

  @Option(
    65_536...17_179_869_184, "bytes",
    help: """
      Maximum memory for all clients together. Above the limit, the connections that have waited longest are closed.
      """)
  var waitingBytes = ServerConfiguration().heldLimit

  @Option(
    help: ArgumentHelp(
      "A proxy whose X-Forwarded-For names the client: an address, or a network such as 10.0.0.0/8. May be repeated.",
      valueName: "address"),
    transform: { text throws -> Network in
      guard let network = Network(text) else { throw BadValue("an address or a network, such as 10.0.0.0/8") }
      return network
    })
  var trustedProxy: [Network] = []

  @Option(
    help: ArgumentHelp(
      "An origin whose pages may read responses, such as https://bank.example. May be repeated.", valueName: "origin"),
    transform: { text throws -> String in
      guard CrossOrigin.isOrigin(text) else { throw BadValue("an origin, such as https://bank.example") }
      return text
    })
  var corsOrigin: [String] = []

  @Flag(
    inversion: .prefixedNo,
    help: """
      Compresses the web client's files, trees and lists for clients that accept gzip. Responses with a token, a \
      code or a secret are never compressed.
      """)
  var compression = true

  var rules: RequestRules {
    var rules = RequestRules()
    rules.compresses = compression
    rules.perPerson = rate(requestsPerPerson)
    rules.perAddress = rate(requestsPerAddress)
    rules.crossOrigin = CrossOrigin(Set(corsOrigin))
    return rules
  }

  /// Applies the limits per address and the trusted proxies.
  func apply(to configuration: inout ServerConfiguration) {
    configuration.connectionLimitPerAddress = connectionsPerAddress
    (configuration.heldLimitPerAddress, configuration.heldLimit) = (waitingBytesPerAddress, waitingBytes)
    configuration.trustedProxies = trustedProxy
  }

  private func rate(_ number: Int) -> RequestRate? { number == 0 ? nil : RequestRate(perSecond: number) }
}

/// The limits of connections and requests.
struct ConnectionOptions: ParsableArguments {
  @Option(
    1...1_000_000,
    help: """
      Maximum number of connections, at least the number of threads. At the limit, new connections replace idle \
      ones, or wait in the kernel's queue if none is idle.
      """)
  var connectionLimit = ServerConfiguration().connectionLimit

  @Option(
    1...86_400, "seconds",
    help: "The time without a byte in either direction after which a connection is closed.")
  var idleTimeout = ServerConfiguration().idleTimeout

  @Option(
    1...86_400, "seconds",
    help: "The time limit for receiving a whole request, and for sending its response, at any transfer rate.")
  var requestTimeout = ServerConfiguration().requestTimeout

  @Option(1024...1_048_576, "bytes", help: "Maximum size of a request head: the request line and headers together.")
  var headerLimit = ServerConfiguration().headerLimit

  @Option(0...1_073_741_824, "bytes", help: "Maximum size of a request body.")
  var bodyLimit = ServerConfiguration().bodyLimit

  /// Raises the process's limit on open descriptors to fit the connection limit. Logs a warning if
  /// the new limit is still too low.
  func raiseDescriptorLimit(_ log: Logger) {
    let wanted = connectionLimit + Self.otherDescriptors
    guard let limit = DescriptorLimit.raise(to: wanted), limit < wanted else { return }
    log.warning(
      "file descriptor limit is too low for the connection limit",
      metadata: ["descriptors": "\(limit)", "wanted": "\(wanted)", "connection-limit": "\(connectionLimit)"])
  }

  /// Descriptors for other purposes: databases, connections to the bank's systems, the log.
  private static let otherDescriptors = 512

  func apply(to configuration: inout ServerConfiguration) {
    configuration.connectionLimit = connectionLimit
    (configuration.idleTimeout, configuration.requestTimeout) = (idleTimeout, requestTimeout)
    (configuration.headerLimit, configuration.bodyLimit) = (headerLimit, bodyLimit)
  }
}

/// The oldest supported clients, and update URLs for older ones.
struct ClientOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The oldest supported client of a platform; older ones get 426. May be repeated.",
      valueName: "platform/version"),
    transform: { text throws -> ClientProgram in
      guard let client = ClientProgram(text) else { throw BadValue("a platform and a version, such as ios/3.2") }
      return client
    })
  var minimumClient: [ClientProgram] = []

  @Option(
    help: ArgumentHelp("The update URL of a platform. May be repeated.", valueName: "platform=url"),
    transform: { text throws -> Update in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, ClientProgram.isPlatform(parts[0]), parts[1].contains("://") else {
        throw BadValue("a platform and a URL, such as ios=https://...")
      }
      return Update(platform: parts[0], url: parts[1])
    })
  var updateUrl: [Update] = []

  /// The update URL of a platform.
  struct Update: Sendable {
    let platform: String
    let url: String
  }

  var policy: ClientPolicy {
    ClientPolicy(
      minimum: MinimumClient(minimumClient),
      updates: Dictionary(updateUrl.map { ($0.platform, $0.url) }, uniquingKeysWith: { $1 }))
  }
}
