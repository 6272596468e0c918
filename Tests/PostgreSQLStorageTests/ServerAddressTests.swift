import Testing

@testable import PostgreSQLStorage

struct ServerAddressTests {
  @Test("A database address requires a server that accepts writes") func requiresWritableServer() throws {
    let address = try ServerAddress("postgresql://valence@one.bank,two.bank:5433/bank")
    #expect(address.options["target_session_attrs"] == "read-write")
    #expect(address.options["host"] == "one.bank,two.bank")
    #expect(throws: ServerAddress.Refused.otherServer("any")) {
      try ServerAddress("postgresql:///bank?target_session_attrs=any")
    }
  }

  @Test(
    "A remote database address defaults to verify-full, and a local one to prefer",
    arguments: [
      ("postgresql://one.bank/bank", "verify-full"), ("postgresql://127.0.0.1,one.bank/bank", "verify-full"),
      ("postgresql://10.0.0.1/bank", "verify-full"), ("postgresql://one.bank/bank?sslmode=require", "require"),
      ("postgresql:///bank", "prefer"), ("postgresql://localhost/bank", "prefer"),
      ("postgresql:///bank?host=/run/a,/run/b", "prefer"), ("postgresql://[::1]/bank", "prefer"),
      ("postgresql://localhost/bank?sslmode=verify-full", "verify-full"),
    ])
  func verifiesRemoteServer(_ text: String, mode: String) throws {
    #expect(try ServerAddress(text).options["sslmode"] == mode)
  }

  @Test(
    "A database address with a password is rejected",
    arguments: ["postgresql://valence:hush@one.bank/bank", "postgresql://one.bank/bank?password=hush"])
  func rejectsPasswordInAddress(_ text: String) {
    #expect(throws: ServerAddress.Refused.hasPassword) { try ServerAddress(text) }
  }

  @Test("A separate database password is used but not printed with the address") func redactsSeparatePassword() throws {
    let address = try ServerAddress("postgresql://valence@one.bank/bank?passfile=/etc/pass", password: "hush")
    #expect(address.completed(by: [:]).contains { $0 == ("password", "hush") })
    #expect(!"\(address)".contains("hush"))
    #expect(!String(reflecting: address).contains("hush"))
    #expect("\(address)" == "PostgreSQL at one.bank (dbname=bank, user=valence, sslmode=verify-full)")
  }

  @Test("The error of a malformed database address omits the password") func omitsPasswordFromError() {
    let error = #expect(throws: ServerAddress.Refused.self) { try ServerAddress("postgresql://valence:hush@[one/bank") }
    #expect(error.map { !"\($0)".contains("hush") } == true)
  }
}
