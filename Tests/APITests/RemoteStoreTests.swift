import Foundation
import JSON
import Platform
import SQLiteStorage
import Storage
import Synchronization
import TestBank
import TestClient
import Testing

/// A store that claims to be remote if `isRemote`, and records the threads that read it.
private final class NotedStore: Store {
  let database: any Store
  let isRemote: Bool
  /// The names of the threads that have read.
  let readers = Mutex<Set<String>>([])
  /// A lock that tests hold while the database must not respond.
  let hanging = NSLock()

  init(_ database: any Store, isRemote: Bool) { (self.database, self.isRemote) = (database, isRemote) }

  var health: StorageHealth { database.health }
  var commits: CommitNotifier { database.commits }
  var writeCounts: WriteCounts { database.writeCounts }

  func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value {
    if WaitingBan.meet() { throw StoreError(.other, engine: "", code: 0, message: "must not wait", sql: "") }
    hanging.withLock {}
    let name = try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
    readers.withLock { _ = $0.insert(name) }
    return try database.read(body)
  }

  func write<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Connection) throws -> Value,
    afterCommit: (@Sendable (Result<Value, any Error>) -> Void)?,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) { database.write(locking: locks, body, afterCommit: afterCommit, then: then) }

  func figures() throws -> StoreFigures { try database.figures() }
  func damage() throws -> [String] { try database.damage() }
  func brokenReferences() throws -> [String] { try database.brokenReferences() }
  func purgeLog() throws { try database.purgeLog() }
  func probe() { database.probe() }
  func close() { database.close() }
}

/// The threads of reads from a remote database. No HTTP thread may wait for one.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/thread-self"), "requires /proc/thread-self"))
struct RemoteStoreTests {
  /// Returns the names of the threads that read for a person, from the login to a signature.
  private static func readers(isRemote: Bool) throws -> Set<String> {
    let kept = Mutex<NotedStore?>(nil)
    let server = try TestServer(store: { database in
      let store = NotedStore(database, isRemote: isRemote)
      kept.withLock { $0 = store }
      return store
    })
    let store = try #require(kept.withLock { $0 })
    // This thread wrote the demo's data.
    store.readers.withLock { $0 = [] }
    let person = try server.person()
    #expect(try person.get("/accounts").status == 200)
    #expect(try person.get("/operations/pp.full").status == 200)
    let (id, sent) = try person.waitingPayment(["amount": "1.00"], key: "remote")
    let signed = try person.sign(sent)
    #expect(signed["submission"]?["status"] == "executed")
    #expect(try person.get("/submissions/\(id)").status == 200)
    #expect(try person.get("/nowhere").status == 404)
    return store.readers.withLock { $0 }
  }

  /// True for the name of an HTTP thread. Without epoll, it is a thread of libmicrohttpd.
  private static func isOfHTTP(_ name: String) -> Bool { name.hasPrefix("valence.http") || name.hasPrefix("MHD") }

  @Test("Reads of a remote database run outside the HTTP threads")
  func readsRemoteDatabaseOffHTTPThreads() throws {
    let names = try Self.readers(isRemote: true)
    #expect(!names.isEmpty && !names.contains(where: Self.isOfHTTP), "\(names)")
  }

  private static let plain = """
    operation: trial.plain
    title: {ru: Заявка, en: Request}
    effect: document
    atoms:
      - {textInput: name, caption: {ru: Имя, en: Name}, maxLength: 5}
      - {button: send, caption: {ru: Послать, en: Send}, action: submit}
    """

  @Test("A form without facts is evaluated while all database threads are blocked")
  func evaluatesWhileDatabaseHangs() throws {
    let kept = Mutex<NotedStore?>(nil)
    let server = try TestServer(
      serving: [Self.plain],
      store: { database in
        let store = NotedStore(database, isRemote: true)
        kept.withLock { $0 = store }
        return store
      })
    let store = try #require(kept.withLock { $0 })
    let person = try server.person()
    let token = try #require(person.token)
    let version = try #require(try person.get("/operations/trial.plain")["version"])
    let path = "/operations/trial.plain/evaluate"
    #expect(try person.post(path, ["values": ["name": "Anna"]]).status == 200)
    let waiting = try (0..<64).map { _ in try RawClient(port: server.port) }
    do {
      store.hanging.lock()
      defer { store.hanging.unlock() }
      let head = "Host: x\r\nAuthorization: Bearer \(token)\r\n"
      for client in waiting { try client.send("GET /accounts HTTP/1.1\r\n\(head)\r\n") }
      for body: Value in [["values": ["name": "Anna"]], ["values": ["name": "Anna"], "version": version]] {
        #expect(try person.post(path, body).status == 200)
      }
      let long = try person.post(path, ["values": ["name": "Anna-Maria"], "changed": ["name"], "commit": true])
      #expect(long.status == 200 && long.raw.text.contains("\"length\""), "\(long.raw.text)")
      // The version of an earlier form must be read from the database, regardless of the rest of
      // the body.
      let tricky: Value = ["values": ["name": version], "version": "0123456789ab"]
      let late = try RawClient(port: server.port)
      let sent = tricky.text
      try late.send(
        "POST \(path) HTTP/1.1\r\n\(head)Content-Type: application/json\r\n"
          + "Content-Length: \(sent.utf8.count)\r\n\r\n\(sent)")
      #expect(try person.post(path, ["values": ["name": "Anna"]]).status == 200)
      store.hanging.unlock()
      #expect(try late.receive().status == 409)
      store.hanging.lock()
    }
    for client in waiting { #expect(try client.receive().status == 200) }
  }

  @Test("Health and readiness are answered in time while every thread waits for the database")
  func answersHealthWhileDatabaseHangs() throws {
    let kept = Mutex<NotedStore?>(nil)
    let server = try TestServer(store: { database in
      let store = NotedStore(database, isRemote: true)
      kept.withLock { $0 = store }
      return store
    })
    let store = try #require(kept.withLock { $0 })
    let token = try #require(try server.person().token)
    let waiting = try (0..<64).map { _ in try RawClient(port: server.port) }
    do {
      store.hanging.lock()
      defer { store.hanging.unlock() }
      for client in waiting {
        try client.send("GET /accounts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n")
      }
      let began = ContinuousClock.now
      #expect(try Visitor(server).get("/healthz").status == 200)
      // The second and third requests find a read that has already timed out.
      for _ in 1...3 {
        let unready = try Visitor(server).get("/readyz")
        #expect(unready.status == 503)
        #expect(unready["checks"]?["database"]?["status"] == "unreachable")
      }
      #expect(ContinuousClock.now - began < .seconds(2))
    }
    for client in waiting { #expect(try client.receive().status == 200) }
    #expect(try eventually { try Visitor(server).get("/readyz").status == 200 })
  }

  @Test("A malformed Content-Length returns 400 on a server with a remote database")
  func rejectsMalformedContentLength() throws {
    let server = try TestServer(store: { NotedStore($0, isRemote: true) })
    let client = try RawClient(port: server.port)
    try client.send("POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\n")
    let raw = try client.receive()
    Visitor.Answer(status: raw.status, body: try Value(reading: raw.body), raw: raw)
      .expectProblem(400, "malformed-request")
  }

  @Test("Reads of a local database run on HTTP threads") func readsLocalDatabaseOnHTTPThreads() throws {
    #expect(try Self.readers(isRemote: false).contains(where: Self.isOfHTTP))
  }
}
