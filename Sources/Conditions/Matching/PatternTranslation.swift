/// Translates a regular expression from ICU's syntax, which NSPredicate uses, to PCRE2's.
///
/// The differences are
/// - numeric escapes, such as `\u0451`,
/// - long names of properties, such as `\p{Letter}`,
/// - nested sets, with union, intersection (`&&`) and difference (`--`),
/// - the characters of `\w`, and of letter properties under `[c]`.
struct PatternTranslation {
  /// Maximum nesting of sets; deeper sets are not translated.
  private static let maximumDepth = 16

  private let scalars: [Unicode.Scalar]
  private let ignoresCase: Bool
  private var place = 0

  /// Returns the pattern in PCRE2's syntax.
  ///
  /// - Parameter ignoresCase: True if the match is case-insensitive.
  static func translated(_ pattern: String, ignoresCase: Bool = false) -> String {
    guard pattern.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "[") }) else { return pattern }
    var translation = PatternTranslation(Array(pattern.unicodeScalars), ignoresCase)
    return translation.whole()
  }

  private init(_ scalars: [Unicode.Scalar], _ ignoresCase: Bool) {
    (self.scalars, self.ignoresCase) = (scalars, ignoresCase)
  }

  private mutating func whole() -> String {
    var result = ""
    while place < scalars.count {
      switch scalars[place] {
      case "\\": result += escape().text
      case "[": result += set(depth: 0)
      default:
        result.unicodeScalars.append(scalars[place])
        place += 1
      }
    }
    return result
  }

  private enum Escape {
    case text(String)
    /// One of these characters, as the inside of a set; with `isNegated`, any other character.
    case one(of: String, isNegated: Bool)

    /// The translation for use outside of a set.
    var text: String {
      switch self {
      case .text(let text): text
      case .one(let characters, let isNegated): "[\(isNegated ? "^" : "")\(characters)]"
      }
    }
  }

  /// Reads an escape; `\Q` is read with its quoted text, up to and including `\E`.
  private mutating func escape() -> Escape {
    let start = place
    place += 1
    guard place < scalars.count else { return .text("\\") }
    let next = scalars[place]
    if next == "w" || next == "W" {
      place += 1
      return .one(of: CharacterSets.word, isNegated: next == "W")
    }
    if next == "p" || next == "P", let property = property() {
      guard ignoresCase, let closed = CharacterSets.closed(property) else { return .text("\\\(next){\(property)}") }
      return .one(of: closed, isNegated: next == "P")
    }
    return .text(plainEscape(from: start))
  }

  /// Reads an escape that becomes a piece of the pattern, from the letter after its backslash on.
  private mutating func plainEscape(from start: Int) -> String {
    let letter = scalars[place]
    place += 1
    switch letter {
    case "Q":
      while place < scalars.count, !(scalars[place] == "\\" && ahead(1) == "E") { place += 1 }
      place = min(scalars.count, place + 2)
      return text(start..<place)
    case "u": return number(digits: 4...4, radix: 16) ?? text(start..<place)
    case "U": return number(digits: 8...8, radix: 16) ?? text(start..<place)
    case "0": return number(digits: 1...3, radix: 8) ?? text(start..<place)
    default: return text(start..<place)
    }
  }

  /// Reads a character number and returns its PCRE2 escape; nil if there are too few digits.
  private mutating func number(digits: ClosedRange<Int>, radix: Int) -> String? {
    var end = place
    while end < scalars.count, end - place < digits.upperBound, Int(String(scalars[end]), radix: radix) != nil {
      end += 1
    }
    guard digits.contains(end - place), let number = UInt32(text(place..<end), radix: radix) else { return nil }
    place = end
    return "\\x{\(String(number, radix: 16))}"
  }

  /// Reads a property in braces after the current letter.
  ///
  /// Returns its PCRE2 name; nil if no brace follows the letter.
  private mutating func property() -> String? {
    guard ahead(1) == "{", let end = scalars[place...].firstIndex(of: "}") else { return nil }
    let name = text(place + 2..<end)
    place = end + 1
    let plain = name.lowercased().filter { $0 != "_" && $0 != " " && $0 != "-" }
    return PatternTranslation.categories[plain] ?? name
  }

  private static let categories = [
    "letter": "L", "uppercaseletter": "Lu", "lowercaseletter": "Ll", "titlecaseletter": "Lt", "modifierletter": "Lm",
    "otherletter": "Lo", "mark": "M", "nonspacingmark": "Mn", "spacingmark": "Mc", "enclosingmark": "Me", "number": "N",
    "decimalnumber": "Nd", "letternumber": "Nl", "othernumber": "No", "punctuation": "P", "symbol": "S",
    "mathsymbol": "Sm",
    "currencysymbol": "Sc", "separator": "Z", "spaceseparator": "Zs", "control": "Cc", "format": "Cf", "other": "C",
  ]

  /// Reads a set from `[` to `]` and returns an expression that matches one character.
  private mutating func set(depth: Int) -> String {
    place += 1
    let isNegated = place < scalars.count && scalars[place] == "^"
    if isNegated { place += 1 }
    var parts: [String] = []
    var plain = ""
    var pending: (sign: Unicode.Scalar, left: String)?
    var isFirst = true
    func union() -> String? {
      let all = (plain.isEmpty ? [] : ["[\(plain)]"]) + parts
      return all.isEmpty ? nil : all.count == 1 ? all[0] : "(?:\(all.joined(separator: "|")))"
    }
    func joined() -> String? {
      guard let (sign, left) = pending, let right = union() else { return pending?.left ?? union() }
      return sign == "&" ? "(?:(?=\(left))\(right))" : "(?:(?!\(right))\(left))"
    }
    while place < scalars.count, scalars[place] != "]" || isFirst {
      let scalar = scalars[place]
      isFirst = false
      if scalar == "[" && ahead(1) != ":" && depth < PatternTranslation.maximumDepth {
        parts.append(set(depth: depth + 1))
      } else if scalar == "[", ahead(1) == ":", let end = posixEnd() {
        let name = text(place..<end)
        let category = ["[:upper:]": "Lu", "[:lower:]": "Ll"][name]
        plain += ignoresCase ? category.flatMap(CharacterSets.closed) ?? name : name
        place = end
      } else if scalar == "&" && ahead(1) == "&" || scalar == "-" && isDifference {
        pending = joined().map { (scalar, $0) }
        (parts, plain) = ([], "")
        place += 2
      } else if scalar == "\\" {
        switch escape() {
        case .text(let text): plain += text
        case .one(let characters, isNegated: false): plain += characters
        case .one(let characters, isNegated: true): parts.append("[^\(characters)]")
        }
      } else {
        plain += scalar == "[" ? "\\[" : String(scalar)
        place += 1
      }
    }
    // PCRE2 rejects a set without an end.
    guard place < scalars.count else { return "[" + (isNegated ? "^" : "") + plain }
    place += 1
    if pending == nil, parts.isEmpty { return "[\(isNegated ? "^" : "")\(plain)]" }
    let inner = joined() ?? "[]"
    return isNegated ? "(?:(?!\(inner))(?s:.))" : inner
  }

  /// True if the next characters are the operator `--`, which precedes a set or an escape.
  private var isDifference: Bool { ahead(1) == "-" && (ahead(2) == "[" || ahead(2) == "\\") }

  /// Returns the index after a `[:name:]` that begins at the current place, if any.
  private func posixEnd() -> Int? {
    var end = place + 2
    while end + 1 < scalars.count, scalars[end] != "]" {
      if scalars[end] == ":", scalars[end + 1] == "]" { return end + 2 }
      end += 1
    }
    return nil
  }

  private func ahead(_ count: Int) -> Unicode.Scalar? { place + count < scalars.count ? scalars[place + count] : nil }

  private func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[range])
    return String(view)
  }
}

