import TestBank
import TestClient
import Testing

/// Limits on the open file descriptors of a server.
struct DescriptorTests {
  @Test("The soft descriptor limit is raised to the needs of the connection limit")
  func raisesDescriptorLimit() throws {
    let place = try Workplace()
    let options = ["serve", "--port", "0", "--connection-limit", "40", "--metrics-port", "0"]
    let server = try RunningServer(Program(options, in: place, descriptors: .soft(64)))
    #expect(try Self.limit(of: server) == 40 + 512)
    #expect(try server.stop().errors.contains("fewer descriptors") == false)
  }

  @Test("A hard descriptor limit below the connection limit is logged") func logsLowHardLimit() throws {
    let place = try Workplace()
    let options = ["serve", "--port", "0", "--metrics-port", "0"]
    let server = try RunningServer(Program(options, in: place, descriptors: .hard(64)))
    #expect(try Self.limit(of: server) == 64)
    let reported = try server.stop().errors
    #expect(
      reported.contains("file descriptor limit is too low for the connection limit")
        && reported.contains("connection-limit=4096 descriptors=64 wanted=4608"), "\(reported)")
  }

  @Test("Idle keep-alive connections are closed when descriptors run out") func closesIdleConnections() throws {
    let place = try Workplace()
    let server = try RunningServer(Program(["serve", "--port", "0"], in: place, descriptors: .hard(64)))
    var clients: [RawClient] = []
    for _ in 0..<120 {
      let client = try RawClient(port: server.port)
      #expect(try client.exchange("GET", "/healthz").status == 200)
      clients.append(client)
    }
    #expect(try #require(clients.last).exchange("GET", "/healthz").status == 200)
    clients = []
    try server.stop()
  }

  /// Each closed connection must free its descriptor at once. At ten connections a second, closing
  /// 700 connections would take longer than the client's timeout.
  @Test("Silent connections are closed at once when descriptors run out") func closesSilentConnections() throws {
    let place = try Workplace()
    let options = ["serve", "--port", "0", "--connections-per-address", "0"]
    let server = try RunningServer(Program(options, in: place, descriptors: .hard(64)))
    let silent = try (0..<700).map { _ in try RawClient(port: server.port) }
    #expect(try RawClient(port: server.port).exchange("GET", "/healthz").status == 200)
    withExtendedLifetime(silent) {}
    try server.stop()
  }

  /// Returns the limit in the metrics of a server.
  private static func limit(of server: RunningServer) throws -> Int? {
    let prefix = "metrics on http://127.0.0.1:"
    let line = server.greeting.split(separator: "\n").first { $0.hasPrefix(prefix) }
    let port = try #require(line?.dropFirst(prefix.count).prefix { $0 != "/" }).description
    let page = try RawClient(port: try #require(UInt16(port))).exchange("GET", "/metrics").text
    let sample = page.split(separator: "\n").first { $0.hasPrefix("process_max_fds ") }
    return sample?.split(separator: " ").last.flatMap { Double($0) }.map { Int($0) }
  }
}
