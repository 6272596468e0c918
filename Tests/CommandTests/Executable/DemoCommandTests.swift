import Foundation
import Model
import TestBank
import TestClient
import Testing

/// Servers with demo data, whose login and password are public, and with recorded answers instead
/// of the bank's systems.
struct DemoCommandTests {
  private static let loan = TestServer.root.appending(path: "examples/loan").path

  @Test("`--demo` rejects a database that has other people") func refusesDemoOnLiveBank() throws {
    let place = try Workplace()
    #expect(try place.run("users", "add", "ivan", "--name", "Иван", input: "a long password\n").status == 0)
    let refused = try place.run("serve", "--port", "0", "--demo")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("Error: --demo adds a person whose login and password are public"))
    #expect(try place.run("users", "add", "demo", "--name", "Анна", input: "a long password\n").status == 0)
    #expect(try place.run("serve", "--port", "0", "--demo").status == 1)
    let server = try place.serve()
    try server.stop()
  }

  @Test("A demo server logs one warning at each start") func warnsAtEachStart() throws {
    let place = try Workplace()
    let warning = "demo data: the login and the password of the demo person are public"
    for _ in 0..<2 {
      let outcome = try place.serve("--demo").stop()
      #expect(outcome.errorLines.count { $0.contains(warning) } == 1)
    }
    let outcome = try place.serve().stop()
    #expect(outcome.errorLines.count { $0.contains("the database has the demo person") } == 1)
    #expect(!outcome.errors.contains(warning))
  }

  @Test(
    "`--demo` refuses to listen on addresses other than loopback",
    arguments: ["0.0.0.0", "::", "192.0.2.1", "nowhere", "::ffff:192.0.2.1", "localhost"])
  func refusesPublicDemo(host: String) throws {
    let place = try Workplace()
    let refused = try place.run("serve", "--port", "0", "--demo", "--host", host)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("Error: --demo allows only loopback addresses, not \(host)"))
    #expect(try place.made() == [])
  }

  @Test(
    "`--demo` listens on loopback, and with `--demo-open` on other addresses",
    arguments: [["--host", "127.0.0.2"], ["--host", "0.0.0.0", "--demo-open"], ["--host", "::1"]])
  func allowsLoopbackOrOpenDemo(options: [String]) throws {
    let place = try Workplace()
    let program = try Program(["serve", "--port", "0", "--demo"] + options, in: place)
    _ = try program.said(upTo: "listening on ")
    program.signal(SIGTERM)
    #expect(try program.outcome().status == 0)
  }

  @Test("`--services recorded` requires a demo or an explicit permission") func recordedAnswersNeedPermission() throws {
    let place = try Workplace()
    let options = ["serve", "--port", "0", "--config", Self.loan, "--services", "recorded"]
    let refused = try Program(options, in: place).outcome()
    #expect(refused.status == 1)
    #expect(refused.errors.contains("services/bank.yaml:"))
    #expect(refused.errors.contains("`--services recorded` requires --demo or --services-recorded-allowed"))
    let warning = "recorded answers replace systems of the bank: for trials only"
    for more in ["--services-recorded-allowed", "--demo"] {
      let server = try RunningServer(Program(options + [more], in: Workplace()))
      let ready = try Visitor(port: server.port).get("/readyz")
      #expect(ready.status == 200 || more != "--demo")
      #expect(ready["checks"]?["systems"]?["bank"]?["status"] == "recorded")
      let outcome = try server.stop()
      #expect(outcome.errorLines.contains { $0.contains(warning) && $0.contains("bank") })
    }
    // Without a service, recorded answers replace nothing.
    let outcome = try place.serve("--services", "recorded").stop()
    #expect(!outcome.errors.contains(warning))
  }
}
