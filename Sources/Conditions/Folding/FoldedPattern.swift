/// A text folded once, to be compared with or looked for in others under the same options.
final class FoldedPattern: Sendable {
  private let scalars: [UInt32]
  private let options: Options
  private let map: FoldingMap

  /// The text under these options, of which there is at least one.
  init(_ text: String, _ options: Options) {
    scalars = Folding.scalars(text, options)
    self.options = options
    map = FoldingMap.of(options)
  }

  /// Whether the text equals the pattern.
  func equals(_ text: String) -> Bool {
    var folded = FoldedText(text, options, map)
    for scalar in scalars where folded.next() != scalar { return false }
    return folded.next() == nil
  }

  /// Whether the text begins with the pattern, and that not in the middle of a character; an empty pattern begins nothing.
  func begins(_ text: String) -> Bool {
    guard !scalars.isEmpty else { return false }
    if options.contains(.diacriticInsensitive), let answer = beginsPlainly(text) { return answer }
    var folded = FoldedText(text, options, map)
    for scalar in scalars where folded.next() != scalar { return false }
    guard folded.isBetweenLetters else { return false }
    return folded.next().map { !Folding.isMark($0) } ?? true
  }

  /// The same without regard to marks, of which none are left; nil where a character is not a common one.
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

  /// Whether the text ends with the pattern; an empty pattern ends nothing.
  func ends(_ text: String) -> Bool {
    let (text, ends) = Folding.parts(text, options)
    guard !scalars.isEmpty, text.count >= scalars.count, text.suffix(scalars.count).elementsEqual(scalars) else {
      return false
    }
    return text.count == scalars.count || ends[text.count - scalars.count - 1]
  }

  /// Whether the pattern stands in the text, and does not end in the middle of a character; an empty pattern stands nowhere.
  func isContained(in text: String) -> Bool {
    let (text, ends) = Folding.parts(text, options)
    return TextSearch.places(of: scalars, in: text) { end in
      let start = end - scalars.count
      return ends[end - 1] && (end == text.count || !Folding.isMark(text[end])) && (start == 0 || ends[start - 1])
    }
  }
}
