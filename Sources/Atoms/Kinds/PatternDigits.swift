/// A translation of digit classes in `pattern`. There `\d` and `[:digit:]` match 0 to 9 only, as in
/// JSON Schema. In MATCHES they match the digits of all scripts.
enum PatternDigits {
  /// Returns the pattern with each digit class replaced by ASCII digits. For example, `\d{3}`
  /// becomes `[0-9]{3}` and `\D` becomes `[^0-9]`.
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
