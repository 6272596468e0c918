import API
import ArgumentParser
import HTTP

/// How often one may ask, from where, and whose pages may read the answers.
struct RequestOptions: ParsableArguments {
  @Option(help: "Requests that a person may make in a second, ten times as many at once, 1 to 100000; 0 sets no limit.")
  var requestsPerPerson = 200

  @Option(
    help: """
      Requests without a valid token that an address may make in a second, ten times as many at once, 1 to 100000; 0 sets \
      no limit.
      """)
  var requestsPerAddress = 100

  @Option(help: "Connections that an address may hold at a time, 1 to 1000000; 0 sets no limit.")
  var connectionsPerAddress = 0

  @Option(
    help: ArgumentHelp(
      "A proxy whose X-Forwarded-For says who asks: an address, or a network such as 10.0.0.0/8. May be repeated.",
      valueName: "address"))
  var trustedProxy: [String] = []

  @Option(
    help: ArgumentHelp(
      "An origin whose pages may read answers, such as https://bank.example. May be repeated.", valueName: "origin"))
  var corsOrigin: [String] = []

  /// The rules that the options write.
  func rules() throws -> RequestRules {
    var rules = RequestRules()
    rules.perPerson = try rate(requestsPerPerson, "--requests-per-person")
    rules.perAddress = try rate(requestsPerAddress, "--requests-per-address")
    for origin in corsOrigin where !CrossOrigin.isOrigin(origin) {
      throw CommandFailure("--cors-origin takes an origin, such as https://bank.example, not `\(origin)`")
    }
    rules.crossOrigin = CrossOrigin(Set(corsOrigin))
    return rules
  }

  /// Takes over what concerns connections.
  func apply(to configuration: inout HTTP.Configuration) throws {
    guard (0...1_000_000).contains(connectionsPerAddress) else {
      throw CommandFailure("--connections-per-address takes 0 to 1000000")
    }
    configuration.connectionLimitPerAddress = connectionsPerAddress
    configuration.trustedProxies = try trustedProxy.map { text in
      guard let network = Network(text) else {
        throw CommandFailure("--trusted-proxy takes an address or a network, such as 10.0.0.0/8, not `\(text)`")
      }
      return network
    }
  }

  private func rate(_ number: Int, _ option: String) throws -> RequestRate? {
    guard (0...100_000).contains(number) else { throw CommandFailure("\(option) takes 0 to 100000") }
    return number == 0 ? nil : RequestRate(perSecond: number)
  }
}
