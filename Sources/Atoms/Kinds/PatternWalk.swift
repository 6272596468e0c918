/// A regular expression matcher over the positions of a mask. It finds the positions where a match
/// from the first one can end.
///
/// Look-arounds and word boundaries always match. So the result can contain an end that does not
/// exist, but it never lacks one. The result is unknown if the pattern contains unsupported syntax
/// (references, options, atomic groups) or requires too many steps.
struct PatternWalk {
  /// The characters that a part of the pattern matches.
  private struct Characters {
    var ranges: [ClosedRange<UInt32>] = []
    /// True if all letters match, as for `\w`.
    var hasAllLetters = false
    var isNegated = false

    /// Returns true if a character at this position can match.
    func takes(_ place: Mask.Place) -> Bool {
      switch place {
      case .any: return true
      case .given(let scalar): return contains(scalar.value) != isNegated
      case .digit: return (0x30...0x39).contains { contains($0) != isNegated }
      case .letter: return hasAllLetters || isNegated || ranges.contains(where: Self.hasLetters)
      }
    }

    private func contains(_ scalar: UInt32) -> Bool {
      ranges.contains { $0.contains(scalar) }
        || hasAllLetters && Unicode.Scalar(scalar)?.properties.isAlphabetic == true
    }

    /// Returns true if the range contains a letter. A range of more than 256 scalars is assumed to
    /// contain one.
    private static func hasLetters(_ range: ClosedRange<UInt32>) -> Bool {
      range.count > 256 || range.contains { Unicode.Scalar($0)?.properties.isAlphabetic == true }
    }
  }

  private indirect enum Part {
    case one(Characters)
    case row([Part])
    case choice([Part])
    case repeated(Part, minimum: Int, maximum: Int?)
    /// An anchor: the beginning or the end of the text.
    case beginning, end
  }

  private struct Unknown: Error {}

  /// The maximum number of evaluated parts.
  private static let maximumSteps = 20_000
  /// The longest texts whose lengths are found.
  private static let longest = 300

  private let text: [Unicode.Scalar]
  private var next = 0
  private var depth = 0

  /// Returns the numbers of positions that a match from the first position can cover; nil if they
  /// are unknown.
  static func ends(of pattern: String, over places: [Mask.Place]) -> Set<Int>? {
    var walk = PatternWalk(text: Array(pattern.unicodeScalars))
    guard let part = try? walk.choice(), walk.next == walk.text.count else { return nil }
    var steps = Steps(places: places)
    return try? steps.ends(of: part, from: [0])
  }

  /// Returns the lengths in a range that a matching text of such characters can have; nil if they
  /// are unknown.
  static func lengths(of pattern: String, _ place: Mask.Place, in range: ClosedRange<Int>) -> Set<Int>? {
    var walk = PatternWalk(text: Array(pattern.unicodeScalars))
    guard walk.text.count <= longest, let part = try? walk.choice(), walk.next == walk.text.count else { return nil }
    let maximum = min(range.upperBound, longestMatch(of: part) ?? Int.max)
    guard maximum <= longest else { return nil }
    var steps = Steps(places: Array(repeating: place, count: maximum))
    return (try? steps.ends(of: part, from: [0]))?.filter(range.contains)
  }

  /// Returns false if no matching text begins with `beginning`; nil if it is unknown.
  static func canBegin(_ pattern: String, with beginning: String) -> Bool? {
    var walk = PatternWalk(text: Array(pattern.unicodeScalars))
    guard walk.text.count <= longest, let part = try? walk.choice(), walk.next == walk.text.count else { return nil }
    let places = beginning.unicodeScalars.map(Mask.Place.given)
    var steps = Steps(places: places, rest: .any)
    return (try? steps.ends(of: part, from: [0]))?.contains(places.count)
  }

  /// Returns false if no text of such characters matches; nil if it is unknown.
  static func canMatch(_ pattern: String, _ place: Mask.Place) -> Bool? {
    var walk = PatternWalk(text: Array(pattern.unicodeScalars))
    guard walk.text.count <= longest, let part = try? walk.choice(), walk.next == walk.text.count else { return nil }
    var steps = Steps(places: [], rest: place)
    return (try? steps.ends(of: part, from: [0])).map { !$0.isEmpty }
  }

