import Foundation
import SeededRandom
import Testing

@testable import Atoms

/// The composition (NFC) of stored texts of any length.
struct CompositionTests {
  /// A long text is composed in pieces. Each pair of characters that can be composed is at a
  /// position where a piece could end. A cut between the two would leave them separate.
  @Test("Characters are composed across the piece boundaries of a long text") func composesPairsAtPieceEnds() {
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
      // Foundation does not join the final consonant of a Hangul syllable.
      let isHangul = (0xAC00..<0xD7A4).contains(number)
      let text = before + pair + after
      let composed = isHangul ? before + String(scalar) + after : text.precomposedStringWithCanonicalMapping
      #expect(Array(normalized(text).utf8) == Array(composed.utf8), "U+\(String(number, radix: 16))")
      if isHangul { #expect(normalized(pair).unicodeScalars.elementsEqual([scalar])) }
    }
    #expect(pairs > 1_000)
  }

  @Test("A long text composed in pieces equals the text composed as a whole", arguments: 0..<20)
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
