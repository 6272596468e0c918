/// Where one value or name of a checked JSON text stands. Entries are in the order of the text: an object's names and
/// values by turns behind it, an array's elements behind it.
struct Entry: Sendable {
  /// What stands there.
  enum Kind: Sendable {
    case null, yes, no
    /// A text without escapes, whose bytes are those between its quotes.
    case plainText
    /// A whole number of 32 bits without sign.
    case small
    /// Another number, or a text with escapes: a value that had to be made to be checked.
    case made
    case array, object
  }

  /// What stands there.
  let kind: Kind
  /// A plain text's first byte, a small number, the place of a value that was made among those, or how many elements or
  /// members there are.
  var first: UInt32 = 0
  /// The byte behind a plain text.
  var end: UInt32 = 0
  /// The entry of what follows in the same array or object, which is the next one but for arrays and objects.
  var next: UInt32 = 0
}

extension Entry {
  /// The text that stands there; empty where that is no text.
  func text(in bytes: [UInt8], made: [Value]) -> String {
    switch kind {
    case .plainText: String(decoding: bytes[Int(first)..<Int(end)], as: UTF8.self)
    case .made: made[Int(first)].string ?? ""
    default: ""
    }
  }
}