  /// Returns the length of the longest text that a part matches; nil if it is not limited, or above
  /// `longest`.
  private static func longestMatch(of part: Part) -> Int? {
    let length: Int?
    switch part {
    case .one: length = 1
    case .beginning, .end: length = 0
    case .row(let parts):
      length = parts.reduce(0) { sum, part in sum.flatMap { sum in longestMatch(of: part).map { sum + $0 } } }
    case .choice(let parts):
      length = parts.reduce(0) { most, part in most.flatMap { most in longestMatch(of: part).map { max(most, $0) } } }
    case .repeated(let inner, _, let maximum):
      let once = longestMatch(of: inner)
      length = once == 0 ? 0 : once.flatMap { once in maximum.map { once * $0 } }
    }
    return length.flatMap { $0 <= longest ? $0 : nil }
  }

  private init(text: [Unicode.Scalar]) { self.text = text }

  /// The evaluation of a pattern over one mask.
  private struct Steps {
    let places: [Mask.Place]
    /// The characters that can follow the places in any number; nil if none can follow. The
    /// position after the places then represents all further ones.
    var rest: Mask.Place?
    var left = PatternWalk.maximumSteps

    mutating func ends(of part: Part, from starts: Set<Int>) throws(Unknown) -> Set<Int> {
      left -= 1
      if left < 0 { throw Unknown() }
      switch part {
      case .one(let characters):
        let following = Set(starts.filter { $0 < places.count && characters.takes(places[$0]) }.map { $0 + 1 })
        guard let rest, starts.contains(places.count), characters.takes(rest) else { return following }
        return following.union([places.count])
      case .row(let parts):
        var found = starts
        for part in parts { found = try ends(of: part, from: found) }
        return found
      case .choice(let parts):
        var found: Set<Int> = []
        for part in parts { found.formUnion(try ends(of: part, from: starts)) }
        return found
      case .beginning: return starts.intersection([0])
      // A value can end before the last position. Any parts after an end anchor must be empty.
      case .end: return starts
      case .repeated(let inner, let minimum, let maximum): return try turns(of: inner, minimum, maximum, from: starts)
      }
    }

    /// Returns the ends of a repeated part. The loop stops when a repetition adds no new end.
    private mutating func turns(
      of part: Part, _ minimum: Int, _ maximum: Int?, from starts: Set<Int>
    ) throws(Unknown) -> Set<Int> {
      var (found, current): (Set<Int>, Set<Int>) = (minimum == 0 ? starts : [], starts)
      var turn = 0
      while turn < maximum ?? Int.max {
        turn += 1
        let after = try ends(of: part, from: current)
        if turn < minimum {
          if after.isEmpty || after == current { return after }
        } else {
          if after.isSubset(of: found) { break }
          found.formUnion(after)
        }
        current = after
      }
      return found
    }
  }

  // MARK: - Reading

