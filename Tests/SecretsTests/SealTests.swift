import Secrets
import Testing

/// Encrypted bytes that clients store for the server.
@Suite struct SealTests {
  private let key = SecretKey()

  @Test("Sealed text opens for its holder and differs for each call") func opensForHolder() {
    let seal = Seal(key, for: "test")
    for count in 0..<40 {
      let bytes = (0..<UInt8(count)).map { $0 &* 7 }
      let text = seal.closed(bytes, for: "a")
      #expect(seal.opened(text, for: "a") == bytes)
      #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      #expect(text != seal.closed(bytes, for: "a"))
    }
  }

  @Test("Sealed text does not open for another holder, purpose or key, or if it is altered")
  func rejectsOtherOrAlteredText() {
    let seal = Seal(key, for: "test")
    let text = seal.closed([1, 2, 3], for: "a")
    #expect(seal.opened(text, for: "b") == nil)
    #expect(Seal(key, for: "other").opened(text, for: "a") == nil)
    #expect(Seal(SecretKey(), for: "test").opened(text, for: "a") == nil)
    #expect(Seal(key, for: "test").opened(text, for: "a") == [1, 2, 3])
    for bad in ["", "x", "+/=", String(text.dropLast()), text + "A", "\u{0}", "ё", String(repeating: "A", count: 2000)]
    {
      #expect(seal.opened(bad, for: "a") == nil, "\(bad)")
    }
    for place in text.indices {
      var changed = text
      changed.replaceSubrange(place...place, with: changed[place] == "A" ? "B" : "A")
      #expect(seal.opened(changed, for: "a") == nil)
    }
  }

  @Test("A seal prints as redacted") func printsRedacted() {
    let text = "\(Seal(key, for: "test"))"
    #expect(text == "[redacted]")
  }
}
