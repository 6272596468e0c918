/// A module of the web client: its imports, its exports, and its text without import and export
/// statements.
///
/// Supported forms are `import("./a.js")`, `import "./a.js"`, `import { a, b as c } from "./a.js"`,
/// `import * as a from "./a.js"`, `export` before `class`, `function`, `async function` and
/// `const`, `export { a, b as c }`, and the last form with `from "./a.js"`. Other forms are errors
/// with a location: a default export, `export *`, exported `let` and `var`, `import.meta` and
/// top-level `await`.
struct ScriptModule {
  struct Import {
    let file: String
    /// The offset of the specifier.
    let place: Int
    /// The exported and local names, each with its offset.
    var names: [(exported: String, local: String, place: Int)] = []
    /// The local name of the namespace; nil if names are imported.
    var whole: String?
    /// True if the names are exported again and have no local binding.
    var isPassedOn = false
  }

  let name: String
  private(set) var imports: [Import] = []
  /// The files that are loaded on demand, each with its offset.
  private(set) var laters: [(file: String, place: Int)] = []
  /// The exported and local names.
  private(set) var exports: [(exported: String, local: String)] = []
  /// The top-level functions of the module, which are defined before the module runs.
  private(set) var functions: Set<String> = []
  /// The remaining text, without comments.
  private(set) var text: [UInt8] = []

  private let source: [UInt8]
  private var tokens: [SourceToken]
  private var place = 0
  private var dropped: Set<Int> = []

  /// Reads a module. Throws `SourceFault` for unsupported syntax.
  init(_ name: String, _ source: [UInt8]) throws(SourceFault) {
    (self.name, self.source) = (name, source)
    tokens = try ScriptTokens.all(of: source, in: name)
    try readAll()
    text = CompactText.script(source, kept)
  }

  /// The remaining tokens. The token after a removed token at the start of a line becomes the start
  /// of the line.
  private var kept: [SourceToken] {
    var (kept, isFirst): ([SourceToken], Bool) = ([], false)
    for (index, token) in tokens.enumerated() {
      var token = token
      if isFirst { (token.isFirst, token.isApart) = (true, true) }
      isFirst = dropped.contains(index) && token.isFirst
      if !dropped.contains(index) { kept.append(token) }
    }
    return kept
  }

  /// Returns the error at an offset of the source.
  func fault(at offset: Int, _ reason: String) -> SourceFault { SourceFault(name, source, at: offset, reason) }

  private func word(_ index: Int) -> String {
    index < tokens.count ? String(decoding: source[tokens[index].range], as: UTF8.self) : ""
  }

  private func isName(_ index: Int) -> Bool { index < tokens.count && tokens[index].kind == .word }

  private mutating func readAll() throws(SourceFault) {
    var isInAsync = false
    while place < tokens.count {
      let (token, text) = (tokens[place], word(place))
      if token.kind == .sign, text == ";", token.depth == 0 { isInAsync = false }
      guard token.kind == .word, place == 0 || word(place - 1) != "." else {
        place += 1
        continue
      }
      if text.first == "$", text.dropFirst().first?.isNumber == true {
        throw fault(at: token.range.lowerBound, "names such as `$1` are reserved for the linker")
      }
      switch text {
      case "import" where word(place + 1) == "(":
        try readLater()
      case "import":
        if word(place + 1) == "." || token.depth > 0 && word(place + 1) != ":" {
          throw fault(at: token.range.lowerBound, "use `import { names } from \"./file.js\"` at the top level")
        }
        if token.depth == 0 { try readImport() } else { place += 1 }
      case "export" where token.depth == 0: try readExport()
      case "function" where token.depth == 0 && isStatement(place):
        functions.insert(word(place + (word(place + 1) == "*" ? 2 : 1)))
        place += 1
      case "await" where token.depth == 0 && !isInAsync:
        throw fault(at: token.range.lowerBound, "top-level `await` is not supported")
      default:
        if text == "async", token.depth == 0 { isInAsync = true }
        place += 1
      }
    }
  }

  /// True if the token starts a statement, possibly after `export` and `async`.
  private func isStatement(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    let before = word(index - 1)
    return [";", "}", "export"].contains(before) || before == "async" && isStatement(index - 1)
      || tokens[index].isFirst && tokens[index - 1].kind != .sign
  }

