/// Searches for prefixes, suffixes and substrings by bytes; an empty text is never found.
enum TextSearch {
  static func begins(_ text: String, with wanted: String) -> Bool {
    !wanted.isEmpty && text.utf8.starts(with: wanted.utf8)
  }

  static func ends(_ text: String, with wanted: String) -> Bool {
    let (a, b) = (text.utf8, wanted.utf8)
    return !b.isEmpty && a.count >= b.count && a.suffix(b.count).elementsEqual(b)
  }

  static func contains(_ text: String, _ wanted: String) -> Bool {
    guard let first = wanted.utf8.first, text.utf8.count >= wanted.utf8.count else { return false }
    // Use the Knuth-Morris-Pratt search for a long `wanted`: its time is linear in both lengths.
    if wanted.utf8.count > 16 { return contains(Array(text.utf8), Array(wanted.utf8)) }
    var rest = text.utf8[...]
    while let place = rest.firstIndex(of: first) {
      rest = rest[place...]
      if rest.starts(with: wanted.utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  /// Calls `body` with the byte offset of each occurrence of `wanted`, without overlaps.
  @inline(__always)
  static func eachOccurrence(of wanted: String, in bytes: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Void) {
    let count = wanted.utf8.count
    guard let first = wanted.utf8.first, bytes.count >= count else { return }
    var (place, free) = (0, 0)
    if count > 16 {
      _ = places(of: Array(wanted.utf8), in: Array(bytes)) { end in
        if end - count >= free { (free, _) = (end, body(end - count)) }
        return false
      }
      return
    }
    while place <= bytes.count - count {
      if bytes[place] == first, count == 1 || bytes[place...].starts(with: wanted.utf8) {
        body(place)
        place += count
      } else {
        place += 1
      }
    }
  }

  /// Returns true if the text contains the elements as a contiguous part.
  static func contains<Element: Equatable>(_ text: [Element], _ wanted: [Element]) -> Bool {
    places(of: wanted, in: text) { _ in true }
  }

  /// Returns true if the elements occur in the text and `accept` returns true for an occurrence.
  ///
  /// This is the Knuth-Morris-Pratt search: its time is linear in both lengths.
  ///
  /// - Parameter accept: Called with the index after the last element of each occurrence, until it
  ///   returns true.
  static func places<Element: Equatable>(of wanted: [Element], in text: [Element], accept: (Int) -> Bool) -> Bool {
    guard !wanted.isEmpty, text.count >= wanted.count else { return false }
    var fallbacks = [0]
    fallbacks.reserveCapacity(wanted.count)
    var length = 0
    for place in 1..<max(1, wanted.count) {
      while length > 0, wanted[place] != wanted[length] { length = fallbacks[length - 1] }
      if wanted[place] == wanted[length] { length += 1 }
      fallbacks.append(length)
    }
    length = 0
    for (place, element) in text.enumerated() {
      while length > 0, element != wanted[length] { length = fallbacks[length - 1] }
      if element == wanted[length] { length += 1 }
      guard length == wanted.count else { continue }
      if accept(place + 1) { return true }
      length = fallbacks[length - 1]
    }
    return false
  }
}
