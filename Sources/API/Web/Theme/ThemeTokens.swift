/// The custom properties that a style sets on the page, with their positions.
struct ThemeTokens {
  /// The colour scheme in which a declaration applies.
  enum Scheme: String, CaseIterable {
    case light, dark
  }

  struct Declaration {
    let name: String
    let value: String
    /// The line of the name, from 1.
    let line: Int
    /// The column of the name in Unicode scalars, from 1.
    let column: Int
    /// The schemes; none for a declaration that applies only to print or forced colours.
    let schemes: [Scheme]
  }

  private(set) var declarations: [Declaration] = []

  /// Reads a style whose syntax is valid.
  init(_ style: String) {
    var reader = Reader(style)
    reader.read { declarations.append($0) }
  }

  /// Returns the last declaration of a token in a scheme, which replaces the others.
  func declaration(of name: String, in scheme: Scheme) -> Declaration? {
    declarations.last { $0.name == name && $0.schemes.contains(scheme) }
  }

  /// The names of all declared tokens.
  var names: Set<String> { Set(declarations.map(\.name)) }
}

/// Reads the declarations of a style.
private struct Reader {
  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var (line, column) = (1, 1)
  /// The preludes of the open blocks, such as `:root`.
  private var blocks: [String] = []
  /// The text since the last bracket or semicolon, without comments, and the position of its first
  /// character.
  private var text = ""
  private var start = (line: 1, column: 1)

  init(_ style: String) { scalars = Array(style.unicodeScalars) }

  mutating func read(_ found: (ThemeTokens.Declaration) -> Void) {
    while place < scalars.count {
      switch scalars[place] {
      case "/" where place + 1 < scalars.count && scalars[place + 1] == "*": skipComment()
      case "\"", "'": takeString()
      case "(": takeBrackets()
      case "{":
        blocks.append(text.trimmed)
        text = ""
        advance()
      case "}", ";":
        declare(found)
        if scalars[place] == "}" { _ = blocks.popLast() }
        text = ""
        advance()
      default: take()
      }
    }
  }

  private mutating func advance() {
    if scalars[place] == "\n" { (line, column) = (line + 1, 1) } else { column += 1 }
    place += 1
  }

  private mutating func take() {
    let scalar = scalars[place]
    if text.isEmpty {
      if scalar.properties.isWhitespace { return advance() }
      start = (line, column)
    }
    text.unicodeScalars.append(scalar)
    advance()
  }

  private mutating func skipComment() {
    advance()
    advance()
    while place < scalars.count, !(scalars[place] == "/" && scalars[place - 1] == "*") { advance() }
    if place < scalars.count { advance() }
  }

  private mutating func takeString() {
    let quote = scalars[place]
    take()
    while place < scalars.count, scalars[place] != quote {
      if scalars[place] == "\\", place + 1 < scalars.count { take() }
      take()
    }
    if place < scalars.count { take() }
  }

  /// Takes a text in round brackets, in which semicolons are characters, as in `url(data:...)`.
  private mutating func takeBrackets() {
    var depth = 0
    while place < scalars.count {
      switch scalars[place] {
      case "\"", "'":
        takeString()
        continue
      case "(": depth += 1
      case ")": depth -= 1
      default: break
      }
      take()
      if depth == 0 { return }
    }
  }

  private func declare(_ found: (ThemeTokens.Declaration) -> Void) {
    guard text.hasPrefix("--"), let colon = text.firstIndex(of: ":") else { return }
    let name = String(text[..<colon]).trimmed
    let value = String(text[text.index(after: colon)...]).trimmed
    found(.init(name: name, value: value, line: start.line, column: start.column, schemes: schemes))
  }

  /// The schemes of the open blocks.
  private var schemes: [ThemeTokens.Scheme] {
    var schemes = ThemeTokens.Scheme.allCases
    for block in blocks.map({ String($0.filter { !$0.isWhitespace }) }) {
      if block.contains("prefers-color-scheme:dark") { schemes.removeAll { $0 == .light } }
      if block.contains("prefers-color-scheme:light") { schemes.removeAll { $0 == .dark } }
      if block.contains("forced-colors:active") || block.contains("@mediaprint") { return [] }
      if !block.hasPrefix("@"), !block.split(separator: ",").contains(where: { [":root", "html"].contains($0) }) {
        return []
      }
    }
    return schemes
  }
}

extension String {
  fileprivate var trimmed: String {
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let start = unicodeScalars.drop(while: isSpace)
    return String(String.UnicodeScalarView(start.reversed().drop(while: isSpace).reversed()))
  }
}
