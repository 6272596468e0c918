/// Lines of comma-separated values (RFC 4180).
package enum CSV {
  /// A line whose quotation mark is not closed.
  package struct OpenQuotation: Error {}

  /// Returns a line, without a line feed.
  ///
  /// A spreadsheet evaluates a field that begins with one of `=+-@` as a formula. Such a field gets
  /// an apostrophe first.
  ///
  /// - Parameter isForSpreadsheets: False for a file that only programs read. Then each field is
  ///   unchanged.
  package static func line(_ fields: [String], isForSpreadsheets: Bool = true) -> String {
    fields.map { quoted($0, isForSpreadsheets) }.joined(separator: ",")
  }

  private static func quoted(_ text: String, _ isForSpreadsheets: Bool) -> String {
    let isFormula =
      isForSpreadsheets && text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    let safe = isFormula ? "'\(text)" : text
    let needsQuotes = isFormula || safe.contains { ",\"\n\r".contains($0) || $0 == "\r\n" }
    return needsQuotes ? "\"\(safe.replacing("\"", with: "\"\""))\"" : safe
  }

  /// Returns the fields of a line, without line feeds in fields.
  package static func fields(of line: Substring) throws(OpenQuotation) -> [String] {
    var (fields, field, rest) = ([String](), "", line)
    var isQuoted = false
    while let character = rest.popFirst() {
      switch (character, isQuoted) {
      case ("\"", true) where rest.first == "\"": field.append(rest.removeFirst())
      case ("\"", true): isQuoted = false
      case ("\"", false) where field.isEmpty: isQuoted = true
      case (",", false):
        fields.append(field)
        field = ""
      default: field.append(character)
      }
    }
    if isQuoted { throw OpenQuotation() }
    return fields + [field]
  }
}
