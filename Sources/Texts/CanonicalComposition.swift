extension String {
  /// The text in Normalization Form C (UAX #15), by the same version of Unicode on every system.
  ///
  /// Its time is linear in the length, apart from sorting adjacent marks.
  package var canonicallyComposed: String {
    guard unicodeScalars.contains(where: { !CompositionTables.isStable($0) }) else { return self }
    var parts: [CompositionPart] = []
    parts.reserveCapacity(utf8.count)
    for scalar in unicodeScalars { CompositionPart.append(scalar, to: &parts) }
    CompositionPart.sortMarks(&parts)
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: CompositionPart.composed(parts).compactMap { Unicode.Scalar($0) })
    return String(scalars)
  }
}

/// A character of a decomposed text.
private struct CompositionPart {
  let number: UInt32
  /// The canonical combining class; 0 for a character that is not sorted.
  let order: UInt8

  init(_ number: UInt32) {
    self.number = number
    order = Unicode.Scalar(number)?.properties.canonicalCombiningClass.rawValue ?? 0
  }

  /// Appends the full canonical decomposition of a character.
  static func append(_ scalar: Unicode.Scalar, to parts: inout [CompositionPart]) {
    let number = scalar.value
    if let pieces = Hangul.parts(of: number) ?? UnicodeTable.decompositions[number] {
      parts += pieces.map { CompositionPart($0) }
    } else {
      parts.append(CompositionPart(number))
    }
  }

  /// Sorts each run of marks by combining class. Marks of equal class keep their order.
  static func sortMarks(_ parts: inout [CompositionPart]) {
    var start = 0
    while start < parts.count {
      guard parts[start].order != 0 else {
        start += 1
        continue
      }
      let end = parts[start...].firstIndex { $0.order == 0 } ?? parts.count
      if end - start > 1 {
        let run = parts[start..<end].enumerated().sorted {
          ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
        }
        parts.replaceSubrange(start..<end, with: run.map(\.element))
      }
      start = end
    }
  }

  /// Composes each character with the last preceding starter, unless another character between
  /// them blocks it.
  static func composed(_ parts: [CompositionPart]) -> [UInt32] {
    var composed: [UInt32] = []
    composed.reserveCapacity(parts.count)
    var starter: Int?
    var lastOrder: UInt8 = 0
    for part in parts {
      if let starter, composed.count - 1 == starter || lastOrder < part.order,
        let composite = CompositionTables.composite(composed[starter], part.number)
      {
        composed[starter] = composite
        continue
      }
      if part.order == 0 { starter = composed.count }
      lastOrder = part.order
      composed.append(part.number)
    }
    return composed
  }
}

/// The pairs that are composed, derived from the table of decompositions.
private enum CompositionTables {
  /// Returns the composition of two characters; nil if they remain separate.
  static func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
    Hangul.syllable(first, second) ?? pairs[key(first, second)]
  }

  /// Returns true if composition neither changes the character nor joins it with the text before
  /// it.
  static func isStable(_ scalar: Unicode.Scalar) -> Bool {
    let number = scalar.value
    // Latin and Cyrillic letters, punctuation, signs of currencies and `№` need no table.
    switch number {
    case ..<0x300, 0x400..<0x483, 0x2010..<0x20D0, 0x2116: return true
    default: break
    }
    return !unstable.contains(number) && !Hangul.isLaterPart(number)
      && scalar.properties.canonicalCombiningClass == .notReordered
  }

  private static let pairs: [UInt64: UInt32] = {
    let excluded = UnicodeTable.parsed(CompositionExclusions.entries)
    let composites = UnicodeTable.decompositions.filter { $0.value.count > 1 && excluded[$0.key] == nil }
    let characters = Dictionary(uniqueKeysWithValues: composites.map { ($0.value, $0.key) })
    var pairs: [UInt64: UInt32] = [:]
    for (composite, parts) in composites {
      // All parts except the last one are a composite too.
      guard let first = parts.count == 2 ? parts.first : characters[Array(parts.dropLast())], let last = parts.last
      else {
        continue
      }
      pairs[key(first, last)] = composite
    }
    return pairs
  }()

  /// The characters that composition replaces or joins with the text before them, except Hangul.
  private static let unstable: Set<UInt32> = {
    let seconds = pairs.keys.map { UInt32(truncatingIfNeeded: $0) }
    return Set(seconds).union(Set(UnicodeTable.decompositions.keys).subtracting(pairs.values))
  }()

  private static func key(_ first: UInt32, _ second: UInt32) -> UInt64 { UInt64(first) << 32 | UInt64(second) }
}

/// The composition of Hangul syllables (The Unicode Standard, section 3.12).
private enum Hangul {
  private static let syllables: Range<UInt32> = 0xAC00..<0xD7A4
  private static let leads: Range<UInt32> = 0x1100..<0x1113
  private static let vowels: Range<UInt32> = 0x1161..<0x1176
  private static let tails: Range<UInt32> = 0x11A8..<0x11C3

  /// Returns the parts of a syllable; nil for any other character.
  static func parts(of number: UInt32) -> [UInt32]? {
    guard syllables.contains(number) else { return nil }
    let index = number - syllables.lowerBound
    let parts = [leads.lowerBound + index / 588, vowels.lowerBound + index % 588 / 28]
    return index % 28 == 0 ? parts : parts + [tails.lowerBound - 1 + index % 28]
  }

  /// Returns the syllable of a lead and a vowel, or of a syllable without a tail and a tail.
  static func syllable(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if leads.contains(first), vowels.contains(second) {
      let index = (first - leads.lowerBound) * 21 + second - vowels.lowerBound
      return syllables.lowerBound + index * 28
    }
    if tails.contains(second), syllables.contains(first), (first - syllables.lowerBound) % 28 == 0 {
      return first + second - tails.lowerBound + 1
    }
    return nil
  }

  /// Returns true for a vowel or a tail.
  static func isLaterPart(_ number: UInt32) -> Bool { vowels.contains(number) || tails.contains(number) }
}
