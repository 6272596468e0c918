import API
import ArgumentParser
import Dispatch
import HTTPClient
import Hosting
import Platform
import Synchronization

struct HealthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health", abstract: "Asks the server of this machine whether it is alive, or ready with --ready.",
    discussion: """
      The address, the port and the use of TLS come from the same configuration as those of `valence serve`. With TLS, \
      the server must have the certificate of the configuration. With --ready the answer has the version and the \
      commit of the server.

      EXAMPLES
        valence health
        valence health --ready --config-file /etc/valence/valence.yaml

      Exit status: 0 if the server answers that it is alive or ready, 1 otherwise.
      """)

  @Option(help: ConfigurationFile.optionHelp) var configFile: String?
  @Option(
    help: ArgumentHelp(
      "The address to listen on: an IPv4 or IPv6 address, 0.0.0.0 and :: for all.", valueName: "address"))
  var host = "127.0.0.1"
  @Option(0...65_535, help: "The port to listen on; 0 selects a free port, which is printed.")
  var port: UInt16 = 8080
  @OptionGroup var tls: TLSOptions
  @Flag(help: "Asks whether the server is ready for requests.") var ready = false
  @Option(1...60, "seconds", help: "The time limit for the answer.") var healthTimeout = 2

  func run() throws {
    guard port != 0 else { throw OperatorError("the server selects its port: name it with --port") }
    let (status, body) = try answer()
    Output.line(body)
    if status != 200 { throw ExitCode.failure }
  }

  /// The address to connect to: the loopback address if the server listens on all addresses.
  private var address: String {
    switch host {
    case "0.0.0.0", "::", "": host == "::" ? "[::1]" : "127.0.0.1"
    default: host.contains(":") ? "[\(host)]" : host
    }
  }

  private func answer() throws -> (status: Int, body: String) {
    var settings = OutboundClient.Settings()
    let isSecure = tls.tlsCertificate != nil
    // The certificate names the bank's public host, and this request goes to an address.
    settings.authorities = tls.tlsCertificate
    settings.verifiesName = false
    let networks = ["0.0.0.0/0", "::/0"].compactMap { Network($0) }
    let client = try OutboundClient(policy: AddressPolicy(allowing: networks), settings: settings)
    defer { client.stop() }
    let path = ready ? ServerAddress.readiness : ServerAddress.health
    var request = try OutboundRequest("GET", "\(isSecure ? "https" : "http")://\(address):\(port)\(path)")
    request.timeout = .seconds(healthTimeout)
    let outcome = Mutex<Result<OutboundResponse, OutboundFailure>?>(nil)
    let hasCome = DispatchSemaphore(value: 0)
    client.send(request) { result in
      outcome.withLock { $0 = result }
      hasCome.signal()
    }
    hasCome.wait()
    switch outcome.withLock({ $0 }) {
    case .success(let response)?: return (response.status, String(decoding: response.body, as: UTF8.self))
    case .failure(let failure)?: throw OperatorError("no answer from \(address):\(port): \(failure)")
    case nil: throw OperatorError("no answer from \(address):\(port)")
    }
  }
}
