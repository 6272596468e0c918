import Foundation  // for canonical composition, which FoundationEssentials lacks
import JSON

/// Returns the form of a text that the server stores: composed (NFC), without leading and trailing
/// white space.
package func normalized(_ text: String) -> String {
  if text.hasOnlyASCIIUnitsWithVisibleEnds { return text }
  // Characters with a lead byte below 0xCC, and Cyrillic letters (0xD0, 0xD1), are already
  // composed.
  let plain = text.hasOnlyASCIIUnits || text.hasOnlyUnits { $0 < 0xCC || $0 == 0xD0 || $0 == 0xD1 }
  let composed = plain ? text : composedInPieces(text)
  // A visible ASCII character or a letter of the Cyrillic block is not white space.
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

/// Returns the text in NFC, in time linear in its length.
///
/// Foundation moves the rest of the text for each pair that it composes, which takes quadratic
/// time. So a long text is composed in pieces. A piece ends before a character that never composes
/// with the text before it.
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

/// Returns the text with each Hangul syllable joined to the final consonant after it, which
/// Foundation leaves separate (The Unicode Standard, 3.12).
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

/// The length in UTF-8 bytes above which a text is composed in pieces.
private let longestPiece = 1024

/// Returns true if canonical composition never joins the character with the text before it (UAX
/// #15, NFC_Quick_Check).
///
/// Characters that can be joined are marks, later parts of a Hangul syllable, and the vowel signs
/// of Kirat Rai. The latter are the only vowel signs that are letters.
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

/// A replacement of characters. It is either named in `normalize`, such as `payment`, or the form
/// of a verification's values, such as `isIban`.
///
/// The vocabulary supplies it. The state of the atom lists all changes.
package struct Normalization: Sendable {
  package struct Change: Sendable {
    /// The posted character.
    let from: Unicode.Scalar
    /// Its replacement; nil for a removed character.
    let to: Unicode.Scalar?
    /// The position in the text in Unicode scalars, from 1.
    let position: Int

    package init(_ from: Unicode.Scalar, to: Unicode.Scalar?, position: Int) {
      (self.from, self.to, self.position) = (from, to, position)
    }
  }

  /// The name in definitions; empty for the form of a verification's values.
  package let name: String
  /// Returns the text to store and its changes.
  package let normalize: @Sendable (String) -> (text: String, changes: [Change])

  package init(_ name: String, normalize: @escaping @Sendable (String) -> (text: String, changes: [Change])) {
    (self.name, self.normalize) = (name, normalize)
  }

  /// The form of a verification's values, applied after the replacement. It does not change other
  /// texts.
  private var form: (@Sendable (String) -> (text: String, changes: [Change]))?

  /// Returns a normalization that applies `form` to values of the verification, after the
  /// replacements of `other`.
  static func keeping(_ form: Normalization, _ other: Normalization?) -> Normalization {
    var normalization = other ?? Normalization("") { ($0, []) }
    normalization.form = form.normalize
    return normalization
  }

  /// Returns the text to store, its changes, and the `ViolationText` key of the message about them.
  func kept(_ text: String) -> (text: String, changes: [Change], sentence: String) {
    let (replaced, changes) = normalize(text)
    guard let (kept, others) = form?(replaced), !others.isEmpty else { return (replaced, changes, "normalized") }
    return (kept, changes + others, "electronic")
  }

  /// Reads `normalize`. Returns nil if it is missing. An unknown name is an error.
  init?(_ properties: inout Properties) {
    let known = properties.normalizations
    guard let name = properties.word("normalize", of: known.keys.sorted()), let found = known[name] else { return nil }
    self = found
  }
}
