import Foundation  // only here: canonical composition, which FoundationEssentials does not have
import JSON

/// The text as it is kept: composed (NFC) and without blanks at its ends.
package func normalized(_ text: String) -> String {
  // Lead bytes below 0xCC and those of the Cyrillic block spell only letters that are composed already.
  let plain = text.hasOnlyASCIIUnits || text.utf8.allSatisfy { $0 < 0xCC || $0 == 0xD0 || $0 == 0xD1 }
  let composed = plain ? text : text.precomposedStringWithCanonicalMapping
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
