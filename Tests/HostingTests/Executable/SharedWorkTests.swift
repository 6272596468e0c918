import Foundation
import JSON
import TestBank
import TestClient
import TestDatabases
import Testing

/// Server processes that share one PostgreSQL database and its work. They start together, or one of
/// them is suspended or killed.
struct SharedWorkTests {
  private static func wait(_ what: String, _ holds: () throws -> Bool) throws {
    try #require(try eventually(holds), "\(what)")
  }

  private static func kill(_ server: RunningServer) throws {
    server.signal(SIGKILL)
    #expect(try server.program.outcome().status == -SIGKILL)
  }

  @Test("Three servers that start on an empty database create the demo data once") func createsDemoDataOnce() throws {
    let place = try Workplace()
    for _ in 0..<2 {
      let database = try OwnServer.shared.get().newDatabase()
      let programs = try (0..<3).map { _ in
        try Program(["serve", "--port", "0", "--demo", "--database", database], in: place)
      }
      let servers = try programs.map { try RunningServer($0) }
      #expect(Set(servers.map(\.matrix)).count == 1 && servers[0].matrix.count == 100)
      for server in servers {
        let accounts = try server.person().get("/accounts")
        #expect(accounts.status == 200)
      }
      for server in servers { try server.stop() }
      let checked = try place.run("check-ledger", "--database", database)
      #expect(checked.output.hasSuffix("sound: 5 movements, 0 open holds\n"), "\(checked.output)\(checked.errors)")
    }
  }

  @Test("The code of a killed or suspended server is sent by another server", arguments: [SIGKILL, SIGSTOP])
  func otherServerSendsPendingCode(_ signal: Int32) throws {
    let gateway = try Gateway(.silence)
    let place = try Workplace.withConfiguration()
    try place.write(Gateway.file(at: gateway.url, timeout: 2), to: "config/services/gateway.yaml")
    try place.write(CodeForm.file, to: "config/operations/trial.code.yaml")
    let database = try OwnServer.shared.get().newDatabase()
    func serve() throws -> RunningServer {
      try RunningServer(
        Program(
          [
            "serve", "--port", "0", "--demo", "--database", database, "--codes-by", "sms", "--services-allow",
            "127.0.0.0/8",
          ], in: place))
    }
    let (one, other) = (try serve(), try serve())
    let person = try one.person()
    let (id, next) = try CodeForm.submit(person)
    try gateway.await()
    gateway.reply(.status(202))
    // The server that sends the message is killed or suspended, so the other server sends it after
    // a timeout.
    if signal == SIGKILL { try Self.kill(one) } else { one.signal(signal) }
    try gateway.await()
    let elsewhere = try person.reconnected(to: other.port)
    try Self.wait("the message is accepted") {
      try elsewhere.get("/readyz")["checks"]?["messages"]?["code"]?["waiting"] == 0
    }
    if signal == SIGSTOP { one.signal(SIGCONT) }
    #expect(Set(gateway.messages.map(\.key)).count == 1 && gateway.messages.count == 2)
    let signed = try elsewhere.sign(id, Telephones.codes(for: next, in: gateway.texts))
    #expect(signed["submission"]?["status"] == "executed")
    if signal == SIGSTOP { try one.stop() }
    try other.stop()
    #expect(gateway.messages.count == 2)
  }
}
