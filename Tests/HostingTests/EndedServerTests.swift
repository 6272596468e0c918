import Storage
import TestBank
import TestClient
import Testing

/// The release of resources when a test server ends.
struct EndedServerTests {
  @Test("A server that has ended releases its database") func releasesDatabase() throws {
    weak var store: (any Store & AnyObject)?
    do {
      let server = try TestServer()
      store = server.database
      let person = try server.person()
      #expect(try person.submit(try person.payment(), key: "tap").status == 201)
    }
    // The thread of the last response may still hold a reference for a moment.
    #expect(eventually { store == nil })
  }
}
