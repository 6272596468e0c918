import Atoms
package import SourceText
import JSON
package import YAML

/// A YAML file as nodes with their locations.
package struct YAMLFile: Sendable {
  package let root: SourceNode
  package let bytes: [UInt8]

  /// The maximum number of nodes in a file.
  private static let maximumNodes = 100_000
  /// The maximum nesting depth of lists and mappings.
  private static let maximumNesting = 1000

  static let longRun = "more than \(CombiningRuns.longest) combining marks in a row"
  static let noTags = "tags (`!name`) are not supported"
  static let noAliases = "anchors (`&name`) and aliases (`*name`) are not supported"
  /// The remedies for them.
  static let (quoteIt, writeOut) = (": put a text in quotes", ": write the value out, or put a text in quotes")

  /// Parses the bytes of a file. Faults contain `name` as the file name. The texts of the file are
  /// translated with `translations`.
  ///
  /// Throws `Diagnostics` if
  ///
  /// - the file is larger than `DefinitionFile.maxBytes`, is not UTF-8 or is empty,
  /// - a text has more than `CombiningRuns.longest` combining marks in a row,
  /// - it is not YAML, has several documents, or has a mapping with a repeated name,
  /// - it has anchors, aliases, tags other than `!!str`, `!!int`, `!!seq` and `!!map`, or a list or
  ///   mapping as a name inside another such name,
  /// - it has more than 1,000 levels or more than 100,000 nodes.
  ///
  /// Files that are read together can share `texts`.
  package init(
    _ bytes: [UInt8], name: String, translations: Translations? = nil, sharing texts: SharedTexts? = nil
  ) throws(Diagnostics) {
    try self.init(
      bytes, name: name, translations: translations, sharing: texts, maximum: DefinitionFile.maxBytes,
      nodes: Self.maximumNodes)
  }

  /// Parses a file of at most `maximum` bytes and `nodes` nodes.
  package init(
    _ bytes: [UInt8], name: String, translations: Translations? = nil, sharing texts: SharedTexts? = nil, maximum: Int,
    nodes: Int
  ) throws(Diagnostics) {
    self.bytes = bytes
    guard bytes.count <= maximum else {
      let nowhere = Location(file: SourceFile(name: name, text: ""), line: 1, column: 1)
      throw Self.fault(.limit, "the file has more than \(maximum) bytes, the limit for a file", at: nowhere)
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      let before = String(decoding: bytes.prefix(Self.firstFault(in: bytes)), as: UTF8.self)
      throw Self.fault(.encoding, "not UTF-8 from here on", after: before, in: SourceFile(name: name, text: before))
    }
    if let excess = CombiningRuns.excess(in: bytes) {
      let before = String(decoding: bytes.prefix(excess), as: UTF8.self)
      throw Self.fault(.encoding, Self.longRun, after: before, in: SourceFile(name: name, text: before))
    }
    // Some editors write a byte order mark. It is not part of the first line.
    let text = bytes.starts(with: Self.byteOrderMark) ? Array(bytes.dropFirst(Self.byteOrderMark.count)) : bytes
    let file = SourceFile(name: name, bytes: text, translations: translations)
    var tree = YAMLTree(of: file, nodes: nodes, nesting: Self.maximumNesting)
    let problem = try YAMLEvents.read(text[...], sharing: texts) { event throws(Diagnostics) in
      try tree.take(event)
    }
    if let problem { throw Self.diagnostics(of: problem, in: file, text) }
    guard let root = tree.root else {
      throw Self.fault(.unreadableFile, "the file is empty", at: Location(file: file, line: 1, column: 1))
    }
    self.root = root
  }

  private static let byteOrderMark = Array("\u{FEFF}".utf8)

  /// Returns the fault of a file that libyaml rejects, with a remedy for known problems.
  private static func diagnostics(of problem: YAMLProblem, in file: SourceFile, _ text: [UInt8]) -> Diagnostics {
    func place(_ place: YAMLPlace) -> Location { Location(file: file, line: place.line, column: place.column) }
    switch problem {
    case .malformed(let problem, let mark, let context):
      let location = place(mark)
      if file.character(at: location) == "\t" {
        return fault(.yaml, "a tab is not allowed here", remedy: ": indent with spaces", at: location)
      }
      if let slip = YAMLSlips(problem, at: location, from: context.map { place($0.place) }).finding {
        return fault(slip.code, slip.problem, remedy: slip.remedy, at: slip.location)
      }
      if let hint = hints.first(where: { problem.contains($0.problem) }) {
        let start = hint.isAtTheStart ? context.map { place($0.place) } : nil
        return fault(.yaml, hint.message, remedy: hint.remedy, at: start ?? location)
      }
      let during = context.map { "\($0.text) from line \($0.place.line), " } ?? ""
      return fault(.yaml, "not YAML: \(during)\(problem)", at: location)
    case .character(let problem, let code, let offset):
      let character = code.flatMap(Unicode.Scalar.init).map(CharacterName.code) ?? ""
      let before = String(decoding: text.prefix(offset), as: UTF8.self)
      return fault(.encoding, "not YAML: \(problem) (\(character))", after: before, in: file)
    case .memory: return fault(.yaml, "not YAML", at: Location(file: file, line: 1, column: 1))
    }
  }

  /// The remedies for the most common problems that libyaml reports.
  private static let hints: [(problem: String, isAtTheStart: Bool, message: String, remedy: String)] = [
    (
      "mapping values are not allowed", false,
      "not YAML: `:` is not allowed here", "; quote a text that contains one, and indent a name like its neighbors"
    ),
    ("unexpected end of stream", true, "not YAML: this quote is not closed", ""),
  ]

  static func fault(
    _ code: FindingCode, _ problem: String, remedy: String = "", at location: Location
  ) -> Diagnostics {
    var diagnostics = Diagnostics()
    diagnostics.error(code, problem, remedy: remedy, at: location)
    return diagnostics
  }

  private static func fault(
    _ code: FindingCode, _ problem: String, after text: String, in file: SourceFile
  ) -> Diagnostics {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let column = (lines.last?.unicodeScalars.count ?? 0) + 1
    return fault(code, problem, at: Location(file: file, line: max(1, lines.count), column: column))
  }

  /// Returns the number of bytes before the first malformed UTF-8 sequence.
  private static func firstFault(in bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    var valid = 0
    while case .scalarValue(let scalar) = decoder.decode(&rest) { valid += UTF8.width(scalar) }
    return valid
  }
}
