import DemoData
import Model
import Services

extension TestServer {
  /// The demo's person, logged in on a new connection.
  package func person(language: String = "en") throws -> Visitor {
    let visitor = try Visitor(self, language: language)
    try visitor.login(access.login, access.password)
    visitor.matrix = access.matrix
    return visitor
  }

  package func withPerson(language: String = "en") throws -> (server: TestServer, person: Visitor) {
    (self, try person(language: language))
  }

  package func visitor() throws -> Visitor { try Visitor(self) }

  package func withVisitor() throws -> (server: TestServer, visitor: Visitor) { (self, try visitor()) }

  /// Another person, with a security matrix and without accounts, logged in.
  package func stranger(_ login: String = "ivan") throws -> Visitor {
    let person = try services.users.add(login: login, name: "Иван", password: "a long password").wait()
    let visitor = try Visitor(self)
    visitor.matrix = try services.signing.issueMatrix(person.id).wait()
    try visitor.login(login, "a long password")
    return visitor
  }

  package func withStranger() throws -> (server: TestServer, person: Visitor) { (self, try stranger()) }

  /// Another person, who has a telephone for messages and no security matrix, logged in.
  package func reachable() throws -> Visitor {
    let (login, password) = ("ivan", "a long password")
    _ = try services.users.add(login: login, name: "Иван", password: password, phone: "+79160000001").wait()
    let visitor = try Visitor(self)
    try visitor.login(login, password)
    return visitor
  }
}

extension RunningServer {
  /// The demo's person, logged in with the login and password of the greeting.
  package func person() throws -> Visitor {
    let visitor = try Visitor(port: port)
    try visitor.login(try named("login"), try named("password"))
    visitor.matrix = matrix
    return visitor
  }

  package func withPerson() throws -> (server: RunningServer, person: Visitor) { (self, try person()) }
}

extension Visitor {
  /// The same session over a new connection to a port.
  package func reconnected(to port: UInt16) throws -> Visitor {
    let visitor = try Visitor(port: port, token: token)
    visitor.matrix = matrix
    return visitor
  }
}
