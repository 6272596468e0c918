import Foundation
import SeededRandom
import Testing
import Texts

@testable import Atoms

/// The composition (NFC) of stored texts of any length.
struct CompositionTests {
  @Test("Each pair of characters with a composition is composed in a long text") func composesPairs() {
    let before = String(repeating: "а", count: 255)
    let after = String(repeating: "я", count: 700)
    var pairs = 0
    for number in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(number) else { continue }
      let parts = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
      guard parts.count > 1 else { continue }
      pairs += 1
      var pair = String(String.UnicodeScalarView(parts.dropLast())).precomposedStringWithCanonicalMapping
      guard pair.unicodeScalars.count == 1 else { continue }
      pair.unicodeScalars.append(parts.last!)
      // Foundation composes a character again only from all its parts.
      let isComposite = String(scalar).decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
        .unicodeScalars.elementsEqual([scalar])
      let text = before + pair + after
      let composed =
        isComposite ? before + String(scalar) + after : text.precomposedStringWithCanonicalMapping
      #expect(Array(normalized(text).utf8) == Array(composed.utf8), "U+\(String(number, radix: 16))")
    }
    #expect(pairs > 1_000)
  }

  /// Foundation has no marks that are newer than Unicode 14, and does not sort the parts of three
  /// Tibetan vowel signs. It composes some characters above U+FFFF like those with the same last 16
  /// bits.
  @Test("Each character before and after a mark is composed as by Foundation") func composesEachCharacter() {
    let tibetan: Set<UInt32> = [0xF73, 0xF75, 0xF81]
    var count = 0
    for number in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(number), !tibetan.contains(number), let age = scalar.properties.age,
        age.major <= 14
      else { continue }
      // U+0315 and U+0331 are in different combining classes.
      let text = "\(scalar)\u{315}\u{331}\(scalar)"
      let isEqual = text.canonicallyComposed.utf8.elementsEqual(text.precomposedStringWithCanonicalMapping.utf8)
      if !isEqual { Issue.record("U+\(String(number, radix: 16))") }
      count += 1
    }
    #expect(count > 50_000)
  }

  @Test("A composed text is unchanged by another composition", arguments: 0..<20)
  func composesOnce(seed: Int) {
    var random = Chance(UInt64(seed))
    let text = String(
      String.UnicodeScalarView(
        (0..<500).compactMap { _ in
          Unicode.Scalar(UInt32.random(in: 0x300..<0x400, using: &random))
        }))
    let composed = text.canonicallyComposed
    #expect(composed.canonicallyComposed.utf8.elementsEqual(composed.utf8))
    #expect(composed == text)
  }

  @Test("A long text is composed like a short one", arguments: 0..<20)
  func composesLongText(seed: Int) {
    var random = Chance(UInt64(seed))
    let pieces = [
      "e\u{316}\u{301}", "и\u{306}", "\u{1100}\u{1161}\u{11A8}", "a", "ё", "\u{9C7}\u{9BE}", "\u{301}", "漢", "👨‍👩‍👧", "e",
      "Å", "\u{3099}か",
    ]
    let text = (0..<2_000).map { _ in pieces.randomElement(using: &random)! }.joined()
    #expect(
      Array(normalized("x" + text + "x").utf8) == Array(("x" + text + "x").precomposedStringWithCanonicalMapping.utf8))
  }
}
