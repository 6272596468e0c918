/// The version of a client program: up to four numbers joined by dots; `3.2` and `3.2.0` are the same.
package struct ClientVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  private let numbers: [UInt32]

  /// The version that the text writes; nil where it is none.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count) else { return nil }
    var numbers: [UInt32] = []
    for part in parts {
      guard (1...6).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = UInt32(part)
      else { return nil }
      numbers.append(number)
    }
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
  }

  package static func < (left: Self, right: Self) -> Bool { left.numbers.lexicographicallyPrecedes(right.numbers) }

  /// The numbers joined by dots, those that say nothing left out.
  package var description: String { numbers.map(String.init).joined(separator: ".") }
}

/// A client program: for which platform it is made, and its version.
package struct Client: Sendable, Hashable {
  /// The platform, in small letters, such as `ios`.
  package let platform: String
  /// The version.
  package let version: ClientVersion

  /// The client that `platform/version` names, such as `ios/3.2`; nil where the text is nothing of the kind.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let version = ClientVersion(parts[1]) else { return nil }
    let platform = parts[0].lowercased()
    guard Self.isPlatform(platform) else { return nil }
    self.platform = platform
    self.version = version
  }

  /// Whether a word can name a platform: up to 32 small Latin letters and digits, a letter first.
  package static func isPlatform(_ word: String) -> Bool {
    guard let first = word.utf8.first, (0x61...0x7A).contains(first), word.utf8.count <= 32 else { return false }
    return word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
  }
}
