extension Unicode.Scalar {
  var isDigit: Bool { (0x30...0x39).contains(value) }
  var isLetter: Bool { properties.generalCategory.isLetter }
  /// True for letters and numbers of all scripts.
  var isWord: Bool { properties.generalCategory.isLetter || properties.numericType != nil }
  /// True for invisible characters of formatting.
  var isFormat: Bool { properties.generalCategory == .format }
  /// True for all invisible characters except spaces.
  var isInvisible: Bool { isFormat || properties.generalCategory == .control }
  var isDash: Bool { properties.generalCategory == .dashPunctuation }
  var isSpace: Bool {
    properties.isWhitespace
      || [.spaceSeparator, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }
  /// The ASCII character of a full-width one, as typed on East Asian keyboards.
  var narrow: Unicode.Scalar {
    (0xFF01...0xFF5E).contains(value) ? Unicode.Scalar(value - 0xFEE0) ?? self : self
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isLetter: Bool {
    switch self {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }
}

extension String {
  init(_ scalars: some Sequence<Unicode.Scalar>) {
    var view = UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }

  /// The text with ASCII characters in place of full-width ones. Its length is the same.
  var narrow: String { String(unicodeScalars.map(\.narrow)) }

  /// The text without the characters for which `isRemoved` is true.
  func without(_ isRemoved: (Unicode.Scalar) -> Bool) -> String { String(unicodeScalars.filter { !isRemoved($0) }) }

  /// The text without spaces around it.
  var trimmed: String {
    func isOuter(_ scalar: Unicode.Scalar) -> Bool { scalar.isSpace || scalar.value == 0xFEFF }
    let scalars = Array(unicodeScalars.drop(while: isOuter))
    return String(scalars.prefix(scalars.count - scalars.reversed().prefix(while: isOuter).count))
  }

  /// The part of the text before a position in UTF-16 code units, and the part after it.
  func split(at caret: Int) -> (before: String, after: String) {
    let units = Array(utf16)
    let caret = min(max(caret, 0), units.count)
    return (String(decoding: units[..<caret], as: UTF16.self), String(decoding: units[caret...], as: UTF16.self))
  }
}
