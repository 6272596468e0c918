import Atoms
package import Essentials
import Yams

/// A definition file in YAML, read into nodes with their places.
package struct YAMLFile: Sendable {
  /// The most nodes of a file, with aliases expanded. Files that people write have a few hundred.
  private static let maximumNodes = 100_000

  /// Distinguishes `1` from `"1"` and no more: each further rule would cost a regular expression for every name of a
  /// file.
  private static let resolver = (try? Resolver.basic.appending(.int, "^-?[0-9]+$")) ?? .default

  /// The top node.
  package let root: SourceNode
  /// The text, for the version's hash.
  package let bytes: [UInt8]

  /// Reads a file's bytes; `name` is how faults call it, `translations` those of its texts.
  package init(_ bytes: [UInt8], name: String, translations: Translations? = nil) throws(Diagnostics) {
    self.bytes = bytes
    guard bytes.count <= DefinitionFile.mostBytes else {
      let nowhere = Location(file: SourceFile(name: name, text: ""), line: 1, column: 1)
      throw Self.fault("the file has more than \(DefinitionFile.mostBytes) bytes, the limit for a file", at: nowhere)
    }
    guard let whole = String(validating: bytes, as: UTF8.self) else {
      let valid = String(decoding: bytes.prefix(Self.firstFault(in: bytes)), as: UTF8.self)
      throw Self.fault("not UTF-8 from here on", after: valid, in: SourceFile(name: name, text: valid))
    }
    // A byte order mark, which some editors write, is no part of the first line.
    let text = whole.unicodeScalars.first == "\u{FEFF}" ? String(whole.unicodeScalars.dropFirst()) : whole
    let file = SourceFile(name: name, text: text, translations: translations)
    let start = Location(file: file, line: 1, column: 1)
    if let place = AliasBomb.place(in: file) { throw Self.fault(Self.noAliases, at: place) }
    if let place = KeyNesting.place(in: file) {
      throw Self.fault("a name is a single value here, without `?`", at: place)
    }
    var count = 0
    do {
      // The parser alone keeps the anchors' names, so it must live until the nodes are looked through.
      let parser = try Parser(yaml: text, resolver: Self.resolver, encoding: .utf8)
      guard let node = try parser.singleRoot() else { throw Self.fault("the file is empty", at: start) }
      root = try withExtendedLifetime(parser) { try Self.converted(node, at: start, counting: &count) }
    } catch let diagnostics as Diagnostics {
      throw diagnostics
    } catch let error as YamlError {
      throw Self.diagnostics(of: error, in: file)
    } catch {
      throw Self.fault("not YAML", at: start)
    }
  }

  private static func converted(
    _ node: Node, at outer: Location, counting count: inout Int
  ) throws(Diagnostics) -> SourceNode {
    count += 1
    let location = node.mark.map { Location(file: outer.file, line: $0.line, column: $0.column) } ?? outer
    guard count <= maximumNodes else { throw fault("the file has more than \(maximumNodes) nodes", at: location) }
    guard node.anchor == nil else { throw fault(noAliases, at: location) }
    guard ownTags.contains(writtenTag(of: node)) else { throw fault(noTags, at: location) }
    switch node {
    case .scalar(let scalar):
      let quoted = ![.plain, .any].contains(scalar.style)
      let isNull = !quoted && nulls.contains(scalar.string)
      return SourceNode(isNull ? .null : .scalar(scalar.string, quoted: quoted), at: location)
    case .sequence(let sequence):
      var elements: [SourceNode] = []
      for element in sequence { elements.append(try converted(element, at: location, counting: &count)) }
      return SourceNode(.sequence(elements), at: location)
    case .mapping(let mapping):
      var entries: [SourceNode.Entry] = []
      for (key, value) in mapping {
        let name = try converted(key, at: location, counting: &count)
        let content = try converted(value, at: name.location, counting: &count)
        entries.append(SourceNode.Entry(key: name, value: content))
      }
      return SourceNode(.mapping(entries), at: location)
    case .alias:
      throw fault(noAliases, at: location)
    }
  }

  /// The tag that is written at a node, or empty; unlike `Node.tag`, which works one out with regular expressions.
  private static func writtenTag(of node: Node) -> String {
    switch node {
    case .scalar(let scalar): scalar.tag.rawValue
    case .sequence(let sequence): sequence.tag.rawValue
    case .mapping(let mapping): mapping.tag.rawValue
    case .alias: ""
    }
  }

  /// The tags that nodes have without being given one.
  private static let ownTags: Set = [
    "", Tag.Name.str.rawValue, Tag.Name.int.rawValue, Tag.Name.seq.rawValue, Tag.Name.map.rawValue,
  ]
  private static let noTags = "tags (`!name`) are not read here, a text is written in quotes"
  /// The spellings of null without quotes in YAML 1.2's core schema.
  private static let nulls: Set = ["", "~", "null", "Null", "NULL"]
  private static let noAliases = "anchors (`&name`) and aliases (`*name`) are not read here, write the atom out"

  private static func diagnostics(of error: YamlError, in file: SourceFile) -> Diagnostics {
    func place(_ mark: Mark) -> Location { Location(file: file, line: mark.line, column: mark.column) }
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
      let location = place(mark)
      if file.character(at: location) == "\t" {
        return fault("a tab cannot stand here, lines are indented with spaces", at: location)
      }
      if let hint = hints.first(where: { problem.contains($0.problem) }) {
        return fault(hint.message, at: hint.isAtTheStart ? context.map { place($0.mark) } ?? location : location)
      }
      let during = context.map { "\($0.text) from line \($0.mark.line), " } ?? ""
      return fault("not YAML: \(during)\(problem)", at: location)
    case .composer(let context?, _, let mark, _) where context.text.contains("single document"):
      return fault("a second document begins here, a file holds one operation", at: place(mark))
    case .composer(_, let problem, let mark, _):
      let hint = hints.first { problem.contains($0.problem) }
      return fault(hint?.message ?? "not YAML: \(problem)", at: place(mark))
    case .duplicatedKeysInMapping(let duplicates, let context):
      let names = duplicates.map { "`\($0)`" }.joined(separator: ", ")
      return fault("\(names) stands twice in one mapping, the first time here", at: place(context.mark))
    case .reader(let problem, let offset, let value, let yaml):
      let character = UInt32(exactly: value).flatMap(Unicode.Scalar.init).map(CharacterName.code) ?? ""
      return fault("not YAML: \(problem) (\(character))", after: String(yaml.prefix(offset ?? 0)), in: file)
    default: return fault("not YAML", at: Location(file: file, line: 1, column: 1))
    }
  }

  /// Hints for the parser's commonest problems.
  private static let hints: [(problem: String, isAtTheStart: Bool, message: String)] = [
    (
      "mapping values are not allowed", false,
      "not YAML: no `:` can stand here; a text that holds one is quoted, and a name is indented like its neighbours"
    ),
    ("unexpected end of stream", true, "not YAML: this quote is not closed"),
    ("Maximum nesting level", false, "not YAML: nested too deeply"),
    ("undefined alias", false, noAliases),
  ]

  private static func fault(_ message: String, at location: Location) -> Diagnostics {
    var diagnostics = Diagnostics()
    diagnostics.error(message, at: location)
    return diagnostics
  }

  private static func fault(_ message: String, after text: String, in file: SourceFile) -> Diagnostics {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let column = (lines.last?.unicodeScalars.count ?? 0) + 1
    return fault(message, at: Location(file: file, line: max(1, lines.count), column: column))
  }

  /// Returns the number of well-formed UTF-8 bytes before the first ill-formed one.
  private static func firstFault(in bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    var valid = 0
    while case .scalarValue(let scalar) = decoder.decode(&rest) { valid += UTF8.width(scalar) }
    return valid
  }
}

