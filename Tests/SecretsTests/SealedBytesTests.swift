import Secrets
import Testing

@Suite struct SealedBytesTests {
  private let key = SecretKey()
  private let text = Array("Код № 1: 123456".utf8)

  @Test("Sealed bytes open with the same purpose and fields", arguments: [0, 1, 15, 16, 17, 1_000])
  func opensForSameFields(_ count: Int) {
    let bytes = Randomness.bytes(count)
    let sealed = key.sealed(bytes, for: "test 1", "a")
    #expect(sealed.count == count + 40)
    #expect(key.opened(sealed, for: "test 1", "a") == bytes)
  }

  @Test("Sealed bytes do not open with another field, purpose or key") func rejectsOtherFields() {
    let sealed = key.sealed(text, for: "test 1", "a", "b")
    #expect(key.opened(sealed, for: "test 1", "a", "c") == nil)
    #expect(key.opened(sealed, for: "test 1", "ab") == nil)
    #expect(key.opened(sealed, for: "test 2", "a", "b") == nil)
    #expect(SecretKey().opened(sealed, for: "test 1", "a", "b") == nil)
  }

  @Test("Sealed bytes do not open if they are altered or truncated") func rejectsAlteredBytes() {
    let sealed = key.sealed(text, for: "test 1")
    for place in sealed.indices {
      var altered = sealed
      altered[place] ^= 1
      #expect(key.opened(altered, for: "test 1") == nil)
      #expect(key.opened(Array(sealed[..<place]), for: "test 1") == nil)
    }
  }

  @Test("The same bytes are sealed differently each time") func sealsDifferentlyEachTime() {
    #expect(key.sealed(text, for: "test 1") != key.sealed(text, for: "test 1"))
  }
}
