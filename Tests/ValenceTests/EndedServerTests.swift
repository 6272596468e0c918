import Storage
import Testing

/// A server that has ended keeps nothing: its connections to the database end with it.
struct EndedServerTests {
  @Test func itsDatabaseIsClosed() throws {
    weak var store: (any Store & AnyObject)?
    do {
      let server = try TestServer()
      store = server.database
      let person = try Visitor.demo(server)
      #expect(try person.submit(try person.payment(), key: "tap").status == 201)
    }
    #expect(store == nil)
  }
}
