import TestClient
import Testing

/// A server that has fewer descriptors than clients.
struct DescriptorTests {
  @Test func connectionsThatAreKeptMakeRoomWhereDescriptorsRunOut() throws {
    let place = try Workplace()
    let server = try RunningServer(Program(["serve", "--port", "0"], in: place, descriptors: 64))
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

  /// Each that is ended leaves a descriptor at once: 700 of them at ten a second would take longer than the client waits.
  @Test func silentConnectionsMakeRoomAtOnceWhereDescriptorsRunOut() throws {
    let place = try Workplace()
    let options = ["serve", "--port", "0", "--connections-per-address", "0"]
    let server = try RunningServer(Program(options, in: place, descriptors: 64))
    let silent = try (0..<700).map { _ in try RawClient(port: server.port) }
    #expect(try RawClient(port: server.port).exchange("GET", "/healthz").status == 200)
    withExtendedLifetime(silent) {}
    try server.stop()
  }
}
