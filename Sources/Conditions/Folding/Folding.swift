/// Comparison of texts that ignores case, diacritics or both, by Unicode's rules and without
/// Foundation.
///
/// - Case folding is Unicode's full default folding: ß equals ss.
/// - Diacritics are the nonspacing and enclosing marks that remain after canonical decomposition.
/// - Precomposed and decomposed spellings are equal under either option.
enum Folding {
  static func equal(_ a: String, _ b: String, _ options: Options) -> Bool {
    var (left, right) = (FoldedText(a, options), FoldedText(b, options))
    while true {
      let (x, y) = (left.next(), right.next())
      if x != y { return false }
      if x == nil { return true }
    }
  }

  /// Returns -1, 0 or 1: the order of the first text relative to the second under the options.
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

  /// Returns the folded characters; `ends` is true for each that ends a character of the text.
  static func parts(_ text: String, _ options: Options) -> (scalars: [UInt32], ends: [Bool]) {
    var folded = FoldedText(text, options)
    var (scalars, ends): ([UInt32], [Bool]) = ([], [])
    while let scalar = folded.next() {
      scalars.append(scalar)
      ends.append(folded.isBetweenLetters)
    }
    return (scalars, ends)
  }

  /// Returns the folded characters; without options, the characters of the text.
  static func scalars(_ text: String, _ options: Options) -> [UInt32] {
    guard !options.isEmpty else { return text.unicodeScalars.map(\.value) }
    var folded = FoldedText(text, options)
    var scalars: [UInt32] = []
    scalars.reserveCapacity(text.utf8.count)
    while let scalar = folded.next() { scalars.append(scalar) }
    return scalars
  }

  /// Returns the text without diacritics.
  ///
  /// A character without removable parts, such as `が`, stays composed.
  static func withoutDiacritics(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let (bare, whole) = (FoldingMap.of(.diacriticInsensitive), FoldingMap.of(.decomposed))
    var view = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let parts = bare.entry(scalar).parts
      if parts == whole.entry(scalar).parts {
        view.append(scalar)
      } else {
        // Append one by one, because appending a sequence copies the whole view.
        for part in parts { Unicode.Scalar(part).map { view.append($0) } }
      }
    }
    return String(view)
  }

  /// Returns true if the character belongs to the preceding one.
  ///
  /// This is a nonspacing or enclosing mark, or a later part of a Hangul syllable.
  static func isMark(_ number: UInt32) -> Bool {
    if number < 0x300 || (0x370..<0x483).contains(number) { return false }
    if (0x1160..<0x1200).contains(number) { return true }
    guard let scalar = Unicode.Scalar(number) else { return false }
    return isNonspacing(scalar)
  }

  /// Returns true if the character is a mark that `[d]` ignores.
  ///
  /// Like NSString, it excludes the sound marks of kana, because they form different letters.
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
  /// Canonical decomposition only; not an option of the language.
  static let decomposed = Options(rawValue: 4)
}

/// A text folded once, for comparison with many texts under the same options.
final class FoldedPattern: Sendable {
  private let scalars: [UInt32]
  private let options: Options
  private let map: FoldingMap

  /// Folds the text; `options` must not be empty.
  init(_ text: String, _ options: Options) {
    scalars = Folding.scalars(text, options)
    self.options = options
    map = FoldingMap.of(options)
  }

  func equals(_ text: String) -> Bool {
    var folded = FoldedText(text, options, map)
    for scalar in scalars where folded.next() != scalar { return false }
    return folded.next() == nil
  }

  /// Returns true if the text begins with the pattern, which must not end inside a character.
  ///
  /// No text begins with an empty pattern.
  func begins(_ text: String) -> Bool {
    guard !scalars.isEmpty else { return false }
    if options.contains(.diacriticInsensitive), let answer = beginsPlainly(text) { return answer }
    var folded = FoldedText(text, options, map)
    for scalar in scalars where folded.next() != scalar { return false }
    guard folded.isBetweenLetters else { return false }
    return folded.next().map { !Folding.isMark($0) } ?? true
  }

  /// Returns the result of `begins` under `[d]`; nil if the text has a character that
  /// `FoldingMap.near` does not cover.
  ///
  /// It does not search for marks, because `[d]` removes them.
  private func beginsPlainly(_ text: String) -> Bool? {
    var place = 0
    for scalar in text.unicodeScalars {
      guard place < scalars.count else { return true }
      guard let (first, second) = map.near(scalar.value) else { return nil }
      guard first == scalars[place] else { return false }
      place += 1
      guard second != 0 else { continue }
      guard place < scalars.count, scalars[place] == second else { return false }
      place += 1
    }
    return place == scalars.count
  }

  /// Returns true if the text ends with the pattern, which must not begin inside a character.
  ///
  /// No text ends with an empty pattern.
  func ends(_ text: String) -> Bool {
    let (text, ends) = Folding.parts(text, options)
    guard !scalars.isEmpty, text.count >= scalars.count, text.suffix(scalars.count).elementsEqual(scalars) else {
      return false
    }
    return text.count == scalars.count || ends[text.count - scalars.count - 1]
  }

  /// Returns true if the text contains the pattern, which must not begin or end inside a character.
  ///
  /// No text contains an empty pattern.
  func isContained(in text: String) -> Bool {
    let (text, ends) = Folding.parts(text, options)
    return TextSearch.places(of: scalars, in: text) { end in
      let start = end - scalars.count
      return ends[end - 1] && (end == text.count || !Folding.isMark(text[end])) && (start == 0 || ends[start - 1])
    }
  }
}
