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
    0...100_000, "a second", help: "Requests that a person may make, ten times as many at once; 0 sets no limit.")
  var requestsPerPerson = 200

  @Option(
    0...100_000, "a second",
    help: "Requests without a valid token that an address may make, ten times as many at once; 0 sets no limit.")
  var requestsPerAddress = 100

  @Option(
    0...1_000_000,
    help: """
      Connections that an address may hold at a time, a trusted proxy excepted; its idle ones make room for new ones. 0 \
      sets no limit.
      """)
  var connectionsPerAddress = ServerConfiguration().connectionLimitPerAddress

  @Option(
    65_536...1_073_741_824, "bytes",
    help: """
      Bytes in memory for the clients of one address: answers that are not taken and bodies that are not whole. Over it, \
      its connections that have waited longest are ended.
      """)
  var waitingBytesPerAddress = ServerConfiguration().heldLimitPerAddress

  @Option(
    65_536...17_179_869_184, "bytes", help: "The same limit for all clients together.")
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
      Compresses the web client's files, trees and lists for clients that take it (gzip); an answer with a token, a code or \
      a secret never is.
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
      Connections at a time; then idle ones make room, and where none is idle, new ones wait in the kernel's queue. \
      Takes no fewer than there are threads.
      """)
  var connectionLimit = ServerConfiguration().connectionLimit

  @Option(
    1...86_400, "seconds",
    help: "The time without traffic in both directions after which a connection is closed.")
  var idleTimeout = ServerConfiguration().idleTimeout

  @Option(
    1...86_400, "seconds",
    help: "The time for receiving a whole request, and for sending its response, at any rate of bytes.")
  var requestTimeout = ServerConfiguration().requestTimeout

  @Option(1024...1_048_576, "bytes", help: "The largest head of a request: its line and headers together.")
  var headerLimit = ServerConfiguration().headerLimit

  @Option(0...1_073_741_824, "bytes", help: "The largest body of a request.")
  var bodyLimit = ServerConfiguration().bodyLimit

  /// Raises the process's limit on open descriptors to fit the connection limit. Logs a warning if
  /// the new limit is still too low.
  func raiseDescriptorLimit(_ log: Logger) {
    let wanted = connectionLimit + Self.otherDescriptors
    guard let limit = DescriptorLimit.raise(to: wanted), limit < wanted else { return }
    log.warning(
      "fewer descriptors may be open than the connections take",
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
      "The oldest client of a platform that is served; older ones get 426. May be repeated.",
      valueName: "platform/version"),
    transform: { text throws -> ClientProgram in
      guard let client = ClientProgram(text) else { throw BadValue("a platform and a version, such as ios/3.2") }
      return client
    })
  var minimumClient: [ClientProgram] = []

  @Option(
    help: ArgumentHelp("The place of updates for a platform. May be repeated.", valueName: "platform=url"),
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
