import SourceText
import JSON
import YAML

/// Builds the nodes of one YAML file from libyaml's events.
///
/// It rejects unsupported constructs at their first event, so the cost of a hostile file is
/// proportional to its size. Aliases would multiply nodes. Names nested in names would make
/// comparisons of names expensive.
struct YAMLTree {
  /// The top node; nil before it is complete, and for an empty file.
  private(set) var root: SourceNode?

  private let file: SourceFile
  private let maxNodes: Int
  private let maxLevels: Int
  private var nodes = 0
  private var documents = 0
  /// The lists and mappings that are not complete, outermost first.
  private var open: [OpenCollection] = []
  /// The number of incomplete lists and mappings that are a name, or part of one.
  private var levelsOfName = 0

  /// Creates a tree of at most `nodes` nodes and `nesting` levels of lists and mappings.
  init(of file: SourceFile, nodes: Int, nesting: Int) {
    (self.file, maxNodes, maxLevels) = (file, nodes, nesting)
  }

  /// Processes the next event. Throws a fault at the location of an unsupported construct.
  mutating func take(_ event: YAMLEvent) throws(Diagnostics) {
    let location = Location(file: file, line: event.place.line, column: event.place.column)
    switch event.content {
    case .documentStart:
      documents += 1
      if documents > 1 {
        throw YAMLFile.fault(.yaml, "a second document begins here: a file can contain only one", at: location)
      }
    case .documentEnd: break
    case .alias: throw YAMLFile.fault(.yaml, YAMLFile.noAliases, remedy: YAMLFile.writeOut, at: location)
    case .scalar(let text, let isPlain):
      try judge(event, at: location)
      // The file itself contains no long run, but escape sequences in quotes can produce one.
      if !isPlain, CombiningRuns.excess(in: Array(text.utf8)) != nil {
        throw YAMLFile.fault(.encoding, YAMLFile.longRun, at: location)
      }
      if isPlain, open.last?.awaitsName == true, let blank = YAMLSlips.strangeBlank(in: text[...]) {
        throw YAMLFile.fault(
          .yaml, YAMLSlips.strangeBlank(blank.character), remedy: YAMLSlips.indentWithSpaces, at: location)
      }
      let isNull = isPlain && Self.nulls.contains(text)
      let node = SourceNode(isNull ? .null : .scalar(text, quoted: !isPlain), at: location)
      add(node, named: WrittenName(text, isPlain: isPlain, tag: event.tag))
    case .sequenceStart: try begin(.sequence, event, at: location)
    case .mappingStart: try begin(.mapping, event, at: location)
    case .collectionEnd: try endCollection()
    }
  }

  /// Counts a node. Throws a fault if it exceeds the limit or has an anchor or a custom tag.
  private mutating func judge(_ event: YAMLEvent, at location: Location) throws(Diagnostics) {
    nodes += 1
    guard nodes <= maxNodes else {
      throw YAMLFile.fault(.limit, "the file has more than \(maxNodes) nodes", at: location)
    }
    guard !event.isAnchored else {
      throw YAMLFile.fault(.yaml, YAMLFile.noAliases, remedy: YAMLFile.writeOut, at: location)
    }
    guard event.tag.map(Self.plainTags.contains) ?? true else {
      throw YAMLFile.fault(.yaml, YAMLFile.noTags, remedy: YAMLFile.quoteIt, at: location)
    }
  }

  private mutating func begin(
    _ kind: OpenCollection.Kind, _ event: YAMLEvent, at location: Location
  ) throws(Diagnostics) {
    try judge(event, at: location)
    guard open.count < maxLevels else { throw YAMLFile.fault(.limit, "not YAML: nested too deeply", at: location) }
    let isName = open.last?.awaitsName == true
    if isName, levelsOfName > 0 {
      throw YAMLFile.fault(.yaml, "a name must be a single value, without `?`", at: location)
    }
    if isName || levelsOfName > 0 { levelsOfName += 1 }
    open.append(OpenCollection(kind, at: location))
  }

  private mutating func endCollection() throws(Diagnostics) {
    guard let ended = open.popLast() else { return }
    if levelsOfName > 0 { levelsOfName -= 1 }
    add(try ended.node(), named: nil)
  }

  /// Adds a complete node to its parent. `name` is nil if the node is not a single value.
  private mutating func add(_ node: SourceNode, named name: WrittenName?) {
    if open.isEmpty { root = node } else { open[open.count - 1].add(node, named: name) }
  }

  /// The accepted tags.
  private static let plainTags = Set(["str", "int", "seq", "map"].map { "tag:yaml.org,2002:\($0)" })

  /// The unquoted spellings of null in the YAML 1.2 core schema.
  private static let nulls: Set = ["", "~", "null", "Null", "NULL"]
}

/// A single value as a name. `1` and `"1"` are different names; `a` and `"a"` are the same.
private struct WrittenName: Hashable {
  let text: String
  /// True for an unquoted integer, or for a value with the tag `int`.
  let isNumber: Bool

  init(_ text: String, isPlain: Bool, tag: String?) {
    self.text = text
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    isNumber =
      tag.map { $0.hasSuffix(":int") }
      ?? (isPlain && !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
  }
}

/// A list or mapping that is not complete.
private struct OpenCollection {
  enum Kind { case sequence, mapping }

  private let kind: Kind
  private let location: Location
  private var elements: [SourceNode] = []
  private var entries: [SourceNode.Entry] = []
  /// The names of a mapping that are single values, with their locations.
  private var names: [(name: WrittenName, location: Location)] = []
  /// The name whose value comes next; nil if a name comes next.
  private var key: SourceNode?

  init(_ kind: Kind, at location: Location) { (self.kind, self.location) = (kind, location) }

  var awaitsName: Bool { kind == .mapping && key == nil }

  mutating func add(_ node: SourceNode, named name: WrittenName?) {
    guard kind == .mapping else { return elements.append(node) }
    if let key {
      entries.append(SourceNode.Entry(key: key, value: node))
      self.key = nil
    } else {
      if let name { names.append((name, node.location)) }
      key = node
    }
  }

  /// Returns the complete node. Throws a fault if a mapping has a name twice.
  func node() throws(Diagnostics) -> SourceNode {
    guard kind == .mapping else { return SourceNode(.sequence(elements), at: location) }
    guard hasNameTwice else { return SourceNode(.mapping(entries), at: location) }
    var (firsts, faults) = ([WrittenName: Location](), Diagnostics())
    for (name, location) in names {
      guard let first = firsts[name] else {
        firsts[name] = location
        continue
      }
      let place = first.line == location.line ? "at column \(first.column)" : "in line \(first.line)"
      faults.error(.duplicate, "`\(name.text)` appears twice in one mapping, first \(place)", at: location)
    }
    throw faults
  }

  private var hasNameTwice: Bool {
    guard names.count <= 8 else { return Set(names.lazy.map(\.name)).count < names.count }
    return names.indices.contains { place in names[..<place].contains { $0.name == names[place].name } }
  }
}
