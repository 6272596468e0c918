/// The parts of a written path.
package struct WrittenPath {
  /// The repeats with the index of an item, outermost first.
  package private(set) var items: [(id: Substring, index: Int)] = []
  /// The id at the end.
  package let id: Substring

  /// Reads `lines[3].amount`; nil for anything that is no path.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    for part in parts.dropLast() {
      guard part.hasSuffix("]"), let bracket = part.firstIndex(of: "[") else { return nil }
      let digits = part[part.index(after: bracket)...].dropLast()
      guard digits.utf8.count < 9, let index = Int(digits), index >= 0 else { return nil }
      items.append((part[..<bracket], index))
    }
    guard let last = parts.last, !last.contains("[") else { return nil }
    id = last
  }
}
