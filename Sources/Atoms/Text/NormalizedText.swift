import Foundation  // only here: canonical composition, which FoundationEssentials does not have
import JSON

/// The text as it is kept: composed (NFC) and without blanks at its ends.
package func normalized(_ text: String) -> String {
  // Lead bytes below 0xCC and those of the Cyrillic block spell only letters that are composed already.
  let plain = text.hasOnlyASCIIUnits || text.utf8.allSatisfy { $0 < 0xCC || $0 == 0xD0 || $0 == 0xD1 }
  let composed = plain ? text : composedInPieces(text)
  // Neither end is a blank where it is a visible ASCII character or a letter of the Cyrillic block.
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

/// The text in NFC, composed piece by piece: Foundation moves all that follows for each pair that it composes, which takes
/// the square of the length. A piece ends where nothing is composed with what stands before it.
private func composedInPieces(_ text: String) -> String {
  let scalars = text.unicodeScalars
  guard text.utf8.count > longestPiece else { return text.precomposedStringWithCanonicalMapping }
  var composed = ""
  composed.reserveCapacity(text.utf8.count)
  var start = scalars.startIndex
  while start < scalars.endIndex {
    let least = scalars.index(start, offsetBy: longestPiece / 4, limitedBy: scalars.endIndex) ?? scalars.endIndex
    let end = scalars[least...].firstIndex(where: beginsAnew) ?? scalars.endIndex
    composed += String(scalars[start..<end]).precomposedStringWithCanonicalMapping
    start = end
  }
  return composed
}

/// The bytes from which on a text is taken apart.
private let longestPiece = 1024

/// Whether canonical composition never joins the character with what stands before it: it is no mark, no later part of a
/// Hangul syllable, and no vowel sign of Kirat Rai, which alone of its kind are letters (UAX #15, NFC_Quick_Check).
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
