import Atoms
import SourceText

/// Common mistakes in files that libyaml rejects, each with a remedy.
///
/// libyaml reports the position at which it stopped, which is often a line below the mistake.
struct YAMLSlips {
  /// A mistake with its remedy, which is empty or begins with its separator.
  struct Finding {
    let code: FindingCode
    let problem: String
    let remedy: String
    let location: Location

    init(_ problem: String, remedy: String = "", as code: FindingCode = .yaml, at location: Location) {
      self.code = code
      self.problem = problem
      self.remedy = remedy
      self.location = location
    }
  }

  private let file: SourceFile
  private let problem: String
  /// The position at which libyaml stopped.
  private let place: Location
  /// The start of the construct that libyaml was parsing; nil if it reports none.
  private let start: Location?

  init(_ problem: String, at place: Location, from start: Location?) {
    (file, self.problem, self.place, self.start) = (place.file, problem, place, start)
  }

  /// The mistake; nil if it is not a known one.
  var finding: Finding? {
    let found = strangeIndent ?? signAtStart ?? openBracket ?? textAfterBracket ?? bracketInText ?? unknownEscape
    return found ?? quoteInText ?? missingValue ?? rowWithoutBrackets ?? textsWithoutBraces ?? colonInText
      ?? wrongIndent
  }

  /// Returns the first non-ASCII whitespace character before the text of a line, such as a no-break
  /// space; nil without one.
  static func strangeBlank(in line: Substring) -> (character: Unicode.Scalar, column: Int)? {
    for (place, scalar) in line.unicodeScalars.enumerated() {
      guard scalar.properties.isWhitespace || scalar == "\u{200B}" || scalar == "\u{FEFF}" else { return nil }
      if !scalar.isASCII { return (scalar, place + 1) }
    }
    return nil
  }

  /// Returns the message for a line that is indented with such a character.
  static func strangeBlank(_ character: Unicode.Scalar) -> String {
    "\(CharacterName.code(character)) is whitespace that YAML reads as text"
  }

  static let indentWithSpaces = ": indent with ordinary spaces"

  private var strangeIndent: Finding? {
    for line in min(start?.line ?? place.line, place.line)...place.line {
      guard let text = Location(file: file, line: line, column: 1).writtenText, let found = Self.strangeBlank(in: text)
      else {
        continue
      }
      return Finding(
        Self.strangeBlank(found.character), remedy: Self.indentWithSpaces,
        at: Location(file: file, line: line, column: found.column))
    }
    return nil
  }

  // MARK: - Texts that begin with a sign

  /// An unquoted text that begins with a sign of YAML, such as `% of income`.
  private var signAtStart: Finding? {
    guard let line = place.writtenText else { return nil }
    var start = place.column - 1
    if problem.contains("alphabetic or numeric character") {
      // libyaml stops after the `&` or `*` of a name.
      start -= 1
    } else if !problem.contains("cannot start any token"), !problem.contains("expected node content") {
      return nil
    }
    let scalars = Array(line.unicodeScalars)
    guard scalars.indices.contains(start), "%@`?&*".unicodeScalars.contains(scalars[start]) else { return nil }
    return unquoted(
      from: start, in: scalars, "not YAML: quote a text that begins with `\(scalars[start])`",
      at: Location(file: file, line: place.line, column: start + 1))
  }

  /// An unquoted text that begins with brackets, such as `[optional] Notes` or `{$name}, hello`.
  private var textAfterBracket: Finding? {
    guard problem.contains("did not find expected"), let line = place.writtenText else { return nil }
    let scalars = Array(line.unicodeScalars)
    guard scalars.indices.contains(place.column - 1), !",}]:#".unicodeScalars.contains(scalars[place.column - 1]),
      let end = scalars[..<(place.column - 1)].lastIndex(where: { $0 != " " }),
      "]}".unicodeScalars.contains(scalars[end])
    else { return nil }
    var (depth, start) = (0, end)
    for index in (0...end).reversed() {
      if "]}".unicodeScalars.contains(scalars[index]) { depth += 1 }
      if "[{".unicodeScalars.contains(scalars[index]) { depth -= 1 }
      start = index
      if depth == 0 { break }
    }
    guard depth == 0, scalars[..<start].last(where: { $0 != " " }) == ":" else { return nil }
    return unquoted(
      from: start, in: scalars, "not YAML: quote a text that begins with `\(scalars[start])`",
      at: Location(file: file, line: place.line, column: start + 1))
  }

