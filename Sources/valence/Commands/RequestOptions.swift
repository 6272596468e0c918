import API
import ArgumentParser
import HTTP

/// How often one may ask, from where, and whose pages may read the answers.
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
      Connections that an address may hold at a time, a trusted proxy excepted; its silent ones make room for new ones. 0 \
      sets no limit.
      """)
  var connectionsPerAddress = Configuration().connectionLimitPerAddress

  @Option(
    65_536...1_073_741_824, "bytes",
    help: """
      What may wait in memory for the clients of one address, as answers that are not taken and bodies that are not whole; \
      over it, its connections that have waited longest are ended.
      """)
  var waitingBytesPerAddress = Configuration().heldLimitPerAddress

  @Option(
    65_536...17_179_869_184, "bytes", help: "What may wait in memory for all clients in the same way.")
  var waitingBytes = Configuration().heldLimit

  @Option(
    help: ArgumentHelp(
      "A proxy whose X-Forwarded-For says who asks: an address, or a network such as 10.0.0.0/8. May be repeated.",
      valueName: "address"),
    transform: { text throws -> Network in
      guard let network = Network(text) else { throw BadValue("an address or a network, such as 10.0.0.0/8") }
      return network
    })
  var trustedProxy: [Network] = []

  @Option(
    help: ArgumentHelp(
      "An origin whose pages may read answers, such as https://bank.example. May be repeated.", valueName: "origin"),
    transform: { text throws -> String in
      guard CrossOrigin.isOrigin(text) else { throw BadValue("an origin, such as https://bank.example") }
      return text
    })
  var corsOrigin: [String] = []

  /// The rules that the options write.
  var rules: RequestRules {
    var rules = RequestRules()
    rules.perPerson = rate(requestsPerPerson)
    rules.perAddress = rate(requestsPerAddress)
    rules.crossOrigin = CrossOrigin(Set(corsOrigin))
    return rules
  }

  /// Takes over what concerns connections.
  func apply(to configuration: inout HTTP.Configuration) {
    configuration.connectionLimitPerAddress = connectionsPerAddress
    (configuration.heldLimitPerAddress, configuration.heldLimit) = (waitingBytesPerAddress, waitingBytes)
    configuration.trustedProxies = trustedProxy
  }

  private func rate(_ number: Int) -> RequestRate? { number == 0 ? nil : RequestRate(perSecond: number) }
}
