extension String {
  /// The text, isolated for insertion into another text, so that it does not reorder that text (UAX
  /// #9).
  ///
  /// A text with a right-to-left letter is enclosed in U+2068 (FIRST STRONG ISOLATE) and U+2069
  /// (POP DIRECTIONAL ISOLATE). Any other text is unchanged.
  package var directionallyIsolated: String {
    hasRightToLeftLetter ? "\u{2068}\(self)\u{2069}" : self
  }

  /// True if the text contains a letter of a right-to-left script, such as Hebrew or Arabic.
  private var hasRightToLeftLetter: Bool {
    // Right-to-left letters begin with a byte of at least 0xD6. Latin and Cyrillic letters do not.
    utf8.contains { $0 >= 0xD6 } && unicodeScalars.contains(where: \.isRightToLeft)
  }
}

extension Unicode.Scalar {
  /// True in the blocks whose unassigned characters have the class R or AL (UCD, DerivedBidiClass).
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
