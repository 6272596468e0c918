/// Rewrites what ICU's regular expressions, which NSPredicate has, spell otherwise than PCRE2: escapes by number, long names
/// of properties, and sets within sets with their union, intersection (`&&`) and difference (`--`).
struct PatternTranslation {
  /// How many sets may stand inside one another; deeper ones are left to PCRE2 as they are.
  private static let maximumDepth = 16

  private let scalars: [Unicode.Scalar]
  private let ignoresCase: Bool
  private var place = 0

  /// The pattern as PCRE2 spells it; `ignoresCase` where it is to be matched without regard to case.
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

  /// What an escape stands for.
  private enum Escape {
    /// A text of the pattern.
    case text(String)
    /// One of these characters, which stand as in a set, or with `isNegated` any other.
    case one(of: String, isNegated: Bool)

    /// The escape where it stands outside of a set.
    var text: String {
      switch self {
      case .text(let text): text
      case .one(let characters, let isNegated): "[\(isNegated ? "^" : "")\(characters)]"
      }
    }
  }

  /// Reads an escape, and a quotation from `\Q` to `\E` whole.
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

  /// Reads an escape that is a text, its `\` being read.
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

  /// The digits that follow as a character by number; nil where there are too few.
  private mutating func number(digits: ClosedRange<Int>, radix: Int) -> String? {
    var end = place
    while end < scalars.count, end - place < digits.upperBound, Int(String(scalars[end]), radix: radix) != nil {
      end += 1
    }
    guard digits.contains(end - place), let number = UInt32(text(place..<end), radix: radix) else { return nil }
    place = end
    return "\\x{\(String(number, radix: 16))}"
  }

  /// The property in braces behind the letter that stands here, under the name that PCRE2 knows; nil where no brace follows.
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

  /// Reads a set from its `[` to its `]` as an expression for one character.
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
    // Without its end the set is PCRE2's to refuse.
    guard place < scalars.count else { return "[" + (isNegated ? "^" : "") + plain }
    place += 1
    if pending == nil, parts.isEmpty { return "[\(isNegated ? "^" : "")\(plain)]" }
    let inner = joined() ?? "[]"
    return isNegated ? "(?:(?!\(inner))(?s:.))" : inner
  }

  /// Whether `--` stands here as an operator: before a set or a property.
  private var isDifference: Bool { ahead(1) == "-" && (ahead(2) == "[" || ahead(2) == "\\") }

  /// The place after a `[:name:]`; nil where none stands here.
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
