import Foundation  // only here: canonical composition, which FoundationEssentials does not have
package import Secrets

extension Password {
  /// The password that somebody entered: composed (NFC) and without blanks at its ends, so that it is the same from
  /// every keyboard and through every form.
  package init(entered text: String) {
    var scalars = Substring(text.precomposedStringWithCanonicalMapping).unicodeScalars
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    self.init(String(scalars))
  }
}
