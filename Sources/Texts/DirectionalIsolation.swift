extension String {
  /// Returns the text for a place within another text, which it does not reorder (UAX #9).
  ///
  /// A text with a right-to-left letter is enclosed in U+2068 (FIRST STRONG ISOLATE) and U+2069 (POP DIRECTIONAL ISOLATE). Any
  /// other text is returned unchanged.
  ///
  ///     "שלום".directionallyIsolated  // "\u{2068}שלום\u{2069}"
  ///     "Ромашка".directionallyIsolated  // "Ромашка"
  package var directionallyIsolated: String {
    hasRightToLeftLetter ? "\u{2068}\(self)\u{2069}" : self
  }

  /// True if a letter is of a script that is written from right to left, such as Hebrew and Arabic.
  private var hasRightToLeftLetter: Bool {
    // No such letter begins with a byte below 0xD6, and Latin and Cyrillic letters begin with no other.
    utf8.contains { $0 >= 0xD6 } && unicodeScalars.contains(where: \.isRightToLeft)
  }
}

extension Unicode.Scalar {
  /// True in the blocks whose unassigned characters have the class R or AL too (UCD, DerivedBidiClass).
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