  /// Reads `import("./file.js")`, which becomes a call of the linker's `$later`.
  private mutating func readLater() throws(SourceFault) {
    tokens[place].replacement = ModuleLinker.later
    place += 2
    laters.append((try file(), tokens[place].range.lowerBound))
    place += 1
    try take(")")
  }

  private mutating func readImport() throws(SourceFault) {
    let start = place
    place += 1
    var read = Import(file: "", place: 0)
    if word(place) == "{" {
      read.names = try names()
      try take("from")
    } else if word(place) == "*" {
      place += 1
      try take("as")
      read.whole = try oneName()
      try take("from")
    } else if !isText(place) {
      throw fault(at: tokens[start].range.lowerBound, "import names in braces; a default export is not supported")
    }
    try add(read, from: start)
  }

  private mutating func readExport() throws(SourceFault) {
    let start = place
    place += 1
    let form = word(place)
    switch form {
    case "{":
      var list = Import(file: "", place: 0)
      list.names = try names()
      if word(place) == "from" {
        place += 1
        list.isPassedOn = true
        return try add(list, from: start)
      }
      exports += list.names.map { ($0.local, $0.exported) }
      endStatement(from: start)
    case "class", "const", "function", "async":
      var index = place + 1
      if form == "async" { index += 1 }
      if word(index) == "*" { index += 1 }
      guard isName(index) else { throw fault(at: tokens[start].range.lowerBound, "export a single named declaration") }
      exports.append((word(index), word(index)))
      if form == "const" { try requireOne(from: index + 1) }
      dropped.insert(start)
    default:
      throw fault(
        at: tokens[start].range.lowerBound,
        "`export` must be followed by class, function, async function, const, or { names }")
    }
  }

  /// Throws if a `const` statement declares a second name.
  private func requireOne(from index: Int) throws(SourceFault) {
    guard word(index) == "=" else {
      throw fault(at: tokens[index - 1].range.lowerBound, "export a single named declaration")
    }
    for token in tokens[index...] where token.depth == 0 && token.kind == .sign {
      switch source[token.range.lowerBound] {
      case UInt8(ascii: ";"): return
      case UInt8(ascii: ","):
        throw fault(at: token.range.lowerBound, "export one declaration in a statement that ends with a semicolon")
      default: break
      }
    }
  }

  /// Reads `{ a, b as c }`.
  private mutating func names() throws(SourceFault) -> [(exported: String, local: String, place: Int)] {
    try take("{")
    var names: [(exported: String, local: String, place: Int)] = []
    while word(place) != "}" {
      let start = place
      let exported = try oneName()
      var local = exported
      if word(place) == "as" {
        place += 1
        local = try oneName()
      }
      names.append((exported, local, tokens[start].range.lowerBound))
      if word(place) != "}" { try take(",") }
    }
    place += 1
    return names
  }

  private mutating func oneName() throws(SourceFault) -> String {
    guard isName(place), word(place) != "default" else { throw here("a name is expected") }
    place += 1
    return word(place - 1)
  }

  private mutating func take(_ expected: String) throws(SourceFault) {
    guard word(place) == expected else { throw here("`\(expected)` is expected") }
    place += 1
  }

  private func here(_ reason: String) -> SourceFault {
    fault(at: place < tokens.count ? tokens[place].range.lowerBound : source.count, reason)
  }

  private func isText(_ index: Int) -> Bool {
    index < tokens.count && tokens[index].kind == .literal && ["\"", "'"].contains(word(index).first)
  }

  /// Returns the file of the specifier at the current token.
  private func file() throws(SourceFault) -> String {
    let specifier = word(place).dropFirst().dropLast()
    guard isText(place), specifier.hasPrefix("./"), !specifier.dropFirst(2).contains("/") else {
      throw here("a module specifier must be \"./file.js\"")
    }
    return String(specifier.dropFirst(2))
  }

  /// Adds an import whose specifier is the current token, and removes its statement.
  private mutating func add(_ read: Import, from start: Int) throws(SourceFault) {
    var whole = Import(file: try file(), place: tokens[place].range.lowerBound)
    (whole.names, whole.whole, whole.isPassedOn) = (read.names, read.whole, read.isPassedOn)
    imports.append(whole)
    place += 1
    endStatement(from: start)
  }

  /// Removes the statement that started at a token, with its semicolon.
  private mutating func endStatement(from start: Int) {
    if word(place) == ";" { place += 1 }
    dropped.formUnion(start..<place)
  }
}
