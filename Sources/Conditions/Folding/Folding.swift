/// Comparison of texts that overlooks case, diacritics or both, by Unicode's rules and without Foundation.
///
/// Case folding is Unicode's full default folding (ß equals ss). Diacritics are the nonspacing and enclosing marks that
/// remain after canonical decomposition. Precomposed and decomposed spellings are alike under either option.
enum Folding {
  /// Whether both texts are equal under the options.
  static func equal(_ a: String, _ b: String, _ options: Options) -> Bool {
    var (left, right) = (FoldedText(a, options), FoldedText(b, options))
    while true {
      let (x, y) = (left.next(), right.next())
      if x != y { return false }
      if x == nil { return true }
    }
  }

  /// -1, 0 or 1 as the first text is smaller than, equal to or greater than the second under the options.
  static func order(_ a: String, _ b: String, _ options: Options) -> Int {
    var (left, right) = (FoldedText(a, options), FoldedText(b, options))
    while true {
      switch (left.next(), right.next()) {
      case (let x?, let y?) where x == y: continue
      case (let x?, let y?): return x < y ? -1 : 1
      case (nil, nil): return 0
      case (nil, _): return -1
      case (_, nil): return 1
      }
    }
  }

  /// The folded characters of the text, and for each whether a character of the text ends with it.
  static func parts(_ text: String, _ options: Options) -> (scalars: [UInt32], ends: [Bool]) {
    var folded = FoldedText(text, options)
    var (scalars, ends): ([UInt32], [Bool]) = ([], [])
    while let scalar = folded.next() {
      scalars.append(scalar)
      ends.append(folded.isBetweenLetters)
    }
    return (scalars, ends)
  }

  /// The folded characters of the text.
  static func scalars(_ text: String, _ options: Options) -> [UInt32] {
    guard !options.isEmpty else { return text.unicodeScalars.map(\.value) }
    var folded = FoldedText(text, options)
    var scalars: [UInt32] = []
    scalars.reserveCapacity(text.utf8.count)
    while let scalar = folded.next() { scalars.append(scalar) }
    return scalars
  }

  /// The text without its diacritics, each other character as it is: nothing is decomposed that keeps all its parts.
  static func withoutDiacritics(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let (bare, whole) = (FoldingMap.of(.diacriticInsensitive), FoldingMap.of(.decomposed))
    var view = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let parts = bare.entry(scalar).parts
      if parts == whole.entry(scalar).parts {
        view.append(scalar)
      } else {
        // One by one: a sequence is appended by copying all that stands there.
        for part in parts { Unicode.Scalar(part).map { view.append($0) } }
      }
    }
    return String(view)
  }

  /// Whether the character belongs to the one before it: a nonspacing or enclosing mark, or a later part of a Hangul syllable.
  static func isMark(_ number: UInt32) -> Bool {
    if number < 0x300 || (0x370..<0x483).contains(number) { return false }
    if (0x1160..<0x1200).contains(number) { return true }
    guard let scalar = Unicode.Scalar(number) else { return false }
    return isNonspacing(scalar)
  }

  /// Whether the character is a mark that `[d]` overlooks: not the marks of kana, which make another letter (NSString
  /// keeps them too).
  static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
    isNonspacing(scalar) && scalar.value != 0x3099 && scalar.value != 0x309A
  }

  private static func isNonspacing(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x300 || (0x370..<0x483).contains(scalar.value) { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }
}

extension Options {
  /// Canonical decomposition and nothing else; not an option of the language.
  static let decomposed = Options(rawValue: 4)
}
