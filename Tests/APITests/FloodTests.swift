import Dispatch
import Foundation
import JSON
import Services
import Synchronization
import TestBank
import Testing

struct FloodTests {
  private static let size = 200
  /// The logins that are not refused: two that are hashed, and three quarters of the 64 places in
  /// the queue.
  private static let places = 50

  @Test("Other requests are answered during a flood of logins") func answersOthersDuringFlood() throws {
    let (server, person) = try TestServer().withPerson()
    let gate = try Gate(server.services.pool, width: 2)
    let answers = Mutex([Visitor.Answer]())
    let answered = DispatchSemaphore(value: 0)
    for number in 0..<Self.size {
      Thread.detachNewThread { [port = server.port] in
        let answer = try? Visitor(port: port, from: "127.1.\(number / 100).\(number % 100 + 1)").post(
          "/auth/login", ["login": .string("somebody\(number)"), "password": "a wrong password"])
        if let answer { answers.withLock { $0.append(answer) } }
        answered.signal()
      }
    }
    // Logins without a place in the queue are refused before any password is hashed.
    for _ in 0..<(Self.size - Self.places) { answered.wait() }
    let refused = answers.withLock { $0 }
    for answer in refused {
      answer.expectProblem(503, "overloaded")
      #expect(answer.raw["retry-after"] == "1")
    }
    // The hashing threads are blocked. Requests that need no hash are answered.
    #expect(try Visitor(server).get("/healthz").status == 200)
    #expect(try person.get("/accounts").status == 200)
    #expect(try person.get("/operations/pp.quick").status == 200)
    let question: Value = ["values": ["bic": "044525225"], "changed": ["bic"], "commit": true]
    #expect(try person.post("/operations/pp.quick/evaluate", question).status == 200)
    #expect(try person.submit(try person.payment(), key: "tap").status == 201)
    #expect(answers.withLock { $0.count } == Self.size - Self.places)
    gate.open()
    for _ in 0..<Self.places { answered.wait() }
    let heard = answers.withLock { $0.dropFirst(Self.size - Self.places) }
    #expect(heard.count == Self.places)
    for answer in heard { answer.expectProblem(401, "wrong-credentials") }
  }

  @Test("Logins from other addresses and password changes succeed during a flood of logins")
  func admitsOtherAddressesDuringFlood() throws {
    let server = try TestServer()
    let person = try server.stranger()
    let token = try #require(person.token)
    let caller = try #require(try server.services.auth.authenticate(token))
    let gate = try Gate(server.services.pool, width: 2)
    let flood = Counts()
    for number in 0..<Self.size {
      server.services.auth.login("somebody\(number)", password: "x", from: Origin(address: "198.51.100.1")).start {
        flood.note($0.map { _ in () })
      }
    }
    // Two logins of the address are hashed, and the others get at most half of the 64 places in the
    // queue.
    #expect(flood.overloaded == Self.size - 34)
    let others = Counts()
    for number in 0..<16 {
      server.services.auth.login(
        "demo", password: server.access.password, from: Origin(address: "198.51.101.\(number)")
      ).start { others.note($0.map { _ in () }) }
    }
    server.services.auth.changePassword(
      from: "a long password", to: "quite another one", by: caller
    ).start { others.note($0) }
    #expect(others.overloaded == 0)
    gate.open()
    flood.wait(Self.size)
    others.wait(17)
    #expect(others.overloaded == 0)
    #expect(others.done == 17)
  }

  @Test("A throttled login is refused without hashing the password") func throttlesWithoutHashing() throws {
    let server = try TestServer()
    let visitor = try Visitor(server, from: "127.2.0.1")
    try Self.guess(visitor, server)
    // While the hashing threads are blocked, a request that needed a hash would not be answered.
    let gate = try Gate(server.services.pool, width: 2)
    defer { gate.open() }
    for password in ["a wrong password", server.access.password] {
      let answer = try visitor.post("/auth/login", ["login": "demo", "password": .string(password)])
      answer.expectProblem(429, "too-many-attempts")
      #expect((1...16).contains(answer.raw["retry-after"].flatMap { Int($0) } ?? 0))
    }
    let form = try visitor.post(
      "/operations/auth.login/submissions",
      ["values": ["login": "demo", "password": .string(server.access.password)]])
    form.expectProblem(429, "too-many-attempts")
  }

  @Test("Wrong logins are throttled for each address separately") func throttlesEachAddressSeparately() throws {
    let server = try TestServer()
    let visitor = try Visitor(server, from: "127.2.0.1")
    try Self.guess(visitor, server)
    let right: Value = ["login": "demo", "password": .string(server.access.password)]
    try visitor.post("/auth/login", right).expectProblem(429, "too-many-attempts")
    let other = try Visitor(server, from: "127.2.0.2")
    try other.login("demo", server.access.password)
    #expect(try other.get("/user").status == 200)
    server.pass(.seconds(16))
    #expect(try visitor.post("/auth/login", right).status == 200)
  }

  /// Tries nine wrong passwords, so that the next try is refused for 16 seconds.
  private static func guess(_ visitor: Visitor, _ server: TestServer) throws {
    for turn in 0..<9 {
      if turn > 0 { server.pass(.seconds(20)) }
      try visitor.post("/auth/login", ["login": "demo", "password": "a wrong password"])
        .expectProblem(401, "wrong-credentials")
    }
  }
}

/// The outcomes of parallel calls.
private final class Counts: Sendable {
  private let errors = Mutex([(any Error)?]())
  private let ended = DispatchSemaphore(value: 0)

  func note(_ result: Result<Void, any Error>) {
    errors.withLock { errors in
      if case .failure(let error) = result { errors.append(error) } else { errors.append(nil) }
    }
    ended.signal()
  }

  var overloaded: Int { errors.withLock { $0.count { $0 is Overloaded } } }
  var done: Int { errors.withLock { $0.count { $0 == nil } } }

  func wait(_ count: Int) { for _ in 0..<count { ended.wait() } }
}
