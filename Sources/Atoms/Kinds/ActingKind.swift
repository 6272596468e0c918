/// A kind of atom that can be tapped.
package protocol ActingKind: AtomKind {
  /// What a tap does; nil where nothing happens but that a reference is followed.
  var action: ButtonKind.Action? { get }
  /// Where a tap leads, where the definition says so.
  var href: String? { get }
}

extension Properties {
  /// A reference: a path on this server, or an address of a scheme that a client may follow.
  mutating func href(_ name: String, schemes: [String] = ["https", "mailto", "tel", "valence"]) -> String? {
    guard let text = string(name) else { return nil }
    let isPath = text.hasPrefix("/") && !text.hasPrefix("//")
    let scheme = text.firstIndex(of: ":").map { text[..<$0].lowercased() }
    let hasBlank = text.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
    if !hasBlank, isPath || scheme.map(schemes.contains) == true { return text }
    if let node = node(name) {
      error("`\(name)` takes a path such as /operations or an address with \(schemes.listed)", at: node.location)
    }
    return nil
  }
}
