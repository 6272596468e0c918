extension Unicode.Scalar {
  /// True for a character that can make a line appear different from its content: a control
  /// character, a line separator, or a character of the class Bidi_Control.
  package var misleads: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// Returns true if the text contains a misleading character. If `lines` is true, line feeds are
  /// permitted.
  package func misleads(lines: Bool = false) -> Bool {
    hasMisleadingBytes && unicodeScalars.contains { $0.misleads && !(lines && $0 == "\n") }
  }

  /// The text with line feeds as its only misleading characters, for texts of external systems.
  /// Carriage returns are removed. Tabs and other whitespace are replaced by spaces.
  package var withoutMisleading: String {
    guard hasMisleadingBytes else { return self }
    var kept = UnicodeScalarView()
    for scalar in unicodeScalars {
      if !scalar.misleads || scalar == "\n" {
        kept.append(scalar)
      } else if scalar.properties.isWhitespace, scalar != "\r" {
        kept.append(" ")
      }
    }
    return String(kept)
  }

  /// Returns the text for a terminal or a log, with misleading characters escaped as in JSON, such
  /// as `\u202E`.
  ///
  /// If `lines` is true, line feeds and tabs are unchanged.
  package func escapingMisleading(lines: Bool = false) -> String {
    guard hasMisleadingBytes else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if !scalar.misleads || lines && (scalar == "\n" || scalar == "\t") {
        text.unicodeScalars.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }

  /// False if no byte of the text can begin a misleading character.
  private var hasMisleadingBytes: Bool {
    utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }
  }
}