/// Character sets of ICU that PCRE2 lacks, each written as the inside of a set.
private enum CharacterSets {
  /// The characters of `\w` (ICU User Guide, "Regular Expressions").
  ///
  /// Before release 10.43, the `\w` of PCRE2 does not match marks. The ranges are circled and
  /// squared letters, which are Alphabetic but in no letter category.
  static let word =
    #"\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{200c}\x{200d}\x{24b6}-\x{24e9}\x{1f130}-\x{1f149}\x{1f150}-\x{1f169}\x{1f170}-\x{1f189}"#

  /// Returns a letter category with all characters that differ from its letters only by case.
  ///
  /// ICU does the same for case-insensitive matching. Returns nil for a property without case.
  static func closed(_ property: String) -> String? {
    switch property {
    case "Lu": upper
    case "Ll": lower
    case "Lt": title
    default: nil
    }
  }

  private static let upper = closure(of: .uppercaseLetter, "Lu")
  private static let lower = closure(of: .lowercaseLetter, "Ll")
  private static let title = closure(of: .titlecaseLetter, "Lt")

  private static func closure(of category: Unicode.GeneralCategory, _ name: String) -> String {
    // Group characters by their folding. A character that folds to itself joins those that fold to
    // it.
    var alike: [[UInt32]: Set<UInt32>] = [:]
    for (number, folded) in FoldingMap.foldings {
      alike[folded, default: []].insert(number)
      if let only = folded.first, folded.count == 1 { alike[folded, default: []].insert(only) }
    }
    let members = alike.values.filter { group in
      group.contains { Unicode.Scalar($0)?.properties.generalCategory == category }
    }
    var ranges: [ClosedRange<UInt32>] = []
    for number in members.reduce(into: Set<UInt32>(), { $0.formUnion($1) }).sorted() {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    func hex(_ number: UInt32) -> String { "\\x{\(String(number, radix: 16))}" }
    let texts = ranges.map { $0.count == 1 ? hex($0.lowerBound) : "\(hex($0.lowerBound))-\(hex($0.upperBound))" }
    return "\\p{\(name)}" + texts.joined()
  }
}
