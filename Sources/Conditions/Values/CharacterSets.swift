/// Sets of characters that ICU's regular expressions have and PCRE2 has not, as the inside of a set.
enum CharacterSets {
  /// What `\w` stands for (ICU User Guide, "Regular Expressions"): PCRE2's knows no marks before its release 10.43. The
  /// ranges are the letters in circles and squares, which are Alphabetic and of no letter's category.
  static let word =
    #"\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{200c}\x{200d}\x{24b6}-\x{24e9}\x{1f130}-\x{1f149}\x{1f150}-\x{1f169}\x{1f170}-\x{1f189}"#

  /// The category of letters together with all that differs from one of it by case alone, as ICU has it where case does not
  /// matter; nil for a property that knows no case.
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
    // Characters are alike that fold to the same; what folds to itself is found by what folds to it.
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
