import Platform
import Synchronization
import Testing

@Suite struct CallLocalTests {
  private static let name = CallLocal<String>()

  @Test("A call-local value is the innermost one, and the outer one is restored after an error")
  func returnsInnermostValue() {
    struct Ended: Error {}
    #expect(Self.name.value == nil)
    Self.name.with("outer, and too long for a text that has no memory of its own") {
      #expect(throws: Ended.self) {
        try Self.name.with("inner") {
          #expect(Self.name.value == "inner")
          throw Ended()
        }
      }
      #expect(Self.name.value == "outer, and too long for a text that has no memory of its own")
    }
    #expect(Self.name.value == nil)
  }

  @Test("A call-local value is nil on another thread") func isNilOnAnotherThread() throws {
    let seen = Mutex<String?>("nothing")
    try Self.name.with("here") {
      try BackgroundThread { seen.withLock { $0 = Self.name.value } }.join()
    }
    #expect(seen.withLock { $0 } == nil)
  }
}
