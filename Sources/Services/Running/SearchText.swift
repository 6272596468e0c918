/// A text that is looked for in other texts, without regard to capitals and to the dots of `ё`.
///
///     let sought = SearchText("Аренд")
///     sought?.isFound(in: "Оплата аренды")  // true
package struct SearchText: Sendable, Equatable {
  private let bytes: [UInt8]
  /// For each prefix the length of the longest shorter one that it ends with (Knuth, Morris and Pratt).
  private let fallbacks: [Int]

  /// Creates a text to look for; nil if it has nothing but blanks.
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

  /// Returns true if the text stands in `text`, in time linear in both.
  func isFound(in text: String) -> Bool {
    var length = 0
    for byte in Self.folded(text).utf8 {
      length = Self.next(length, byte, bytes, fallbacks)
      if length == bytes.count { return true }
    }
    return false
  }

  /// Returns how much of `bytes` is found once `byte` follows `length` found ones.
  private static func next(_ length: Int, _ byte: UInt8, _ bytes: [UInt8], _ fallbacks: [Int]) -> Int {
    var length = length
    while length > 0, bytes[length] != byte { length = fallbacks[length - 1] }
    return bytes[length] == byte ? length + 1 : 0
  }

  /// Returns the text in the form of search: lowercase, with `е` for `ё`.
  static func folded(_ text: String) -> String {
    String(text.lowercased().map { $0 == "ё" ? "е" : $0 })
  }
}
