import Texts

/// An iterator over the characters of a text, decomposed in canonical order and folded.
struct FoldedText {
  private var source: String.UnicodeScalarView.Iterator
  private let table: FoldingMap
  private let options: Options
  /// The second part of the last character's folding, or 0.
  private var second: UInt32 = 0
  /// Further parts, in reverse order.
  private var rest: [UInt32] = []
  /// Marks already in canonical order, the next one last.
  private var marks: [UInt32] = []
  /// A folded character that was read ahead while searching for marks.
  private var lookahead: UInt32?

  /// Creates an iterator; `options` must not be empty.
  init(_ text: String, _ options: Options) { self.init(text, options, FoldingMap.of(options)) }

  /// Creates an iterator with the map of these options.
  init(_ text: String, _ options: Options, _ map: FoldingMap) {
    source = text.unicodeScalars.makeIterator()
    self.options = options
    table = map
  }

  /// False if the last character has further parts, as after the first `s` of ß.
  var isBetweenLetters: Bool { second == 0 && rest.isEmpty && marks.isEmpty }

  /// Returns the next folded character; nil at the end.
  mutating func next() -> UInt32? {
    if !marks.isEmpty { return marks.removeLast() }
    guard let scalar = lookahead ?? raw() else { return nil }
    lookahead = nil
    // Outside of these ranges there may be marks to sort, unless `[d]` removed them.
    if scalar < 0x300 || (0x370..<0x483).contains(scalar) || options.contains(.diacriticInsensitive) { return scalar }
    return FoldedText.combiningClass(scalar) == 0 ? scalar : ordered(scalar)
  }

  /// Reads a run of marks, sorts it in canonical order and returns the first mark.
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
    // Sort stably, then reverse, because the next mark must be last.
    let classes = run.enumerated().map { (FoldedText.combiningClass($1), $0, $1) }.sorted {
      ($0.0, $0.1) < ($1.0, $1.1)
    }
    marks = classes.dropFirst().map(\.2).reversed()
    return classes[0].2
  }

  /// Returns the next folded character before marks are sorted; nil at the end.
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

/// The folding of each character under one set of options.
final class FoldingMap: Sendable {
  /// The folding of one character, by the number of its parts.
  enum Entry {
    case nothing
    case one(UInt32)
    case two(UInt32, UInt32)
    case many([UInt32])

    var parts: [UInt32] {
      switch self {
      case .nothing: []
      case .one(let number): [number]
      case .two(let first, let second): [first, second]
      case .many(let numbers): numbers
      }
    }
  }

  /// The first and second part of the folding of each character below `limit`.
  ///
  /// A missing part is 0. The first part is `wide` if there are more than two parts.
  private let near: [UInt32]
  /// The parts of each character with a decomposition or, under `[c]`, a case folding.
  private let far: [UInt32: [UInt32]]
  private let options: Options

  /// The end of Latin, Greek and Cyrillic, whose foldings are stored in an array.
  private static let limit: UInt32 = 0x530
  private static let wide: UInt32 = .max

  private init(_ options: Options) {
    self.options = options
    let (decompositions, foldings) = (UnicodeTable.decompositions, FoldingMap.foldings)
    func mapped(_ number: UInt32) -> [UInt32] {
      var parts = decompositions[number] ?? [number]
      let strips = options.contains(.diacriticInsensitive)
      func strip() { if strips { parts.removeAll { Unicode.Scalar($0).map(Folding.isDiacritic) ?? false } } }
      strip()
      if options.contains(.caseInsensitive) {
        parts = parts.flatMap { (foldings[$0] ?? [$0]).flatMap { decompositions[$0] ?? [$0] } }
        strip()
      }
      return parts
    }
    var near: [UInt32] = []
    for number in 0..<FoldingMap.limit {
      let parts = number == 0 ? [0] : mapped(number)
      near.append(parts.count > 2 ? FoldingMap.wide : parts.first ?? 0)
      near.append(parts.count == 2 ? parts[1] : 0)
    }
    self.near = near
    let numbers = Set(decompositions.keys).union(options.contains(.caseInsensitive) ? Set(foldings.keys) : [])
    far = Dictionary(uniqueKeysWithValues: numbers.map { ($0, mapped($0)) })
  }

  /// Returns the folding of a character below `limit` that has one or two parts; a missing second
  /// part is 0.
  ///
  /// Returns nil for any other character.
  @inline(__always)
  func near(_ number: UInt32) -> (UInt32, UInt32)? {
    guard number < FoldingMap.limit else { return nil }
    let first = near[Int(number) * 2]
    return first == 0 || first == FoldingMap.wide ? nil : (first, near[Int(number) * 2 + 1])
  }

  func entry(_ scalar: Unicode.Scalar) -> Entry {
    let number = scalar.value
    if number < FoldingMap.limit {
      let place = Int(number) * 2
      let (first, second) = (near[place], near[place + 1])
      if first != 0, first != FoldingMap.wide { return second == 0 ? .one(first) : .two(first, second) }
      if number == 0 { return .one(0) }
      if first == 0 { return .nothing }
    }
    if let parts = far[number] {
      switch parts.count {
      case 0: return .nothing
      case 1: return .one(parts[0])
      case 2: return .two(parts[0], parts[1])
      default: return .many(parts)
      }
    }
    if (0xAC00..<0xD7A4).contains(number) { return FoldingMap.syllable(number - 0xAC00) }
    if options.contains(.diacriticInsensitive), Folding.isDiacritic(scalar) { return .nothing }
    return .one(number)
  }

  /// Returns the parts of a Hangul syllable (The Unicode Standard, section 3.12).
  private static func syllable(_ index: UInt32) -> Entry {
    let (lead, vowel, tail) = (0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28)
    return tail == 0x11A7 ? .two(lead, vowel) : .many([lead, vowel, tail])
  }

  /// Returns the map of these options, which is built at first use.
  static func of(_ options: Options) -> FoldingMap {
    switch options {
    case .caseInsensitive: caseOnly
    case .diacriticInsensitive: diacriticsOnly
    case .decomposed: plain
    default: both
    }
  }

  private static let caseOnly = FoldingMap(.caseInsensitive)
  private static let diacriticsOnly = FoldingMap(.diacriticInsensitive)
  private static let both = FoldingMap([.caseInsensitive, .diacriticInsensitive])
  private static let plain = FoldingMap(.decomposed)

  static let foldings = UnicodeTable.parsed(CaseFoldingTable.entries)
}
