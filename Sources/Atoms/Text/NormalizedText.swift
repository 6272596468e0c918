import Foundation  // only here: canonical composition, which FoundationEssentials does not have

/// The text as it is kept: composed (NFC) and without blanks at its ends.
package func normalized(_ text: String) -> String {
  // Lead bytes below 0xCC and those of the Cyrillic block spell only letters that are composed already.
  let plain = text.utf8.allSatisfy { $0 < 0xCC || $0 == 0xD0 || $0 == 0xD1 }
  let composed = plain ? text : text.precomposedStringWithCanonicalMapping
  guard let first = composed.unicodeScalars.first, let last = composed.unicodeScalars.last else { return composed }
  if !first.properties.isWhitespace && !last.properties.isWhitespace { return composed }
  var scalars = Substring(composed).unicodeScalars
  while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
  while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
  return String(scalars)
}
