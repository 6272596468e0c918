import Secrets

/// The code of an invitation: 12 characters of Crockford's base 32, which are 60 random bits.
///
/// Prints as `[redacted]`, because the code is a secret.
package struct InvitationCode: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
  private static let length = 12

  private let characters: String

  /// Creates a random code.
  init() { self.init(Randomness.word()) }

  /// Creates the code of the 60 lowest bits.
  init(_ bits: UInt64) {
    characters = String((0..<Self.length).map { Self.alphabet[Int(bits >> UInt64(5 * $0) & 31)] })
  }

  /// Reads a code as a person enters it: in any case, with or without blanks and dashes, with O for
  /// 0 and with I or L for 1. Returns nil for any other text.
  package init?(entered text: String) {
    guard text.utf8.count <= 64 else { return nil }
    var read = ""
    for character in text.uppercased() where !"- ".contains(character) {
      switch character {
      case "O": read.append("0")
      case "I", "L": read.append("1")
      case let other where Self.alphabet.contains(other): read.append(other)
      default: return nil
      }
    }
    guard read.count == Self.length else { return nil }
    characters = read
  }

  /// The 12 characters in groups of four, for the person only.
  package var secretText: String {
    stride(from: 0, to: Self.length, by: 4).map { String(characters.dropFirst($0).prefix(4)) }.joined(separator: "-")
  }

  /// Returns the keyed digest, which is stored instead of the code.
  func mac(_ key: SecretKey) -> [UInt8] { key.mac(of: "valence invitation 1", characters) }

  package var description: String { "[redacted]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
