import Atoms
package import SourceText

/// Replaces the `include` lines of one operation with the atoms and names of the fragments, and the
/// lines of composed kinds with their parts.
package struct Inclusion {
  /// The maximum number of lines that all inclusions in one operation add. Nested fragments can
  /// multiply lines exponentially.
  private static let maximumLines = 20_000
  /// The maximum number of nodes that all inclusions in one operation add, with the values of
  /// parameters wherever they are named.
  private static let maximumNodes = 200_000
  /// The maximum length of the text in these nodes in bytes.
  private static let maximumText = 4 << 20
  /// The maximum length of the whole id of a composed kind's part in bytes.
  private static let longestID = 256
  /// The maximum nesting depth of fragments.
  private static let maximumDepth = 16
  /// The maximum nesting depth of composed kinds.
  private static let maximumKinds = 4
  /// The maximum length of a prefix, and of the id in a line with a composed kind, in bytes.
  static let longestPrefix = 64

  /// The fragments by name; nil for a fragment whose file has faults.
  package let fragments: [String: Fragment?]
  package private(set) var faults = Diagnostics()
  /// The included fragments by name.
  package private(set) var used: [String: Fragment] = [:]
  /// The composed kinds by name; nil for a kind whose file has faults.
  private let kinds: [String: KindFile?]
  /// The used kinds by name.
  package private(set) var usedKinds: [String: KindFile] = [:]
  /// True if lines are missing because a fragment or an `include` has faults.
  ///
  /// The caller must then not compile the operation, because references to the missing atoms would
  /// be reported as faults.
  package private(set) var isBroken = false
  /// The included fragments with their prefixes: pairs of file name and prefix, without duplicates.
  package private(set) var inclusions: Set<[String]> = []
  private var definitions: [SourceNode.Entry] = []
  private var lines = 0
  private var size = NodeSize()
  /// True if the inclusions add too many nodes or too much text.
  private var isFull: Bool { size.nodes > Self.maximumNodes || size.bytes > Self.maximumText }

  package init(_ fragments: [String: Fragment?], kinds: [String: KindFile?] = [:]) {
    (self.fragments, self.kinds) = (fragments, kinds)
  }

  /// Returns the operation with its `include` lines replaced.
  package mutating func expanded(_ root: SourceNode) -> SourceNode {
    guard let entries = root.mapping else { return root }
    var whole = entries.map { entry in
      let (key, name) = (entry.key, entry.key.scalar)
      guard name == "atoms" || name == "pages" else { return entry }
      return SourceNode.Entry(key: key, value: expanded(entry.value, within: [], areAtoms: name == "atoms"))
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

  /// Returns a node with its `include` lines replaced at any depth.
  ///
  /// `path` contains the names of the enclosing fragments and kinds, outermost first. `areAtoms` is
  /// true for a list of atoms, whose lines can use composed kinds.
  private mutating func expanded(
    _ node: SourceNode, within path: [String], areAtoms: Bool = false
  ) -> SourceNode {
    switch node.content {
    case .scalar, .null: return node
    case .sequence(let elements):
      var all: [SourceNode] = []
      for element in elements {
        if let entry = element.mapping?.first(where: { $0.key.scalar == "include" }) {
          all += included(entry, of: element, within: path)
        } else if areAtoms, let head = head(of: element) {
          all += composed(element, head, within: path)
        } else {
          all.append(expanded(element, within: path))
        }
      }
      return SourceNode(.sequence(all), at: node.location)
    case .mapping(let entries):
      // Only lists contain `include` lines, so a line without a list is returned unchanged.
      guard entries.contains(where: { $0.value.sequence != nil }) else { return node }
      let copies = entries.map { entry in
        let areAtoms = entry.key.scalar == "atoms"
        return SourceNode.Entry(key: entry.key, value: expanded(entry.value, within: path, areAtoms: areAtoms))
      }
      return SourceNode(.mapping(copies), at: node.location)
    }
  }

  /// Returns the atoms of the included fragment. The result is empty if the line has a fault.
  private mutating func included(
    _ entry: SourceNode.Entry, of line: SourceNode, within path: [String]
  ) -> [SourceNode] {
    var properties = Properties(line.mapping ?? [], at: line.location)
    _ = properties.node("include")
    let (prefix, with) = (properties.node("as"), properties.node("with"))
    guard let name = entry.value.scalar else {
      refuse(.wrongShape, "`include` takes the name of a fragment, not \(entry.value.noun)", at: entry.value.location)
      return []
    }
    guard let known = fragments[name] else {
      let names = fragments.keys.sorted()
      let hint = suggestion(for: name, among: names)
      let there = names.isEmpty ? ": the folder `fragments` has none" : "; there is \(names.listed)"
      refuse(
        .unknownDefinition, "unknown fragment `\(name)`", remedy: hint.isEmpty ? there : hint, at: entry.value.location)
      return []
    }
    guard let fragment = known else {
      isBroken = true
      return []
    }
    if let start = path.firstIndex(of: name) {
      let circle = (path[start...] + [name]).joined(separator: " -> ")
      // No atoms are missing, because the outer inclusion of the same fragment adds them, so
      // `isBroken` stays false.
      faults.error(.cycle, "fragments include each other in a cycle: \(circle)", at: entry.value.location)
      return []
    }
    guard path.count < Self.maximumDepth else {
      let way = (path + [name]).joined(separator: " -> ")
      refuse(
        .limit, "fragments are nested more than \(Self.maximumDepth) levels deep: \(way)", at: entry.value.location)
      return []
    }
    let before = faults.all.count
    let terms = InclusionTerms(prefix: self.prefix(prefix), arguments: arguments(with, of: fragment, at: entry))
    properties.refuseTheRest(of: "a line with `include`")
    faults.append(properties.diagnostics)
    guard faults.all.count == before else {
      isBroken = true
      return []
    }
    used[name] = fragment
    lines += fragment.atoms.count + fragment.definitions.count
    guard lines <= Self.maximumLines else {
      if !isBroken {
        refuse(.limit, "more than \(Self.maximumLines) lines of fragments are included", at: entry.value.location)
      }
      return []
    }
    guard takes(fragment.written, with: terms.arguments, at: entry.value.location) else { return [] }
    let file = SourceFile(fragment.location.file, includedFrom: entry.value.location, on: terms)
    inclusions.insert([fragment.file.name, file.whole("")])
    definitions += fragment.definitions.map {
      SourceNode.Entry(key: $0.key.included(in: file), value: $0.value.included(in: file))
    }
    let atoms = SourceNode(.sequence(fragment.atoms.map { $0.included(in: file) }), at: fragment.location)
    return expanded(atoms, within: path + [name], areAtoms: true).sequence ?? []
  }

  /// Returns the entry of a line whose name is a composed kind; nil for a line of another kind.
  private func head(of line: SourceNode) -> SourceNode.Entry? {
    guard !kinds.isEmpty, let entries = line.mapping else { return nil }
    let names = entries.map { $0.key.scalar ?? "" }
    guard let place = names.firstIndex(where: { kinds[$0] != nil }), !names.contains(where: AtomRegistry.isKind) else {
      return nil
    }
    return entries[place]
  }

  /// Returns the parts of the composed kind that a line uses. The result is empty if the line has a
  /// fault.
  private mutating func composed(
    _ line: SourceNode, _ head: SourceNode.Entry, within path: [String]
  ) -> [SourceNode] {
    let name = head.key.scalar ?? ""
    guard let kind = kinds[name] ?? nil else {
      isBroken = true
      return []
    }
    let mark = "kind \(name)"
    let around = path.filter { $0.hasPrefix("kind ") } + [mark]
    let way = around.map { String($0.dropFirst("kind ".count)) }
    if let start = around.dropLast().firstIndex(of: mark) {
      let circle = way[start...].joined(separator: " -> ")
      refuse(.cycle, "kinds use each other in a cycle: \(circle)", at: head.key.location)
      return []
    }
    guard around.count <= Self.maximumKinds else {
      refuse(
        .limit, "kinds are nested more than \(Self.maximumKinds) levels deep: \(way.joined(separator: " -> "))",
        at: head.key.location)
      return []
    }
    usedKinds[name] = kind
    lines += kind.atoms.count + 1
    guard lines <= Self.maximumLines else {
      if !isBroken {
        refuse(.limit, "fragments and kinds add more than \(Self.maximumLines) lines", at: head.key.location)
      }
      return []
    }
    if isFull { return [] }
    var use = KindUse(line, of: kind, head: head)
    let terms = use.terms()
    guard let terms, takes(terms, of: kind, at: head) else {
      faults.append(use.faults)
      isBroken = true
      return []
    }
    let parts = use.lines(on: terms)
    faults.append(use.faults)
    guard let parts else {
      isBroken = true
      return []
    }
    let file = SourceFile(kind.location.file, includedFrom: head.value.location)
    inclusions.insert([kind.file.name, file.whole(head.value.scalar ?? "")])
    let expandedParts = SourceNode(.sequence(parts), at: line.location)
    return expanded(expandedParts, within: path + [mark], areAtoms: true).sequence ?? []
  }

  /// Returns true if the parts of a use have ids and sizes within the limits; otherwise adds an
  /// error.
  private mutating func takes(_ terms: InclusionTerms, of kind: KindFile, at head: SourceNode.Entry) -> Bool {
    let length = head.value.location.file.whole(terms.prefix).utf8.count + kind.longestID
    guard length <= Self.longestID else {
      refuse(
        .limit, "ids of parts have up to \(length) bytes with their prefixes, more than \(Self.longestID)",
        at: head.value.location)
      return false
    }
    let written = kind.atoms + [kind.value, kind.shown].compactMap(\.self) + kind.parameters.compactMap(\.standard)
    return takes(written, with: terms.arguments, at: head.key.location)
  }

  /// Counts the nodes and the text of an inclusion. Returns false after adding an error if there
  /// are too many.
  private mutating func takes(
    _ nodes: [SourceNode], with arguments: [String: InclusionTerms.Argument], at location: Location
  ) -> Bool {
    for node in nodes { size += NodeSize(node, with: arguments) }
    guard isFull else { return true }
    if isBroken { return false }
    refuse(
      .limit,
      "fragments and kinds add more than \(Self.maximumNodes) nodes or \(Self.maximumText >> 20) MiB of text, "
        + "with the values of their parameters", at: location)
    return false
  }

  /// Returns the prefix in `as`. The result is empty without `as` or if it is invalid, which
  /// adds an error.
  private mutating func prefix(_ node: SourceNode?) -> String {
    guard let node else { return "" }
    if let prefix = node.scalar, isIdentifier(prefix[...]), prefix.utf8.count <= Self.longestPrefix { return prefix }
    faults.error(
      .invalidName,
      "`as` takes the prefix of the fragment's names: at most \(Self.longestPrefix) Latin letters, digits and _, "
        + "not beginning with a digit", at: node.location)
    return ""
  }

  /// Returns the values of a fragment's parameters from `with` and from the defaults. Adds an error
  /// for each fault.
  private mutating func arguments(
    _ with: SourceNode?, of fragment: Fragment, at line: SourceNode.Entry
  ) -> [String: InclusionTerms.Argument] {
    var arguments: [String: InclusionTerms.Argument] = [:]
    if let with, with.mapping == nil {
      faults.error(.wrongShape, "`with` takes {parameter: value}, not \(with.noun)", at: with.location)
      return [:]
    }
    let written = with?.mapping ?? []
    var misspelled: Set<String> = []
    for entry in written {
      let name = entry.key.scalar ?? ""
      guard let parameter = fragment.parameters.first(where: { $0.name == name }) else {
        let names = fragment.parameters.map(\.name)
        let hint = suggestion(for: name, among: names)
        let there = names.isEmpty ? ", which has none" : "; there is \(names.listed)"
        misspelled.formUnion(names.filter { hint.contains("`\($0)`") })
        let place = fragment.parameters.first?.location ?? fragment.location
        faults.error(
          .unknownDefinition, "unknown parameter `\(name)` of the fragment `\(fragment.name)`",
          remedy: "\(hint.isEmpty ? there : hint) (\(place.described(from: entry.key.location)))",
          at: entry.key.location)
        continue
      }
      arguments[name] = parameter.argument(entry.value.given, &faults)
    }
    for parameter in fragment.parameters where arguments[parameter.name] == nil {
      if let standard = parameter.standard {
        let file = SourceFile(fragment.location.file, includedFrom: line.value.location)
        arguments[parameter.name] = InclusionTerms.Argument(parameter.kind, standard.included(in: file))
      } else if !written.contains(where: { $0.key.scalar == parameter.name }), !misspelled.contains(parameter.name) {
        faults.error(
          .missingInput,
          "the fragment `\(fragment.name)` also requires `with: {\(parameter.name): ...}`, "
            + "\(parameter.kind.noun) (\(parameter.location.described(from: line.value.location)))",
          at: line.value.location)
      }
    }
    return arguments
  }

  /// Removes duplicates from the defined names.
  ///
  /// - A fragment without parameters that is included twice with one prefix defines its names once.
  /// - Definitions of one name at different locations are a fault.
  private mutating func define(besides own: [SourceNode.Entry]) {
    var places = Dictionary(own.map { ($0.key.scalar ?? "", $0.key.location) }) { first, _ in first }
    var kept: [SourceNode.Entry] = []
    for entry in definitions {
      let file = entry.key.location.file
      let name = file.whole(entry.key.scalar ?? "")
      if let first = places[name] {
        // With other parameter values, the same line defines a different value.
        guard first != entry.key.location || file.terms?.arguments.isEmpty == false else { continue }
        faults.error(
          .duplicate, "`\(name)` is already defined in \(first.described(from: entry.key.location))",
          at: entry.key.location)
      } else {
        places[name] = entry.key.location
        kept.append(entry)
      }
    }
    definitions = kept
  }

  /// Adds a fault of an `include` line and marks the operation as incomplete.
  private mutating func refuse(
    _ code: FindingCode, _ problem: String, remedy: String = "", at location: Location
  ) {
    faults.error(code, problem, remedy: remedy, at: location)
    isBroken = true
  }
}
