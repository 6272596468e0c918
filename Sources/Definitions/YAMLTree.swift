import SourceText
import JSON
import YAML

/// The nodes of one YAML file, built from libyaml's events as they come.
///
/// It refuses at the first event what operation files have no use for, so that a hostile file costs no more than its
/// size: aliases would multiply nodes, and names within names could not be compared in one step.
///
///     var tree = YAMLTree(of: file, nodes: 100_000, nesting: 1000)
///     let problem = try YAMLEvents.read(text) { event throws(Diagnostics) in try tree.take(event) }
///     if problem == nil { tree.root }
struct YAMLTree {
  /// The top node; nil before it has ended, and for an empty file.
  private(set) var root: SourceNode?

  private let file: SourceFile
  private let maxNodes: Int
  private let maxLevels: Int
  private var nodes = 0
  private var documents = 0
  /// The lists and mappings that have begun and not ended, the outermost first.
  private var open: [OpenCollection] = []
  /// The number of those that are a name, or stand in one.
  private var levelsOfName = 0

  /// Begins a tree of at most that many nodes, and of that many lists and mappings inside one another.
  init(of file: SourceFile, nodes: Int, nesting: Int) {
    (self.file, maxNodes, maxLevels) = (file, nodes, nesting)
  }

  /// Takes the next event. Throws a fault at the place of what a file may not have.
  mutating func take(_ event: YAMLEvent) throws(Diagnostics) {
    let location = Location(file: file, line: event.place.line, column: event.place.column)
    switch event.content {
    case .documentStart:
      documents += 1
      if documents > 1 {
        throw YAMLFile.fault("a second document begins here: a file holds only one", at: location)
      }
    case .documentEnd: break
    case .alias: throw YAMLFile.fault(YAMLFile.noAliases, at: location)
    case .scalar(let text, let isPlain):
      try judge(event, at: location)
      // The file itself contains no long run, but escapes in quotes may produce one.
      if !isPlain, CombiningRuns.excess(in: Array(text.utf8)) != nil {
        throw YAMLFile.fault(YAMLFile.longRun, at: location)
      }
      if isPlain, open.last?.awaitsName == true, let blank = YAMLSlips.strangeBlank(in: text[...]) {
        throw YAMLFile.fault(YAMLSlips.strangeBlank(blank.character), at: location)
      }
      let isNull = isPlain && Self.nulls.contains(text)
      let node = SourceNode(isNull ? .null : .scalar(text, quoted: !isPlain), at: location)
      add(node, named: WrittenName(text, isPlain: isPlain, tag: event.tag))
    case .sequenceStart: try begin(.sequence, event, at: location)
    case .mappingStart: try begin(.mapping, event, at: location)
    case .collectionEnd: try endCollection()
    }
  }

  /// Counts a node, and throws the fault of its properties.
  private mutating func judge(_ event: YAMLEvent, at location: Location) throws(Diagnostics) {
    nodes += 1
    guard nodes <= maxNodes else {
      throw YAMLFile.fault("the file has more than \(maxNodes) nodes", at: location)
    }
    guard !event.isAnchored else { throw YAMLFile.fault(YAMLFile.noAliases, at: location) }
    guard event.tag.map(Self.plainTags.contains) ?? true else {
      throw YAMLFile.fault(YAMLFile.noTags, at: location)
    }
  }

  private mutating func begin(
    _ kind: OpenCollection.Kind, _ event: YAMLEvent, at location: Location
  ) throws(Diagnostics) {
    try judge(event, at: location)
    guard open.count < maxLevels else { throw YAMLFile.fault("not YAML: nested too deeply", at: location) }
    let isName = open.last?.awaitsName == true
    if isName, levelsOfName > 0 { throw YAMLFile.fault("a name is a single value here, without `?`", at: location) }
    if isName || levelsOfName > 0 { levelsOfName += 1 }
    open.append(OpenCollection(kind, at: location))
  }

  private mutating func endCollection() throws(Diagnostics) {
    guard let ended = open.popLast() else { return }
    if levelsOfName > 0 { levelsOfName -= 1 }
    add(try ended.node(), named: nil)
  }

  /// Puts a whole node where it belongs; `name` compares it with other names, if it is a single value.
  private mutating func add(_ node: SourceNode, named name: WrittenName?) {
    if open.isEmpty { root = node } else { open[open.count - 1].add(node, named: name) }
  }

  /// The tags that say of a node what it is anyway.
  private static let plainTags = Set(["str", "int", "seq", "map"].map { "tag:yaml.org,2002:\($0)" })

  /// The unquoted spellings of null in the core schema of YAML 1.2.
  private static let nulls: Set = ["", "~", "null", "Null", "NULL"]
}

/// A single value as a name: `1` and `"1"` are two names, and `a` and `"a"` are one.
private struct WrittenName: Hashable {
  /// The text.
  let text: String
  /// True for a whole number without quotes.
  let isNumber: Bool

  init(_ text: String, isPlain: Bool, tag: String?) {
    self.text = text
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    isNumber =
      tag.map { $0.hasSuffix(":int") }
      ?? (isPlain && !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
  }
}

/// A list or mapping that has begun and not ended.
private struct OpenCollection {
  enum Kind { case sequence, mapping }

  private let kind: Kind
  private let location: Location
  private var elements: [SourceNode] = []
  private var entries: [SourceNode.Entry] = []
  /// The names of a mapping that are single values, with their places.
  private var names: [(name: WrittenName, location: Location)] = []
  /// The name whose value comes next; nil where a name comes next.
  private var key: SourceNode?

  init(_ kind: Kind, at location: Location) { (self.kind, self.location) = (kind, location) }

  /// True if the next node is a name.
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

  /// Returns the whole node; throws a fault if a mapping has a name twice.
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
      faults.error("`\(name.text)` stands twice in one mapping, first \(place)", at: location)
    }
    throw faults
  }

  private var hasNameTwice: Bool {
    // Comparing a few short texts is quicker than hashing them.
    guard names.count <= 8 else { return Set(names.lazy.map(\.name)).count < names.count }
    return names.indices.contains { place in names[..<place].contains { $0.name == names[place].name } }
  }
}