  /// Returns a finding about an unquoted text, whose remedy is the text in quotes after its name.
  private func unquoted(
    from start: Int, in line: [Unicode.Scalar], _ problem: String, at location: Location
  ) -> Finding {
    let before = String(String.UnicodeScalarView(line[..<start]))
    // The text ends at a comma or at the bracket around it.
    let isInFlow = before.reduce(0) { $0 + ("[{".contains($1) ? 1 : "]}".contains($1) ? -1 : 0) } > 0
    var (depth, end) = (0, start)
    while end < line.count {
      if isInFlow, depth == 0, ",}]".unicodeScalars.contains(line[end]) { break }
      if "[{".unicodeScalars.contains(line[end]) { depth += 1 }
      if "]}".unicodeScalars.contains(line[end]) { depth -= 1 }
      end += 1
    }
    let text = String(String.UnicodeScalarView(line[start..<end])).trimmed
    let name = before.reversed().drop { $0 == " " || $0 == ":" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard text.utf8.count <= Self.longestRepeated, !text.contains(where: { "\"\\#".contains($0) }), !name.isEmpty else {
      return Finding(problem, as: .missingQuotes, at: location)
    }
    return Finding(
      problem, remedy: ": `\(String(name.reversed())): \"\(text)\"`", as: .missingQuotes, at: location)
  }

  // MARK: - Brackets and escapes

  /// A `{` or `[` that is not closed before the line at which libyaml stopped.
  private var openBracket: Finding? {
    guard problem.contains("did not find expected"), let bracket = OpenBracket(before: place) else { return nil }
    if let comment = bracket.comment {
      return Finding(
        "`#` begins a comment here, so the rest of the line is ignored", remedy: ": quote a text that contains ` #`",
        as: .missingQuotes, at: comment)
    }
    return Finding("not YAML: this `\(bracket.sign)` is not closed", at: bracket.location)
  }

  /// The length in bytes of the longest text that a remedy repeats.
  private static let longestRepeated = 120

  /// A `[` or `{` in an unquoted text in braces, such as `{name: text data[0].name}`.
  private var bracketInText: Finding? {
    guard problem.contains("did not find expected"), let sign = file.character(at: place), sign == "[" || sign == "{",
      let line = place.writtenText
    else { return nil }
    let scalars = Array(line.unicodeScalars)
    let before = scalars.prefix(place.column - 1)
    guard let last = before.last, !" {}[],:\"'".unicodeScalars.contains(last) else { return nil }
    let start = before.lastIndex { "{[,".unicodeScalars.contains($0) }.map { $0 + 1 } ?? 0
    var (depth, end) = (0, place.column - 1)
    while end < scalars.count, depth > 0 || !",}]".unicodeScalars.contains(scalars[end]) {
      if scalars[end] == "[" || scalars[end] == "{" { depth += 1 }
      if scalars[end] == "]" || scalars[end] == "}" { depth -= 1 }
      end += 1
    }
    let written = String(String.UnicodeScalarView(scalars[start..<end])).trimmed
    let problem = "not YAML: quote a text that contains `\(sign)`"
    guard depth == 0, written.utf8.count <= Self.longestRepeated, !written.contains("\""), !written.contains("\\"),
      let colon = written.ranges(of: ": ").first
    else {
      return Finding(problem, as: .missingQuotes, at: place)
    }
    let text = String(written[colon.upperBound...]).trimmed
    return Finding(
      problem, remedy: ": `\(written[..<colon.lowerBound]): \"\(text)\"`", as: .missingQuotes, at: place)
  }

  private var unknownEscape: Finding? {
    guard problem.contains("unknown escape character"), let line = place.writtenText else { return nil }
    let scalars = Array(line.unicodeScalars)
    let letter = scalars.dropFirst(place.column).first.map(String.init) ?? ""
    let unknown = "not YAML: `\\\(letter)` is not an escape sequence in double quotes"
    guard let quote = scalars.prefix(place.column - 1).lastIndex(of: "\""),
      let end = scalars[place.column...].firstIndex(of: "\"")
    else { return Finding(unknown, remedy: ": use single quotes", at: place) }
    let text = String(String.UnicodeScalarView(scalars[(quote + 1)..<end])).replacing("'", with: "''")
    return Finding(unknown, remedy: ": use single quotes, '\(text)'", at: place)
  }

  /// A quoted text that continues after a quote inside it, such as `'It's good'`.
  private var quoteInText: Finding? {
    guard problem.contains("did not find expected"), place.column > 1, let line = place.writtenText else { return nil }
    let scalars = line.unicodeScalars.dropFirst(place.column - 2).prefix(2)
    guard let quote = scalars.first, quote == "'" || quote == "\"", scalars.count == 2 else { return nil }
    let other = quote == "'" ? "\"" : "'"
    return Finding(
      "not YAML: the quote before this ends the text",
      remedy: ": enclose a text that contains `\(quote)` in `\(other)`", as: .missingQuotes, at: place)
  }

  // MARK: - Colons and indents

  /// A name in braces without a value after its colon, such as `showIf:}`.
  private var missingValue: Finding? {
    guard file.character(at: place) == ":", !problem.contains("mapping values"), let line = place.writtenText else {
      return nil
    }
    let scalars = line.unicodeScalars
    guard let next = scalars.dropFirst(place.column).first, next == "}" || next == "," else { return nil }
    let before = Array(scalars.prefix(place.column - 1))
    let name = before.reversed().prefix { $0 == "_" || $0.isASCII && $0.properties.isAlphabetic }
    guard !name.isEmpty, let sign = before.dropLast(name.count).last(where: { $0 != " " }), sign == "," || sign == "{"
    else { return nil }
    let word = String(String.UnicodeScalarView(name.reversed()))
    return Finding(
      "not YAML: `\(word)` has no value", at: Location(file: file, line: place.line, column: place.column - name.count))
  }

  /// The cells of a row without brackets, such as `- 33, {ru: М, en: M}, 1`.
  private var rowWithoutBrackets: Finding? {
    guard file.character(at: place) == ":", let line = place.writtenText else { return nil }
    let row = line.trimmed
    guard row.hasPrefix("- "), let comma = row.firstRange(of: ", {") else { return nil }
    let cells = row.dropFirst(2).trimmed
    let first = row[..<comma.lowerBound]
    guard cells.utf8.count <= Self.longestRepeated, !cells.contains("#"),
      !first.contains(where: { "[{\"':".contains($0) })
    else { return nil }
    return Finding(
      "not YAML: cells separated by commas are written in brackets", remedy: ": `- [\(cells)]`", as: .missingQuotes,
      at: Location(file: file, line: place.line, column: Self.indent(of: line) + 3))
  }

  /// Texts by language without braces, such as `caption: ru: Поле, en: Field`.
  private var textsWithoutBraces: Finding? {
    guard file.character(at: place) == ":", let line = place.writtenText else { return nil }
    let scalars = line.unicodeScalars
    let before = String(String.UnicodeScalarView(scalars.prefix(place.column - 1)))
    guard let colon = before.ranges(of: ": ").last, ["ru", "en"].contains(before[colon.upperBound...].trimmed),
      let name = before[..<colon.lowerBound].split(whereSeparator: { !$0.isLetter }).last
    else { return nil }
    let rest = String(String.UnicodeScalarView(scalars.dropFirst(place.column - 1))).prefix { !"}]#".contains($0) }
    let texts = (before[colon.upperBound...] + rest).trimmed
    guard texts.utf8.count <= Self.longestRepeated, [", ru: ", ", en: "].contains(where: { texts.contains($0) }) else {
      return nil
    }
    return Finding(
      "not YAML: texts by language are written in braces", remedy: ": `\(name): {\(texts)}`", as: .missingQuotes,
      at: place)
  }

  /// A `:` in an unquoted text, which libyaml parses as the end of a name.
  private var colonInText: Finding? {
    guard file.character(at: place) == ":", let line = place.writtenText else { return nil }
    let scalars = Array(line.unicodeScalars)
    let before = String(String.UnicodeScalarView(scalars.prefix(place.column - 1)))
    guard let colon = before.ranges(of: ": ").last else { return nil }
    let name = before[..<colon.lowerBound].split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }).last
    let isInFlow = !problem.contains("mapping values")
    let rest = String(String.UnicodeScalarView(scalars.dropFirst(place.column - 1)))
      .prefix { !isInFlow || !",}]".contains($0) }
    let text = (before[colon.upperBound...] + rest).trimmed.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return Finding(
      "not YAML: quote a text that contains `: `", remedy: ": `\(name ?? "caption"): \"\(text)\"`",
      as: .missingQuotes, at: place)
  }

  /// A line with a different indentation than the adjacent lines.
  private var wrongIndent: Finding? {
    guard ["mapping values", "expected '-' indicator", "expected key"].contains(where: problem.contains),
      let line = place.writtenText, let above = lineAbove,
      let text = Location(file: file, line: above, column: 1).writtenText
    else { return nil }
    let indent = Self.indent(of: line)
    // Only the start of a line is indented. For "mapping values", the reported `:` follows the
    // name.
    guard place.column - 1 == indent || problem.contains("mapping values") else { return nil }
    let isElement = line.dropFirst(indent).hasPrefix("- ")
    let (neighbour, wanted) = isElement ? elementAbove(above) ?? (above, Self.indent(of: text)) : nameAbove(above)
    guard wanted != indent else { return nil }
    if !isElement, let list = listAbove(above, dashesAt: indent) {
      return Finding(
        "not YAML: this line is indented like the `-` of the list above",
        remedy: ": indent a property next to `\(list.name)` by \(list.indent) spaces, and one of the last element by "
          + "\(indent + 2)",
        at: Location(file: file, line: place.line, column: indent + 1))
    }
    return Finding(
      "not YAML: this line is indented by \(indent) space\(indent == 1 ? "" : "s"), but line "
        + "\(neighbour) at the same level by \(wanted)",
      at: Location(file: file, line: place.line, column: indent + 1))
  }

  /// The number of the nearest line above that is neither empty nor a comment.
  private var lineAbove: Int? {
    (1..<max(1, place.line)).reversed().first { number in
      let line = Location(file: file, line: number, column: 1).writtenText?.trimmed ?? ""
      return !line.isEmpty && !line.hasPrefix("#")
    }
  }

  /// Returns the nearest line above that starts a list element, with its indentation.
  private func elementAbove(_ above: Int) -> (line: Int, indent: Int)? {
    for number in (1...above).reversed() {
      guard let text = Location(file: file, line: number, column: 1).writtenText else { continue }
      let indent = Self.indent(of: text)
      if text.dropFirst(indent).hasPrefix("- ") { return (number, indent) }
    }
    return nil
  }

  /// Returns the name before a list whose elements begin at an indentation, with the indentation of
  /// the name; nil if the nearest line with less indentation has no such name.
  private func listAbove(_ above: Int, dashesAt indent: Int) -> (name: Substring, indent: Int)? {
    var hasElement = false
    for number in (1...above).reversed() {
      guard let text = Location(file: file, line: number, column: 1).writtenText, !text.trimmed.isEmpty else {
        continue
      }
      let start = Self.indent(of: text)
      if start == indent, text.dropFirst(start).hasPrefix("- ") { hasElement = true }
      guard start < indent else { continue }
      let (_, column) = nameAbove(number)
      let name = text.dropFirst(column).prefix { $0.isLetter || $0.isNumber }
      let isList = text.dropFirst(column + name.count).trimmed == ":"
      return hasElement && isList && column < indent ? (name, column) : nil
    }
    return nil
  }

  /// Returns the line above with the indentation of its name. In a list element, the name follows
  /// the hyphen and its spaces.
  private func nameAbove(_ above: Int) -> (line: Int, indent: Int) {
    let text = Location(file: file, line: above, column: 1).writtenText ?? ""
    let indent = Self.indent(of: text)
    let rest = text.dropFirst(indent)
    guard rest.hasPrefix("- ") else { return (above, indent) }
    return (above, indent + 1 + Self.indent(of: rest.dropFirst()))
  }

  private static func indent(of line: Substring) -> Int { line.prefix { $0 == " " }.count }
}

