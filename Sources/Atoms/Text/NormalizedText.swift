import JSON
import Texts

/// Returns the form of a text that the server stores: composed (NFC), without leading and trailing
/// white space.
package func normalized(_ text: String) -> String {
  if text.hasOnlyASCIIUnitsWithVisibleEnds { return text }
  // Characters with a lead byte below 0xCC, and Cyrillic letters (0xD0, 0xD1), are already
  // composed.
  let plain = text.hasOnlyASCIIUnits || text.hasOnlyUnits { $0 < 0xCC || $0 == 0xD0 || $0 == 0xD1 }
  let composed = plain ? text : text.canonicallyComposed
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
