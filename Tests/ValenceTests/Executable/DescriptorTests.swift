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
}
