import Atoms
package import Essentials
import Yams

/// A YAML file as nodes with their places.
///
///     let file = try YAMLFile(Array("operation: pay\n".utf8), name: "pay.yaml")
///     file.root.mapping?.first?.value.scalar  // "pay"
package struct YAMLFile: Sendable {
  /// The top node.
  package let root: SourceNode
  /// The content.
  package let bytes: [UInt8]

  /// The maximum node count of a file, with aliases followed; authors write a few hundred nodes.
  private static let maximumNodes = 100_000

  /// Distinguishes `1` from `"1"` as names, and no more: each further rule costs a regular expression per name of a
  /// file.
  private static let resolver = (try? Resolver.basic.appending(.int, "^-?[0-9]+$")) ?? .default

  /// The tags that the library gives to nodes without a written tag.
  private static let ownTags: Set = [
    "", Tag.Name.str.rawValue, Tag.Name.int.rawValue, Tag.Name.seq.rawValue, Tag.Name.map.rawValue,
  ]
  private static let noTags = "tags (`!name`) are not supported: put a text in quotes"
  /// The unquoted spellings of null in the core schema of YAML 1.2.
  private static let nulls: Set = ["", "~", "null", "Null", "NULL"]
  private static let noAliases = "anchors (`&name`) and aliases (`*name`) are not supported: write the atom out"

  /// Reads the bytes of a file, which faults call `name`; `translations` belong to its texts.
  ///
  /// Throws `Diagnostics` when
  ///
  /// - the file is larger than `DefinitionFile.mostBytes`, is not UTF-8 or is empty,
  /// - it is not YAML, has several documents, or a mapping has a name twice,
  /// - it has anchors, aliases, tags, many names with `?`, or more than 100,000 nodes.
  package init(_ bytes: [UInt8], name: String, translations: Translations? = nil) throws(Diagnostics) {
    try self.init(
      bytes, name: name, translations: translations, most: DefinitionFile.mostBytes, nodes: Self.maximumNodes)
  }

  /// Reads a file of at most that many bytes and nodes.
  init(
    _ bytes: [UInt8], name: String, translations: Translations? = nil, most: Int, nodes: Int
  ) throws(Diagnostics) {
    self.bytes = bytes
    guard bytes.count <= most else {
      let nowhere = Location(file: SourceFile(name: name, text: ""), line: 1, column: 1)
      throw Self.fault("the file has more than \(most) bytes, the limit for a file", at: nowhere)
    }
    guard let whole = String(validating: bytes, as: UTF8.self) else {
      let valid = String(decoding: bytes.prefix(Self.firstFault(in: bytes)), as: UTF8.self)
      throw Self.fault("not UTF-8 from here on", after: valid, in: SourceFile(name: name, text: valid))
    }
    // Some editors write a byte order mark; it does not belong to the first line.
    let text = whole.unicodeScalars.first == "\u{FEFF}" ? String(whole.unicodeScalars.dropFirst()) : whole
    let file = SourceFile(name: name, text: text, translations: translations)
    let start = Location(file: file, line: 1, column: 1)
    if let place = AliasBomb.place(in: file) { throw Self.fault(Self.noAliases, at: place) }
    if let place = KeyNesting.place(in: file) {
      throw Self.fault("a name is a single value here, without `?`", at: place)
    }
    var count = Self.maximumNodes - nodes
    do {
      // Only the parser keeps the names of anchors, so it must live until all nodes are converted.
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

  /// Returns a node of the library as a source node, and adds its node count to `count`.
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
        if case .scalar(let text, quoted: false) = name.content, let found = YAMLSlips.strangeBlank(in: text[...]) {
          throw fault(YAMLSlips.strangeBlank(found.character), at: name.location)
        }
        let content = try converted(value, at: name.location, counting: &count)
        entries.append(SourceNode.Entry(key: name, value: content))
      }
      return SourceNode(.mapping(entries), at: location)
    case .alias:
      throw fault(noAliases, at: location)
    }
  }

  /// Returns the tag written at a node, or an empty text.
  ///
  /// `Node.tag` would infer a tag with regular expressions.
  private static func writtenTag(of node: Node) -> String {
    switch node {
    case .scalar(let scalar): scalar.tag.rawValue
    case .sequence(let sequence): sequence.tag.rawValue
    case .mapping(let mapping): mapping.tag.rawValue
    case .alias: ""
    }
  }

  /// Returns the fault of a file that the library refused, with the author's remedy where one is known.
  private static func diagnostics(of error: YamlError, in file: SourceFile) -> Diagnostics {
    func place(_ mark: Mark) -> Location { Location(file: file, line: mark.line, column: mark.column) }
    switch error {
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
      let location = place(mark)
      if file.character(at: location) == "\t" {
        return fault("a tab is not allowed here: indent with spaces", at: location)
      }
      if let slip = YAMLSlips(problem, at: location, from: context.map { place($0.mark) }).finding {
        return fault(slip.message, at: slip.location)
      }
      if let hint = hints.first(where: { problem.contains($0.problem) }) {
        return fault(hint.message, at: hint.isAtTheStart ? context.map { place($0.mark) } ?? location : location)
      }
      let during = context.map { "\($0.text) from line \($0.mark.line), " } ?? ""
      return fault("not YAML: \(during)\(problem)", at: location)
    case .composer(let context?, _, let mark, _) where context.text.contains("single document"):
      return fault("a second document begins here: a file holds only one", at: place(mark))
    case .composer(_, let problem, let mark, _):
      let hint = hints.first { problem.contains($0.problem) }
      return fault(hint?.message ?? "not YAML: \(problem)", at: place(mark))
    case .duplicatedKeysInMapping(let duplicates, let context):
      let names = duplicates.map { "`\($0)`" }.joined(separator: ", ")
      return fault("twice in one mapping, first here: \(names)", at: place(context.mark))
    case .reader(let problem, let offset, let value, let yaml):
      let character = UInt32(exactly: value).flatMap(Unicode.Scalar.init).map(CharacterName.code) ?? ""
      return fault("not YAML: \(problem) (\(character))", after: String(yaml.prefix(offset ?? 0)), in: file)
    default: return fault("not YAML", at: Location(file: file, line: 1, column: 1))
    }
  }

  /// The remedies for the most common problems of the parser.
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

  /// Returns the byte count of the well-formed UTF-8 before the first malformed byte.
  private static func firstFault(in bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    var valid = 0
    while case .scalarValue(let scalar) = decoder.decode(&rest) { valid += UTF8.width(scalar) }
    return valid
  }
}

