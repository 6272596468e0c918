import Model
import Services

extension TestServer {
  /// An operator of the bank, logged in.
  package func clerk(_ login: String = "clerk") throws -> Visitor {
    _ = try services.users.add(login: login, name: "Ольга", password: "a long password", role: .operator).wait()
    let visitor = try Visitor(self)
    try visitor.login(login, "a long password")
    return visitor
  }

  package func withClerk() throws -> (server: TestServer, clerk: Visitor) { (self, try clerk()) }

  package func withClerkAndPerson() throws -> (server: TestServer, clerk: Visitor, person: Visitor) {
    (self, try clerk(), try person())
  }
}
