import Foundation  // for canonical composition, which FoundationEssentials lacks
import JSON

/// Returns the form in which the server keeps a text: composed (NFC), without white space at its ends.
///
///     normalized("  e\u{301} ")  // "é"
package func normalized(_ text: String) -> String {
  if text.hasOnlyASCIIUnitsWithVisibleEnds { return text }
  // Lead bytes below 0xCC, and those of the Cyrillic block, begin only characters that are composed already.
  let plain = text.hasOnlyASCIIUnits || text.hasOnlyUnits { $0 < 0xCC || $0 == 0xD0 || $0 == 0xD1 }
  let composed = plain ? text : composedInPieces(text)
  // A visible ASCII character or a letter of the Cyrillic block is no white space: most texts end here.
  if let first = composed.utf8.first, let last = composed.unicodeScalars.last?.value, first > 0x20, last > 0x20,
    first < 0x7F || first == 0xD0 || first == 0xD1, last < 0x7F || (0x400...0x47F).contains(last)
  {
    return composed
  }
  guard let first = composed.unicodeScalars.first, let last = composed.unicodeScalars.last else { return composed }
  if !first.properties.isWhitespace && !last.properties.isWhitespace { return composed }
  let body = composed.unicodeScalars.drop { $0.properties.isWhitespace }
  let end = body.lastIndex { !$0.properties.isWhitespace }.map(body.index(after:)) ?? body.startIndex
  return String(body[..<end])
}

/// Returns the text in NFC, composed in pieces to stay linear in its length.
///
/// Foundation moves the rest of the text for each pair that it composes, which takes the square of the length. A piece
/// ends before a character that never composes with the text before it.
private func composedInPieces(_ text: String) -> String {
  let scalars = text.unicodeScalars
  guard text.utf8.count > longestPiece else { return syllablesComposed(text.precomposedStringWithCanonicalMapping) }
  var composed = ""
  composed.reserveCapacity(text.utf8.count)
  var start = scalars.startIndex
  while start < scalars.endIndex {
    let minimum = scalars.index(start, offsetBy: longestPiece / 4, limitedBy: scalars.endIndex) ?? scalars.endIndex
    let end = scalars[minimum...].firstIndex(where: beginsAnew) ?? scalars.endIndex
    composed += syllablesComposed(String(scalars[start..<end]).precomposedStringWithCanonicalMapping)
    start = end
  }
  return composed
}

/// Returns the text with each syllable of Hangul joined to the last consonant after it, which Foundation leaves apart
/// (The Unicode Standard, 3.12).
private func syllablesComposed(_ text: String) -> String {
  let (lastConsonants, syllables) = (UInt32(0x11A8)..<0x11C3, UInt32(0xAC00)..<0xD7A4)
  guard text.utf8.contains(0xE1), text.unicodeScalars.contains(where: { lastConsonants.contains($0.value) }) else {
    return text
  }
  var scalars = String.UnicodeScalarView()
  var last: UInt32 = 0
  for scalar in text.unicodeScalars {
    if lastConsonants.contains(scalar.value), syllables.contains(last), (last - 0xAC00) % 28 == 0,
      let syllable = Unicode.Scalar(last + scalar.value - 0x11A7)
    {
      scalars.removeLast()
      scalars.append(syllable)
      last = syllable.value
    } else {
      scalars.append(scalar)
      last = scalar.value
    }
  }
  return String(scalars)
}

/// Length in UTF-8 bytes above which a text is composed in pieces.
private let longestPiece = 1024

/// True if canonical composition never joins the character with the text before it (UAX #15, NFC_Quick_Check).
///
/// It may join marks, later parts of a Hangul syllable, and the vowel signs of Kirat Rai, the only such signs that are
/// letters.
private func beginsAnew(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case ..<0x300: return true
  case 0x1160..<0x1200, 0xD7B0..<0xD800, 0x16D63..<0x16D70: return false
  default: break
  }
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .spacingMark, .enclosingMark: return false
  default: return true
  }
}

/// A named replacement of characters that a definition can ask for with `normalize`, such as `payment`, or the form of the
/// values of a verification, such as `isIban`.
///
/// The vocabulary provides it, as it provides verifications. The state of the atom lists every change.
///
///     let dashes = Normalization("dashes") { text in
///       let changes = text.unicodeScalars.enumerated().filter { $0.element == "–" }
///       return (text.replacing("–", with: "-"), changes.map { .init("–", to: "-", position: $0.offset + 1) })
///     }
package struct Normalization: Sendable {
  /// A replaced character.
  package struct Change: Sendable {
    /// The posted character.
    let from: Unicode.Scalar
    /// Its replacement; nil for a dropped character.
    let to: Unicode.Scalar?
    /// Position in the text in Unicode scalars, from 1.
    let position: Int

    /// Creates a change of the character at `position`.
    package init(_ from: Unicode.Scalar, to: Unicode.Scalar?, position: Int) {
      (self.from, self.to, self.position) = (from, to, position)
    }
  }

  /// The name in definitions; empty for the form of a verification's values.
  package let name: String
  /// Returns the text to keep, and every change in it.
  package let normalize: @Sendable (String) -> (text: String, changes: [Change])

  /// Creates a normalisation for the name that definitions use.
  package init(_ name: String, normalize: @escaping @Sendable (String) -> (text: String, changes: [Change])) {
    (self.name, self.normalize) = (name, normalize)
  }

  /// The form of a verification's values, which follows the replacement; it changes no other text.
  private var form: (@Sendable (String) -> (text: String, changes: [Change]))?

  /// Returns the normalisation that gives a verification's values their form, and replaces characters in other texts.
  static func keeping(_ form: Normalization, _ other: Normalization?) -> Normalization {
    var normalization = other ?? Normalization("") { ($0, []) }
    normalization.form = form.normalize
    return normalization
  }

  /// Returns the text to keep, every change in it, and the name of the sentence about them.
  func kept(_ text: String) -> (text: String, changes: [Change], sentence: String) {
    let (replaced, changes) = normalize(text)
    guard let (kept, others) = form?(replaced), !others.isEmpty else { return (replaced, changes, "normalized") }
    return (kept, changes + others, "electronic")
  }

  /// Reads `normalize`.
  ///
  /// Returns nil when the atom has none, or names an unknown one, which is noted as a fault.
  init?(_ properties: inout Properties) {
    let known = properties.normalizations
    guard let name = properties.word("normalize", of: known.keys.sorted()), let found = known[name] else { return nil }
    self = found
  }
}
