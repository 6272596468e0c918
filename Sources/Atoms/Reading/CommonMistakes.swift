import Dates
import Conditions
import SourceText
import JSON

/// Common mistakes in property values, each with a suggested correction.
package enum CommonMistakes {
  /// The advice for a text that a comment truncates.
  static let quoteIt = ": quote a text that contains ` #`"

  /// Currency codes withdrawn from ISO 4217, each with its replacement.
  static let currencies = ["BYB": "BYN", "BYR": "BYN", "RMB": "CNY", "RUR": "RUB", "TRL": "TRY"]

  /// Returns the Boolean that other notations write as this word; nil for any other word.
  static func flag(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "true", "yes", "on", "y", "1": true
    case "false", "no", "off", "n", "0": false
    default: nil
    }
  }

  /// Type names from other notations, each with the matching input type or kind of atom.
  static let types = [
    "bool": "toggle", "boolean": "toggle", "checkbox": "toggle", "currency": "amount", "date": "dateInput",
    "datetime": "dateTimeInput", "decimal": "number", "double": "number", "float": "number", "int": "number",
    "integer": "number", "mail": "email", "money": "amount", "numeric": "number", "secret": "password",
    "string": "text", "sum": "amount", "tel": "phone", "telephone": "phone", "time": "timeInput",
  ]

  /// Returns a hint for a type name from another notation; nil if nothing matches. `words` are the
  /// allowed types.
  package static func typeHint(_ word: String, among words: [String]) -> String? {
    guard let meant = types[word.lowercased()] else { return nil }
    if words.contains(meant) { return ": write `\(meant)`" }
    return words.contains("amount") && AtomRegistry.byName[meant] != nil ? "; `\(meant)` is a kind of atom" : nil
  }

  /// Property names from other notations in lower case, each with the properties that can replace
  /// it.
  private static let properties = [
    "label": ["caption", "title"], "name": ["caption", "title"], "title": ["caption"], "text": ["caption"],
    "html": ["markdown"], "md": ["markdown"], "richtext": ["markdown"], "content": ["markdown"],
    "placeholder": ["hint"], "tooltip": ["help"], "description": ["help"],
    "visibleif": ["showIf"], "visiblewhen": ["showIf"], "visible": ["showIf"], "showwhen": ["showIf"],
    "hidden": ["showIf"], "hideif": ["showIf"], "conditional": ["showIf"], "relevant": ["showIf"],
    "condition": ["showIf"],
    "readonly": ["value", "enableIf"], "disabled": ["enableIf"], "disableif": ["enableIf"],
    "enabled": ["enableIf"], "editable": ["enableIf"],
    "formula": ["value"], "calculate": ["value"], "calculation": ["value"], "expression": ["value"],
    "initial": ["default"], "initialvalue": ["default"], "defaultvalue": ["default"],
    "items": ["options", "atoms"], "template": ["atoms"], "children": ["atoms"], "components": ["atoms"],
    "minitems": ["min"], "maxitems": ["max"], "choices": ["options"], "values": ["options"], "enum": ["options"],
    "validate": ["check"], "validation": ["check"], "constraint": ["check"], "rule": ["check"],
    "error": ["message"], "errormessage": ["message"], "regex": ["pattern"], "regexp": ["pattern"],
    "minimum": ["min"], "maximum": ["max"], "fields": ["atoms"], "inputs": ["atoms"], "elements": ["atoms"],
    "atoms": ["modules"], "modules": ["atoms"],
  ]

  /// Returns a hint for a property name from another notation; nil if `names` contains no
  /// replacement.
  static func propertyHint(_ name: String, among names: [String]) -> String? {
    let meant = properties[name.lowercased()]?.filter(names.contains) ?? []
    return meant.isEmpty ? nil : ", write " + meant.map { "`\($0)`" }.joined(separator: " or ")
  }

  /// Returns the possible meanings of a number with a decimal comma, the most likely first; empty
  /// for any other text.
  static func withoutComma(_ text: String) -> [String] {
    let halves = text.split(separator: ",", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return [] }
    return numbers(String(halves[0]), String(halves[1]))
  }

  /// Returns the possible meanings of two groups of digits around a comma, the most likely first;
  /// empty for other texts.
  ///
  /// A comma before three digits can also be a thousands separator.
  static func numbers(_ whole: String?, _ rest: String) -> [String] {
    guard let whole, !rest.isEmpty, rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }), Int64(whole) != nil
    else { return [] }
    let isGroup = rest.utf8.count == 3 && Int64(whole) != 0
    return (isGroup ? ["\(whole)\(rest)"] : []) + ["\(whole).\(rest)"]
  }

  /// Returns the numbers of a row that a decimal comma can have split into two cells, each with its
  /// possible meanings.
  ///
  /// No blank follows such a comma, as in `[1000.., 16,5]`.
  ///
  /// - Parameter takesNumber: Returns true if the cells of a column are decimal numbers.
  static func splitNumbers(
    in cells: [SourceNode], _ takesNumber: (Int) -> Bool
  ) -> [(meant: [String], location: Location)] {
    var found: [(meant: [String], location: Location)] = []
    for (place, (cell, next)) in zip(cells, cells.dropFirst()).enumerated() {
      guard case .scalar(let whole, quoted: false) = cell.content, case .scalar(let rest, quoted: false) = next.content,
        next.location.line == cell.location.line,
        next.location.column == cell.location.column + whole.unicodeScalars.count + 1,
        takesNumber(place - found.count)
      else { continue }
      let meant = numbers(whole, rest)
      if !meant.isEmpty { found.append((meant, next.location)) }
    }
    return found
  }

  /// Returns a hint for a number in another notation; nil for any other text.
  package static func numberHint(_ text: String) -> String? {
    let meant = withoutComma(text)
    if !meant.isEmpty { return "; the decimal separator is a point: write \(meant.joined(separator: " or "))" }
    if let whole = grouped(text) { return "; omit the digit separators: write \(whole)" }
    guard text.last == "%", let number = Decimal(trimmed(text.dropLast())),
      let fraction = OtherNotations.percent(number)
    else { return nil }
    return "; omit the percent sign: write \(number) or \(fraction)"
  }

  /// Returns the possible meanings of a number in another notation, the most likely first; empty
  /// for any other text.
  static func numbers(meantBy text: String) -> [String] {
    let meant = withoutComma(text)
    return meant.isEmpty ? grouped(text).map { [$0] } ?? [] : meant
  }

  /// Returns a number without separators between groups of three digits, as in `1 000 000`; nil for
  /// other texts.
  private static func grouped(_ text: String) -> String? {
    // A number cannot have two points, so these points separate thousands: 1.000.000,50.
    let text = text.count { $0 == "." } > 1 ? text.replacing(".", with: " ") : text
    let groups = text.split(omittingEmptySubsequences: false) { " \u{A0}\u{202F}\u{2009}_'".contains($0) }
    guard groups.count > 1, let first = groups.first, let last = groups.last else { return nil }
    let digits = first.drop { $0 == "-" }
    let end = last.split(omittingEmptySubsequences: false) { ".,".contains($0) }
    let middle = groups.dropFirst().dropLast() + [end[0]]
    guard (1...3).contains(digits.utf8.count), isDigits(digits),
      middle.allSatisfy({ $0.utf8.count == 3 && isDigits($0) }),
      end.count <= 2, end.dropFirst().allSatisfy(isDigits), first.utf8.count - digits.utf8.count <= 1
    else { return nil }
    return groups.dropLast().joined() + end.joined(separator: ".")
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.last == " " || text.last == "\u{A0}" { text.removeLast() }
    return text
  }

  /// Returns a hint for a date in another notation; nil for any other text.
  package static func dateHint(_ text: String) -> String? {
    let days = OtherNotations.days(text)
    return days.isEmpty ? nil : ": write " + days.map(\.description).joined(separator: " or ")
  }

  /// Returns true for a text in the form of a date that does not exist, such as `2026-02-30`.
  package static func isMissingDay(_ text: String) -> Bool { OtherNotations.isMissingDay(text) }

  /// Returns true if a key in braces has no `:`, so it is probably the rest of a text that a comma
  /// has split.
  static func isCutOff(_ key: SourceNode, from before: SourceNode) -> Bool {
    guard case .scalar(let name, quoted: false) = key.content, case .scalar(_, quoted: false) = before.content,
      !before.isNull, key.location.line == before.location.line, key.location.column <= widest,
      let line = key.location.text
    else { return false }
    let rest = line.unicodeScalars.dropFirst(key.location.column - 1)
    guard rest.starts(with: name.unicodeScalars) else { return false }
    let next = rest.dropFirst(name.unicodeScalars.count).first { $0 != " " }
    return next == "," || next == "}"
  }

  /// Returns the source between the start of `first` and the end of `last` on one line. Backslashes
  /// and quotation marks are escaped.
  static func line(from first: SourceNode, to last: SourceNode) -> String {
    let end = last.location.column - 1 + (last.scalar ?? "").unicodeScalars.count
    guard let line = first.location.text?.unicodeScalars else { return "" }
    let whole = String(line.prefix(end).dropFirst(first.location.column - 1))
    return whole.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  /// Returns the first `$name` outside of braces, with its offset in bytes; nil if the text has
  /// none.
  static func bareVariable(in text: String) -> (name: Substring, offset: Int)? {
    var depth = 0
    var place = text.utf8.startIndex
    while place < text.utf8.endIndex {
      let (byte, next) = (text.utf8[place], text.utf8.index(after: place))
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if byte == UInt8(ascii: "$"), depth == 0 {
        let name = text.utf8[next...].prefix(while: isOfName)
        if let first = name.first, !(0x30...0x39).contains(first) {
          return (text[place..<name.endIndex], text.utf8.distance(from: text.utf8.startIndex, to: place))
        }
      }
      place = next
    }
    return nil
  }

  /// Returns each `$name` in a text with its offset in UTF-8 bytes.
  static func variables(in text: String) -> [(name: Substring, offset: Int)] {
    text.utf8.indices.filter { text.utf8[$0] == UInt8(ascii: "$") }.compactMap { place in
      let name = text.utf8[text.utf8.index(after: place)...].prefix(while: isOfName)
      guard let first = name.first, !(0x30...0x39).contains(first) else { return nil }
      return (text[place..<name.endIndex], text.utf8.distance(from: text.utf8.startIndex, to: place))
    }
  }

  /// Returns true if the text looks like an expression: it starts with a variable or is a function
  /// call.
  static func isExpression(_ text: String) -> Bool {
    if let bare = bareVariable(in: text), bare.offset == 0 { return true }
    let name = text.utf8.prefix(while: isOfName)
    guard let first = name.first, (0x61...0x7A).contains(first) else { return false }
    return text.utf8[name.endIndex...].first == UInt8(ascii: "(") && text.hasSuffix(")")
  }

  static func isOfName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }

  /// The last column that is checked. Each check scans the line from its beginning.
  private static let widest = 1_000

  /// Returns the location of a `#` that follows an unquoted text, if the next character is not a
  /// space; otherwise nil.
  ///
  /// Most comments have a space after `#`. Contract and house numbers do not.
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