  private mutating func choice() throws(Unknown) -> Part {
    depth += 1
    defer { depth -= 1 }
    if depth > 32 { throw Unknown() }
    var parts = [try row()]
    while take("|") { parts.append(try row()) }
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func row() throws(Unknown) -> Part {
    var parts: [Part] = []
    while let scalar = peek, scalar != "|", scalar != ")" { parts.append(try repeated(try single())) }
    return .row(parts)
  }

  private mutating func single() throws(Unknown) -> Part {
    guard let scalar = pop() else { throw Unknown() }
    switch scalar {
    case "(": return try group()
    case "[": return .one(try characters())
    case ".": return .one(Characters(isNegated: true))
    case "^": return .beginning
    case "$": return .end
    case "\\": return try escaped().map { .one($0) } ?? .row([])
    case "*", "+", "?", "{": throw Unknown()
    default: return .one(Characters(ranges: [scalar.value...scalar.value]))
    }
  }

  private mutating func group() throws(Unknown) -> Part {
    var isMet = false
    if take("?") {
      if take("<") {
        // `(?<=` and `(?<!`. A named group is unsupported, because references could follow.
        guard take("=") || take("!") else { throw Unknown() }
        isMet = true
      } else if take("=") || take("!") {
        isMet = true
      } else if !take(":") {
        throw Unknown()
      }
    }
    let inner = try choice()
    guard take(")") else { throw Unknown() }
    return isMet ? .row([]) : inner
  }

  private mutating func repeated(_ part: Part) throws(Unknown) -> Part {
    var part = part
    while let scalar = peek {
      let (minimum, maximum): (Int, Int?)
      switch scalar {
      case "*": (minimum, maximum) = (0, nil)
      case "+": (minimum, maximum) = (1, nil)
      case "?": (minimum, maximum) = (0, 1)
      case "{":
        next += 1
        guard let count = number() else { throw Unknown() }
        (minimum, maximum) = (count, take(",") ? number() : count)
        guard peek == "}", maximum ?? minimum >= minimum else { throw Unknown() }
      default: return part
      }
      next += 1
      // A lazy quantifier has the same ends. A possessive one does not, because it never
      // backtracks.
      if !take("?"), peek == "+" { throw Unknown() }
      part = .repeated(part, minimum: minimum, maximum: maximum)
    }
    return part
  }

  /// Reads a character class after its `[`.
  private mutating func characters() throws(Unknown) -> Characters {
    var found = Characters()
    found.isNegated = take("^")
    var isFirst = true
    while let scalar = pop() {
      if scalar == "]", !isFirst { return found }
      isFirst = false
      // Nested classes and ICU set operations.
      if scalar == "[" || scalar == "&" && peek == "&" || scalar == "-" && peek == "-" { throw Unknown() }
      var lower = scalar.value
      if scalar == "\\" {
        guard let inner = try escaped(), !inner.isNegated || !found.isNegated else { throw Unknown() }
        guard inner.ranges.count == 1, let only = inner.ranges.first, only.count == 1, !inner.isNegated else {
          if inner.isNegated { found = Characters(ranges: [0...0x10FFFF], hasAllLetters: true) }
          found.ranges += inner.ranges
          found.hasAllLetters = found.hasAllLetters || inner.hasAllLetters
          continue
        }
        lower = only.lowerBound
      }
      guard peek == "-", next + 1 < text.count, text[next + 1] != "]" else {
        found.ranges.append(lower...lower)
        continue
      }
      next += 1
      guard let upper = pop(), upper != "\\", upper != "[", upper.value >= lower else { throw Unknown() }
      found.ranges.append(lower...upper.value)
    }
    throw Unknown()
  }

  /// Reads an escape after its `\`. Returns nil if it matches no character.
  private mutating func escaped() throws(Unknown) -> Characters? {
    guard let scalar = pop() else { throw Unknown() }
    let digits: ClosedRange<UInt32> = 0x30...0x39
    switch scalar {
    case "d": return Characters(ranges: [digits])
    case "D": return Characters(ranges: [digits], isNegated: true)
    case "w": return Characters(ranges: [digits, 0x5F...0x5F], hasAllLetters: true)
    case "s": return Characters(ranges: [0x09...0x0D, 0x20...0x20])
    case "b", "B", "A", "z", "Z": return nil
    // Properties, code points, references and quotations are unsupported.
    case _ where scalar.properties.isAlphabetic || digits.contains(scalar.value): throw Unknown()
    default: return Characters(ranges: [scalar.value...scalar.value])
    }
  }

  private var peek: Unicode.Scalar? { next < text.count ? text[next] : nil }

  private mutating func pop() -> Unicode.Scalar? {
    guard let scalar = peek else { return nil }
    next += 1
    return scalar
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    next += 1
    return true
  }

  private mutating func number() -> Int? {
    var (digits, count) = (0, 0)
    while let scalar = peek, (0x30...0x39).contains(scalar.value), digits < 5 {
      count = count * 10 + Int(scalar.value - 0x30)
      (digits, next) = (digits + 1, next + 1)
    }
    return digits == 0 ? nil : count
  }
}
