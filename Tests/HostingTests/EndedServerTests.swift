import Storage
import TestBank
import TestClient
import Testing

/// A server that has ended keeps nothing: its connections to the database end with it.
struct EndedServerTests {
  @Test("A server that has ended releases its database") func releasesDatabase() throws {
    weak var store: (any Store & AnyObject)?
    do {
      let server = try TestServer()
      store = server.database
      let person = try server.person()
      #expect(try person.submit(try person.payment(), key: "tap").status == 201)
    }
    // The thread that has just answered may still be letting go of its work.
    #expect(eventually { store == nil })
  }
}
