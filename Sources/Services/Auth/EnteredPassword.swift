import Foundation  // only here: canonical composition, which FoundationEssentials does not have
package import Secrets

extension Password {
  /// The most bytes of a password as somebody enters it: eight times what `PasswordRule.lengths` lets a password have, for
  /// letters of four bytes and their spelling in parts.
  package static let longestEntry = 1024

  /// The password that somebody entered: composed (NFC) and without blanks at its ends, so that it is the same from
  /// every keyboard and through every form. Nil for a text of more than `longestEntry` bytes, which nobody's password is:
  /// that is told before any work is done.
  package init?(entered text: String) {
    guard text.utf8.count <= Self.longestEntry else { return nil }
    let scalars = text.precomposedStringWithCanonicalMapping.unicodeScalars
    let body = scalars.drop { $0.properties.isWhitespace }
    let end = body.lastIndex { !$0.properties.isWhitespace }.map(body.index(after:)) ?? body.startIndex
    self.init(String(body[..<end]))
  }
}