/// Finds files whose names are lists or mappings of which the names are such again.
///
/// The YAML library hashes every name with all that is in it, which takes the square of the file's size where names stand
/// in names. Only a `?` writes a long one, so that its number bounds the work; a few do no harm.
enum KeyNesting {
  /// The number of `?` that does no harm.
  private static let harmless = 24

  /// The place of the first `?` too many.
  static func place(in file: SourceFile) -> Location? {
    var count = 0
    for (index, line) in file.lines.enumerated() where line.utf8.contains(UInt8(ascii: "?")) {
      let scalars = Array(line.unicodeScalars)
      for (place, scalar) in scalars.enumerated() where scalar == "?" {
        // A `?` begins a name where blanks or other signs of nesting stand before it, and a blank behind it.
        guard place + 1 == scalars.count || " \t".unicodeScalars.contains(scalars[place + 1]),
          place == 0 || " \t[{,".unicodeScalars.contains(scalars[place - 1])
        else { continue }
        count += 1
        if count > harmless { return Location(file: file, line: index + 1, column: place + 1) }
      }
    }
    return nil
  }
}

/// Finds files whose aliases would multiply when they are expanded ("billion laughs").
///
/// The YAML library compares the keys of mappings with their aliases expanded. That never ends if each of many names
/// stands for several of the one before. Such a file is found by its text before parsing. A few aliases do no harm, so
/// that a text that looks like an alias matters little.
enum AliasBomb {
  /// The aliases that do no harm: three to a name make 3^8 copies at most.
  private static let harmless = 24

  /// The place of the first alias too many.
  static func place(in file: SourceFile) -> Location? {
    let anchors = Set(marks("&", in: file).map(\.name))
    guard !anchors.isEmpty else { return nil }
    return marks("*", in: file).filter { anchors.contains($0.name) }.dropFirst(harmless).first?.location
  }

  /// Every `&name` or `*name` that stands where a node may begin.
  private static func marks(_ sign: Unicode.Scalar, in file: SourceFile) -> [(name: String, location: Location)] {
    var marks: [(name: String, location: Location)] = []
    for (index, line) in file.lines.enumerated() where line.unicodeScalars.contains(sign) {
      let scalars = Array(line.unicodeScalars)
      for (place, scalar) in scalars.enumerated() where scalar == sign {
        guard place == 0 || " \t[{,:?-".unicodeScalars.contains(scalars[place - 1]) else { continue }
        let name = scalars[(place + 1)...].prefix {
          $0.properties.isAlphabetic || "0123456789_-".unicodeScalars.contains($0)
        }
        guard !name.isEmpty else { continue }
        let location = Location(file: file, line: index + 1, column: place + 1)
        marks.append((String(String.UnicodeScalarView(name)), location))
      }
    }
    return marks
  }
}