/// Finds a file whose names are nested lists or mappings.
///
/// The YAML library hashes each name with its whole content. Names within names thus cost the square of the file's
/// size. Only `?` introduces a long name, so the count of `?` bounds the cost.
enum KeyNesting {
  /// The maximum harmless count of `?`.
  private static let harmless = 24

  /// Returns the place of the first `?` above the maximum; nil if there is none.
  static func place(in file: SourceFile) -> Location? {
    var count = 0
    for (index, line) in file.lines.enumerated() where line.utf8.contains(UInt8(ascii: "?")) {
      let scalars = Array(line.unicodeScalars)
      for (place, scalar) in scalars.enumerated() where scalar == "?" {
        // A `?` introduces a name if a blank or a nesting sign is before it and a blank or the line's end is after it.
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

/// Finds a file whose aliases would multiply.
///
/// The YAML library compares the names of mappings with everything that aliases put into them. That takes exponential
/// time if each anchor holds several aliases of the one before. So the file must be refused before it is parsed, by
/// signs that look like aliases. A few such signs are harmless, so ordinary texts with `*` pass.
enum AliasBomb {
  /// The maximum harmless count of aliases: with three for each name they make at most 3^8 copies.
  private static let harmless = 24

  /// Returns the place of the first alias above the maximum; nil if there is none.
  static func place(in file: SourceFile) -> Location? {
    let anchors = Set(marks("&", in: file).map(\.name))
    guard !anchors.isEmpty else { return nil }
    return marks("*", in: file).filter { anchors.contains($0.name) }.dropFirst(harmless).first?.location
  }

  /// Returns each `&name` or `*name` at a place where a node may begin.
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
