import Atoms
import Essentials

/// Replaces the `include` lines of one operation with the atoms and names of the fragments.
struct Inclusion {
  /// The maximum line count of all inclusions in one operation: fragments that include others twice multiply.
  private static let maximumLines = 20_000

  /// The fragments by name; nil for a fragment whose file has faults.
  let fragments: [String: Fragment?]
  /// The faults of the inclusions.
  private(set) var faults = Diagnostics()
  /// The included fragments by name.
  private(set) var used: [String: Fragment] = [:]
  /// True if lines are missing, because a fragment or an `include` has faults.
  ///
  /// The caller must then not compile the operation: references to the missing atoms would be reported as faults too.
  private(set) var isBroken = false
  private var definitions: [SourceNode.Entry] = []
  private var lines = 0

  /// Creates an inclusion of these fragments.
  init(_ fragments: [String: Fragment?]) { self.fragments = fragments }

  /// Returns the operation with the lines of its fragments.
  mutating func expanded(_ root: SourceNode) -> SourceNode {
    guard let entries = root.mapping else { return root }
    var whole = entries.map { entry in
      entry.key.scalar == "atoms" ? SourceNode.Entry(key: entry.key, value: expanded(entry.value, within: [])) : entry
    }
    let own = whole.firstIndex { $0.key.scalar == "define" }
    define(besides: own.flatMap { whole[$0].value.mapping } ?? [])
    guard !definitions.isEmpty else { return SourceNode(.mapping(whole), at: root.location) }
    if let own, let written = whole[own].value.mapping {
      let all = SourceNode(.mapping(written + definitions), at: whole[own].value.location)
      whole[own] = SourceNode.Entry(key: whole[own].key, value: all)
    } else if own == nil {
      let key = SourceNode(.scalar("define", quoted: false), at: root.location)
      whole.append(SourceNode.Entry(key: key, value: SourceNode(.mapping(definitions), at: root.location)))
    }
    return SourceNode(.mapping(whole), at: root.location)
  }

  /// Returns a node with the lines of its fragments at any depth.
  ///
  /// `path` names the fragments around the node, from the outermost.
  private mutating func expanded(_ node: SourceNode, within path: [String]) -> SourceNode {
    switch node.content {
    case .scalar, .null: return node
    case .sequence(let elements):
      var all: [SourceNode] = []
      for element in elements {
        if let entry = element.mapping?.first(where: { $0.key.scalar == "include" }) {
          all += included(entry, of: element, within: path)
        } else {
          all.append(expanded(element, within: path))
        }
      }
      return SourceNode(.sequence(all), at: node.location)
    case .mapping(let entries):
      // Only lists include, so a line without a list stays as it is.
      guard entries.contains(where: { $0.value.sequence != nil }) else { return node }
      let copies = entries.map { SourceNode.Entry(key: $0.key, value: expanded($0.value, within: path)) }
      return SourceNode(.mapping(copies), at: node.location)
    }
  }

  /// Returns the atoms of the fragment that a line includes; none if the line has a fault.
  private mutating func included(
    _ entry: SourceNode.Entry, of line: SourceNode, within path: [String]
  ) -> [SourceNode] {
    if let other = line.mapping?.first(where: { $0.key.scalar != "include" }) {
      refuse("a line with `include` has no other properties", at: other.key.location)
      return []
    }
    guard let name = entry.value.scalar else {
      refuse("`include` takes the name of a fragment, not \(entry.value.noun)", at: entry.value.location)
      return []
    }
    guard let known = fragments[name] else {
      let names = fragments.keys.sorted()
      let hint = suggestion(for: name, among: names)
      let there = names.isEmpty ? "; there is none" : "; there is \(names.joined(separator: ", "))"
      refuse("unknown fragment `\(name)`\(hint.isEmpty ? there : hint)", at: entry.value.location)
      return []
    }
    guard let fragment = known else {
      isBroken = true
      return []
    }
    if let start = path.firstIndex(of: name) {
      let circle = (path[start...] + [name]).joined(separator: " -> ")
      // No atom is missing: the outer inclusion of the same fragment brings them. So `isBroken` stays false.
      faults.error("fragments include each other in a cycle: \(circle)", at: entry.value.location)
      return []
    }
    used[name] = fragment
    lines += fragment.atoms.count + fragment.definitions.count
    guard lines <= Self.maximumLines else {
      if !isBroken {
        refuse("more than \(Self.maximumLines) lines of fragments are included", at: entry.value.location)
      }
      return []
    }
    let file = SourceFile(fragment.location.file, includedFrom: entry.value.location)
    definitions += fragment.definitions.map {
      SourceNode.Entry(key: $0.key.included(in: file), value: $0.value.included(in: file))
    }
    let atoms = SourceNode(.sequence(fragment.atoms.map { $0.included(in: file) }), at: fragment.location)
    return expanded(atoms, within: path + [name]).sequence ?? []
  }

