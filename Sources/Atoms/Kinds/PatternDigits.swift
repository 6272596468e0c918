/// The digits of `pattern`: `\d` and `[:digit:]` are 0 to 9 there, as in JSON Schema, and not the digits of all scripts as in
/// MATCHES.
///
///     PatternDigits.ascii(#"\d{3}-[\d.]+"#)  // [0-9]{3}-[0-9.]+
///     PatternDigits.ascii(#"\D"#)            // [^0-9]
enum PatternDigits {
  /// Returns the pattern with each class of digits replaced by ASCII digits.
  static func ascii(_ pattern: String) -> String {
    guard pattern.utf8.contains(UInt8(ascii: "\\")) || pattern.utf8.contains(UInt8(ascii: "[")) else { return pattern }
    let scalars = Array(pattern.unicodeScalars)
    var (result, place, depth) = (String.UnicodeScalarView(), 0, 0)
    while place < scalars.count {
      let rest = scalars[place...]
      var taken = scalars[place] == "\\" ? 2 : 1
      if let found = classes.first(where: { (depth > 0 || !$0.isInSet) && rest.starts(with: $0.name.unicodeScalars) }) {
        result += (depth > 0 && !found.isNegated ? "0-9" : found.isNegated ? "[^0-9]" : "[0-9]").unicodeScalars
        place += found.name.unicodeScalars.count
        continue
      }
      if rest.starts(with: "\\Q".unicodeScalars) {
        let end = rest.indices.first { scalars[$0...].starts(with: "\\E".unicodeScalars) }
        taken = (end.map { $0 + 2 } ?? scalars.count) - place
      } else if scalars[place] == "[" {
        depth += 1
      } else if scalars[place] == "]" {
        depth = max(0, depth - 1)
      }
      result += rest.prefix(taken)
      place += taken
    }
    return String(result)
  }

  private static let classes = [
    (name: #"\d"#, isNegated: false, isInSet: false), (name: #"\D"#, isNegated: true, isInSet: false),
    (name: "[:digit:]", isNegated: false, isInSet: true), (name: "[:^digit:]", isNegated: true, isInSet: true),
  ]
}
