/// A text to search for in other texts. The comparison ignores case and treats `ё` as `е`.
package struct SearchText: Sendable, Equatable {
  private let bytes: [UInt8]
  /// For each prefix, the length of its longest proper prefix that is also its suffix (Knuth,
  /// Morris and Pratt).
  private let fallbacks: [Int]

  /// Creates a search text; nil if `text` contains only spaces.
  package init?(_ text: String) {
    let words = text.split(separator: " ").joined(separator: " ")
    guard !words.isEmpty else { return nil }
    let bytes = Array(Self.folded(words).utf8)
    var fallbacks = [0]
    for place in bytes.indices.dropFirst() {
      fallbacks.append(Self.next(fallbacks[place - 1], bytes[place], bytes, fallbacks))
    }
    (self.bytes, self.fallbacks) = (bytes, fallbacks)
  }

  /// Returns true if `text` contains the search text. The time is linear in both lengths.
  func isFound(in text: String) -> Bool {
    var length = 0
    for byte in Self.folded(text).utf8 {
      length = Self.next(length, byte, bytes, fallbacks)
      if length == bytes.count { return true }
    }
    return false
  }

  /// Returns the number of matched bytes after `byte`, if `length` bytes were matched before it.
  private static func next(_ length: Int, _ byte: UInt8, _ bytes: [UInt8], _ fallbacks: [Int]) -> Int {
    var length = length
    while length > 0, bytes[length] != byte { length = fallbacks[length - 1] }
    return bytes[length] == byte ? length + 1 : 0
  }

  /// Returns the text in the form for comparison: lowercase, with `е` for `ё`.
  static func folded(_ text: String) -> String {
    String(text.lowercased().map { $0 == "ё" ? "е" : $0 })
  }
}
