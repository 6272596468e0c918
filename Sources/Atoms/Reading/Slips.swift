import Essentials
import JSON

/// The usual slips in values of properties, each with what was meant.
enum Slips {
  /// The way out for a text that a comment cuts off.
  static let quoteIt = ": quote a text that has ` #` in it"

  /// Codes that ISO 4217 has withdrawn, each with the one that took its place.
  static let currencies = ["BYB": "BYN", "BYR": "BYN", "RMB": "CNY", "RUR": "RUB", "TRL": "TRY"]

  /// Returns `true` or `false` for a word that other notations take for one of them.
  static func flag(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "true", "yes", "on", "y", "1": true
    case "false", "no", "off", "n", "0": false
    default: nil
    }
  }

  /// Returns a number with a decimal comma as it is written with a point; nil for any other text.
  static func decimalPoint(_ text: String) -> String? {
    let halves = text.split(separator: ",", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    return number(String(halves[0]), fraction: String(halves[1]))
  }

  /// Returns the number of a whole part and a fraction; nil if they are not digits.
  static func number(_ whole: String?, fraction: String) -> String? {
    guard let whole, !fraction.isEmpty, fraction.utf8.allSatisfy({ (0x30...0x39).contains($0) }), Int64(whole) != nil
    else { return nil }
    return "\(whole).\(fraction)"
  }

  /// The column up to which a text is looked at: each look takes a walk from the beginning of its line.
  private static let widest = 1_000

  /// Returns the place of a `#` behind an unquoted text that another character follows at once; nil without one.
  ///
  /// Comments mostly have a blank behind their `#`, and numbers of contracts and houses none.
  static func comment(at location: Location, after text: String) -> Location? {
    guard location.column <= widest, let line = location.text else { return nil }
    let scalars = line.unicodeScalars
    var place = scalars.index(scalars.startIndex, offsetBy: location.column - 1, limitedBy: scalars.endIndex)
    var column = location.column
    for scalar in text.unicodeScalars {
      guard let index = place, index < scalars.endIndex, scalars[index] == scalar else { return nil }
      (place, column) = (scalars.index(after: index), column + 1)
    }
    guard var index = place else { return nil }
    let end = index
    while index < scalars.endIndex, scalars[index] == " " || scalars[index] == "\t" {
      (index, column) = (scalars.index(after: index), column + 1)
    }
    guard index < scalars.endIndex, scalars[index] == "#", text.isEmpty || index > end else { return nil }
    let next = scalars.index(after: index)
    guard next < scalars.endIndex, scalars[next] != " ", scalars[next] != "#" else { return nil }
    return Location(file: location.file, line: location.line, column: column)
  }
}
