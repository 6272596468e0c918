/// What each character becomes under one set of options.
final class FoldingMap: Sendable {
  /// What a character becomes.
  enum Entry {
    case nothing
    case one(UInt32)
    case two(UInt32, UInt32)
    case many([UInt32])

    /// All of it.
    var parts: [UInt32] {
      switch self {
      case .nothing: []
      case .one(let number): [number]
      case .two(let first, let second): [first, second]
      case .many(let numbers): numbers
      }
    }
  }

  /// The first and second part of what each character below `limit` becomes; 0 for none, `wide` for more than two.
  private let near: [UInt32]
  /// The same for all others that become something else.
  private let far: [UInt32: [UInt32]]
  private let options: Options

  /// Below this number, which covers Latin, Greek and Cyrillic, what a character becomes is found without hashing.
  private static let limit: UInt32 = 0x530
  private static let wide: UInt32 = .max

  private init(_ options: Options) {
    self.options = options
    let (decompositions, foldings) = (FoldingMap.decompositions, FoldingMap.foldings)
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

  /// What a character of the common scripts becomes, the second part 0 where there is none; nil for any other character,
  /// and for one that becomes nothing or more than two.
  @inline(__always)
  func near(_ number: UInt32) -> (UInt32, UInt32)? {
    guard number < FoldingMap.limit else { return nil }
    let first = near[Int(number) * 2]
    return first == 0 || first == FoldingMap.wide ? nil : (first, near[Int(number) * 2 + 1])
  }

  /// What the character becomes.
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

  /// The parts of a Hangul syllable (The Unicode Standard, section 3.12).
  private static func syllable(_ index: UInt32) -> Entry {
    let (lead, vowel, tail) = (0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28)
    return tail == 0x11A7 ? .two(lead, vowel) : .many([lead, vowel, tail])
  }

  /// The map of these options, made at first use.
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

  private static let decompositions = parsed(DecompositionTable.entries)
  static let foldings = parsed(CaseFoldingTable.entries)

  /// Reads a table's entries.
  private static func parsed(_ table: StaticString) -> [UInt32: [UInt32]] {
    var map: [UInt32: [UInt32]] = [:]
    for entry in table.description.utf8.split(separator: UInt8(ascii: ";")) {
      let numbers = entry.split(separator: UInt8(ascii: " ")).compactMap { UInt32(Substring($0), radix: 16) }
      if let key = numbers.first { map[key] = Array(numbers.dropFirst()) }
    }
    return map
  }
}
