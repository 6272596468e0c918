/// The characters of a text one after another, decomposed in canonical order and folded as the options say.
struct FoldedText {
  private var source: String.UnicodeScalarView.Iterator
  private let table: FoldingMap
  private let options: Options
  /// What the last character became beyond its first part.
  private var second: UInt32 = 0
  /// Further parts, the next one last; only the rarest characters have any.
  private var rest: [UInt32] = []
  /// Marks that are in order already, the next one last.
  private var marks: [UInt32] = []
  /// A character that was read to see whether it is a mark.
  private var lookahead: UInt32?

  /// The text under these options, of which there is at least one.
  init(_ text: String, _ options: Options) { self.init(text, options, FoldingMap.of(options)) }

  /// The text under these options, whose map is at hand.
  init(_ text: String, _ options: Options, _ map: FoldingMap) {
    source = text.unicodeScalars.makeIterator()
    self.options = options
    table = map
  }

  /// Whether the last character read was the last part of what one character became, such as ß.
  var isBetweenLetters: Bool { second == 0 && rest.isEmpty && marks.isEmpty }

  /// The next character; nil at the end.
  mutating func next() -> UInt32? {
    if !marks.isEmpty { return marks.removeLast() }
    guard let scalar = lookahead ?? raw() else { return nil }
    lookahead = nil
    // Without diacritics there are no marks to put in order.
    if scalar < 0x300 || (0x370..<0x483).contains(scalar) || options.contains(.diacriticInsensitive) { return scalar }
    return FoldedText.combiningClass(scalar) == 0 ? scalar : ordered(scalar)
  }

  /// Puts a run of marks in canonical order and answers the first.
  private mutating func ordered(_ first: UInt32) -> UInt32 {
    guard let following = raw() else { return first }
    guard FoldedText.combiningClass(following) != 0 else {
      lookahead = following
      return first
    }
    var run = [first, following]
    while let mark = raw() {
      guard FoldedText.combiningClass(mark) != 0 else {
        lookahead = mark
        break
      }
      run.append(mark)
    }
    // Sorted stably, then turned over so that the next one stands last.
    let classes = run.enumerated().map { (FoldedText.combiningClass($1), $0, $1) }.sorted {
      ($0.0, $0.1) < ($1.0, $1.1)
    }
    marks = classes.dropFirst().map(\.2).reversed()
    return classes[0].2
  }

  /// The next character before its marks are put in order.
  private mutating func raw() -> UInt32? {
    while true {
      if second != 0 {
        defer { second = 0 }
        return second
      }
      if !rest.isEmpty { return rest.removeLast() }
      guard let scalar = source.next() else { return nil }
      if let (first, following) = table.near(scalar.value) {
        second = following
        return first
      }
      switch table.entry(scalar) {
      case .nothing: continue
      case .one(let number): return number
      case .two(let number, let following):
        second = following
        return number
      case .many(let numbers):
        rest = numbers.reversed()
      }
    }
  }

  private static func combiningClass(_ number: UInt32) -> UInt8 {
    Unicode.Scalar(number)?.properties.canonicalCombiningClass.rawValue ?? 0
  }
}
