package import Atoms
import Yams

/// A definition file in YAML, read into nodes with their places.
package struct YAMLFile: Sendable {
  /// The most nodes a file may have, aliases followed: what a person writes has a few hundred.
  private static let maximumNodes = 100_000

  /// The top node.
  package let root: SourceNode
  /// The text, for the version's hash.
  package let bytes: [UInt8]

  /// Reads a file's bytes; `name` is how faults call it.
  package init(_ bytes: [UInt8], name: String) throws(Diagnostics) {
    self.bytes = bytes
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let valid = String(decoding: bytes.prefix(Self.firstFault(in: bytes)), as: UTF8.self)
      throw Self.fault("not UTF-8 from here on", after: valid, in: SourceFile(name: name, text: valid))
    }
    let file = SourceFile(name: name, text: text)
    let start = Location(file: file, line: 1, column: 1)
    var count = 0
    do {
      guard let node = try Yams.compose(yaml: text) else {
        throw Self.fault("the file is empty", at: start)
      }
      root = try Self.converted(node, at: start, counting: &count)
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
    switch node {
    case .scalar(let scalar):
      let quoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
      return SourceNode(.scalar(scalar.string, quoted: quoted), at: location)
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
      throw fault("aliases are not followed here", at: location)
    }
  }

  private static func diagnostics(of error: YamlError, in file: SourceFile) -> Diagnostics {
    func place(_ mark: Mark) -> Location { Location(file: file, line: mark.line, column: mark.column) }
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return fault("not YAML: \(problem)", at: place(mark))
    case .duplicatedKeysInMapping(let duplicates, let context):
      let names = duplicates.map { "`\($0)`" }.joined(separator: ", ")
      return fault("duplicate key \(names)", at: place(context.mark))
    case .reader(let problem, let offset, _, let yaml):
      return fault("not YAML: \(problem)", after: String(yaml.prefix(offset ?? 0)), in: file)
    default: return fault("not YAML", at: Location(file: file, line: 1, column: 1))
    }
  }

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

  /// How many bytes are well-formed UTF-8 before the first that is not.
  private static func firstFault(in bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    var valid = 0
    while case .scalarValue(let scalar) = decoder.decode(&rest) { valid += UTF8.width(scalar) }
    return valid
  }
}