/// An unclosed `{` or `[` before a line.
private struct OpenBracket {
  let sign: Unicode.Scalar
  let location: Location
  /// The start of a comment that contains a closing bracket; nil without one.
  let comment: Location?

  /// Finds the innermost unclosed bracket before a line that is not indented deeper than the line
  /// of the outermost one.
  ///
  /// Nil without such a bracket.
  init?(before end: Location) {
    var open: [(sign: Unicode.Scalar, location: Location)] = []
    var comments: [Location] = []
    var quote: Unicode.Scalar?
    func place(_ line: Int, _ column: Int) -> Location { Location(file: end.file, line: line, column: column) }
    func indent(_ line: Int) -> Int { place(line, 1).writtenText?.prefix { $0 == " " }.count ?? 0 }
    for number in 1..<max(1, end.line) {
      guard let scalars = place(number, 1).writtenText?.unicodeScalars else { continue }
      var (before, last): (Unicode.Scalar, Unicode.Scalar) = (" ", "-")
      for (index, scalar) in scalars.enumerated() {
        defer {
          before = scalar
          if scalar != " " { last = scalar }
        }
        if let mark = quote {
          if scalar == mark, mark == "'" || before != "\\" { quote = nil }
          continue
        }
        if scalar == "#", before == " " || index == 0 {
          if !open.isEmpty, scalars.dropFirst(index).contains(where: { $0 == "}" || $0 == "]" }) {
            comments.append(place(number, index + 1))
          }
          break
        }
        // A quote or bracket inside an unquoted text is part of that text.
        let begins = "-:,{[".unicodeScalars.contains(last)
        switch scalar {
        case "\"", "'": if begins { quote = scalar }
        case "{", "[": if begins || !open.isEmpty { open.append((scalar, place(number, index + 1))) }
        case "}", "]": _ = open.popLast()
        default: break
        }
      }
    }
    guard let outer = open.first, let inner = open.last else { return nil }
    let isAtEnd = end.writtenText?.allSatisfy { $0 == " " } ?? true
    guard isAtEnd || indent(end.line) <= indent(outer.location.line) else { return nil }
    (sign, location) = (inner.sign, inner.location)
    comment = comments.first { $0.line >= inner.location.line }
  }
}

extension Location {
  /// The text of the line; nil if the file has no such line or if the line is longer than 4,096
  /// bytes.
  ///
  /// The checks compare and reverse texts by character, and a character can have any number of
  /// combining marks.
  fileprivate var writtenText: Substring? { text.flatMap { $0.utf8.count <= 4_096 ? $0 : nil } }
}

extension StringProtocol {
  /// The text without leading and trailing whitespace.
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