  /// Keeps each defined name once.
  ///
  /// - A fragment that is included twice defines its names once.
  /// - Two definitions of one name at different places are a fault.
  private mutating func define(besides own: [SourceNode.Entry]) {
    var places = Dictionary(own.map { ($0.key.scalar ?? "", $0.key.location) }) { first, _ in first }
    var kept: [SourceNode.Entry] = []
    for entry in definitions {
      let name = entry.key.scalar ?? ""
      if let first = places[name] {
        guard first != entry.key.location else { continue }
        faults.error("`\(name)` is defined already in \(first.told(from: entry.key.location))", at: entry.key.location)
      } else {
        places[name] = entry.key.location
        kept.append(entry)
      }
    }
    definitions = kept
  }

  /// Adds a fault of a line that includes nothing, and marks the operation as incomplete.
  private mutating func refuse(_ message: String, at location: Location) {
    faults.error(message, at: location)
    isBroken = true
  }
}

/// A file of atoms and defined names that operations include, such as `config/fragments/payee.yaml`.
struct Fragment: Sendable {
  /// The name in `include`.
  let name: String
  /// The file that was read.
  let file: DefinitionFile
  /// The lines of its atoms.
  let atoms: [SourceNode]
  /// The names that it defines.
  let definitions: [SourceNode.Entry]
  /// The top of the file.
  let location: Location

  /// Reads a fragment. Throws all faults of the file, except those that only the other atoms of an operation show.
  init(_ file: DefinitionFile) throws(Diagnostics) {
    let root = try YAMLFile(file.bytes, name: file.name).root
    var faults = Diagnostics()
    guard let entries = root.mapping else {
      faults.error("a fragment is a mapping with `atoms` and `define`, not \(root.noun)", at: root.location)
      throw faults
    }
    for entry in entries {
      guard let name = entry.key.scalar else {
        faults.error("a property of a fragment has a name, found \(entry.key.noun)", at: entry.key.location)
        continue
      }
      guard !Self.properties.contains(name) else { continue }
      let hint = suggestion(for: name, among: Self.properties)
      faults.error(
        "unknown property `\(name)` of a fragment\(hint.isEmpty ? ", which has `atoms` and `define`" : hint)",
        at: entry.key.location)
    }
    let lines = entries.first { $0.key.scalar == "atoms" }?.value
    let names = entries.first { $0.key.scalar == "define" }?.value
    if let lines, lines.sequence?.isEmpty ?? true {
      faults.error("`atoms` takes a list of atoms, one line each", at: lines.location)
    }
    if let names, names.mapping == nil {
      faults.error("`define` takes {name: expression}, not \(names.noun)", at: names.location)
    }
    if lines == nil && names == nil {
      faults.error("a fragment has `atoms`, `define` or both", at: root.location)
    }
    guard !faults.hasErrors else { throw faults }
    (self.file, name, location) = (file, file.stem, root.location)
    (atoms, definitions) = (lines?.sequence ?? [], names?.mapping ?? [])
  }

  private static let properties = ["atoms", "define"]
}
