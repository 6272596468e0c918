import Atoms
import Definitions
import FoundationEssentials
import JSON
import SourceText

/// Reads the files of a kit and collects their faults.
///
/// The files are JSON. They are read as YAML, which contains JSON, because its nodes have the
/// positions that faults need.
struct KitReader: FaultCollecting {
  var diagnostics = Diagnostics()
  private var profiles: Set<String> = []
  private var ruleIDs: Set<String> = []
  private var caseIDs: Set<String> = []

  private static let maximumBytes = 8 << 20
  private static let maximumNodes = 500_000

  /// Reads the version and the names of the profiles.
  mutating func head(in directory: String) -> (version: String, profiles: [String]) {
    guard let root = root(of: "\(directory)/kit.json"), var head = properties(of: root, "the kit") else {
      return ("", [])
    }
    let version = head.string("kit") ?? missing("kit", in: &head)
    let list = head.node("profiles")?.sequence ?? []
    finish(&head, "the kit")
    let names = list.compactMap { node in
      if node.scalar == nil { diagnostics.error(.wrongShape, "a profile is a text", at: node.location) }
      return node.scalar
    }
    if names.isEmpty { diagnostics.error(.missingProperty, "`profiles` takes a list of names", at: root.location) }
    profiles = Set(names)
    return (version, names)
  }

  /// Reads the rules of the protocol.
  mutating func rules(in directory: String) -> [ConformanceKit.Rule] {
    guard let root = root(of: "\(directory)/rules.json") else { return [] }
    guard let lines = root.sequence else {
      diagnostics.error(.wrongShape, "the rules are a list, not \(root.noun)", at: root.location)
      return []
    }
    return lines.compactMap { line in
      guard var line = properties(of: line, "a rule") else { return nil }
      let id = line.string("id") ?? missing("id", in: &line)
      let rule = ConformanceKit.Rule(
        id: id, part: line.string("part") ?? missing("part", in: &line),
        text: line.string("rule") ?? missing("rule", in: &line))
      if !ruleIDs.insert(id).inserted { line.error(.duplicate, "a rule `\(id)` exists already", at: line.location) }
      finish(&line, "a rule")
      return rule
    }
  }

  /// Reads a case file. `id` is the beginning of the ids of its cases.
  mutating func cases(at path: String, id: String) -> [KitCase] {
    guard let root = root(of: path), var head = properties(of: root, "a case file") else { return [] }
    let profile = profile(&head)
    let level = head.word("level", default: KitCase.Level.must)
    let rules = rules(&head)
    let function = head.string("do") ?? missing("do", in: &head)
    let tree = function == "form" ? head.node("tree").map { Value($0) } : nil
    let lines = head.node("cases")?.sequence ?? []
    if lines.isEmpty { head.isMissing("cases", "`cases` takes a list of cases") }
    finish(&head, "a case file")
    return lines.compactMap { line in
      guard var line = properties(of: line, "a case") else { return nil }
      let name = line.string("name") ?? missing("name", in: &line)
      if !name.isEmpty, !caseIDs.insert("\(id): \(name)").inserted {
        line.error(.duplicate, "the file has another case with this name", at: line.location)
      }
      let (given, expected) =
        function == "form"
        ? steps(of: &line, tree: tree) : function == "draw" ? drawing(&line) : call(&line)
      let found = KitCase(
        id: "\(id): \(name)", profile: profile, level: line.word("level", default: level),
        rules: line.node("rules") == nil ? rules : self.rules(&line), function: function, given: given,
        expected: expected)
      finish(&line, "a case")
      return found
    }
  }

  /// Reads the arguments of a function and the expected members of its result.
  func call(_ line: inout Properties) -> (given: Object, expected: Object) {
    let given = object("given", in: &line)
    for name in ["id", "do"] where given[name] != nil {
      line.error(.reservedName, "`\(name)` is a member of every question", at: line.location)
    }
    let expected = object("expected", in: &line)
    if line.node("expected") != nil, expected.count == 0 {
      line.error(.wrongValue, "a case expects at least one member", at: line.location)
    }
    return (given, expected)
  }

  /// Reads the profile of a case file or a session.
  mutating func profile(_ head: inout Properties) -> String {
    let profile = head.string("profile") ?? missing("profile", in: &head)
    if let node = head.node("profile"), !profiles.contains(profile) {
      let near = suggestion(for: profile, among: profiles.sorted())
      head.error(.unknownName, "unknown profile `\(profile)`", remedy: near, at: node.location)
    }
    return profile
  }

  /// Reads the ids in `rules`, at least one.
  mutating func rules(_ line: inout Properties) -> [String] {
    guard let list = line.node("rules") else {
      line.isMissing("rules", "`rules` names at least one rule")
      return []
    }
    guard let nodes = list.sequence, !nodes.isEmpty else {
      line.error(.wrongShape, "`rules` takes a list of ids", at: list.location)
      return []
    }
    return nodes.compactMap { node in
      guard let id = node.scalar, isRule(id) else {
        let near = suggestion(for: node.scalar ?? "", among: ruleIDs.sorted())
        line.error(.unknownName, "unknown rule `\(node.scalar ?? node.noun)`", remedy: near, at: node.location)
        return nil
      }
      return id
    }
  }

  /// True for the id of a rule of the kit.
  func isRule(_ id: String) -> Bool { ruleIDs.contains(id) }

  private func object(_ name: String, in line: inout Properties) -> Object {
    guard let node = line.node(name) else {
      line.isMissing(name, "`\(name)` is missing")
      return Object()
    }
    guard case .object(let object) = Value(node) else {
      line.error(.wrongShape, "`\(name)` takes an object, not \(node.noun)", at: node.location)
      return Object()
    }
    return object
  }

  func missing(_ name: String, in line: inout Properties) -> String {
    line.isMissing(name, "`\(name)` is missing")
    return ""
  }

  mutating func root(of path: String) -> SourceNode? {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      let start = Location(file: SourceFile(name: path, text: ""), line: 1, column: 1)
      diagnostics.error(.unreadableFile, "the file cannot be read", at: start)
      return nil
    }
    do throws(Diagnostics) {
      return try YAMLFile(Array(bytes), name: path, maximum: Self.maximumBytes, nodes: Self.maximumNodes).root
    } catch {
      diagnostics.append(error)
      return nil
    }
  }
}
