extension Unicode.Scalar {
  /// True for a character that makes a line read differently from what is written: a control character, a line separator, or
  /// a character of the class Bidi_Control.
  package var misleads: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// True if a character misleads. With `lines` the text may have several lines.
  package func misleads(lines: Bool = false) -> Bool {
    hasMisleadingBytes && unicodeScalars.contains { $0.misleads && !(lines && $0 == "\n") }
  }

  /// Returns the text of another system without the characters that mislead, line feeds aside. A blank replaces a tab or another
  /// separator.
  ///
  ///     "ООО \u{202E}Ромашка\tМосква".withoutMisleading  // "ООО Ромашка Москва"
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

  /// Returns the text for a terminal or a log, with each character that misleads escaped as in JSON, such as `\u202E`.
  ///
  /// With `lines` line feeds and tabs stay as they are.
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

  /// False if no byte begins a character that misleads, which holds for most texts.
  private var hasMisleadingBytes: Bool {
    utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }
  }
}
