package import Definitions
import Atoms
package import Conditions
package import SourceText
import JSON
import HTTPClient
import Secrets

extension BankSystem {
  /// The sections with queries, by their name in a service file.
  static let sections: [(name: String, use: DeclaredQuery.Use)] = [
    ("lookups", .lookup), ("facts", .fact), ("verifications", .verification), ("searches", .search),
  ]

  /// Parses a service file. `person` is the type of `user`, which requests can read.
  ///
  /// Throws all faults of the file.
  package init(_ file: DefinitionFile, person: ValueType) throws(Diagnostics) {
    var reading = SystemReading(person: person)
    guard let system = reading.system(in: file), !reading.faults.hasErrors else { throw reading.faults }
    self = system
  }
}

/// Parses one service file and collects all faults with their locations.
///
/// The result of a file with faults is incomplete but usable, so that operations are still checked
/// against its known names and types.
package struct SystemReading {
  package let person: ValueType
  package var faults = Diagnostics()
  /// True if names, keys or fields of the file are unknown because of faults. Then an operation
  /// that uses them is not at fault.
  package var isVague = false

  package init(person: ValueType) { self.person = person }

  /// Parses as much of a file as possible; nil if the file is not a mapping.
  package mutating func system(in file: DefinitionFile) -> BankSystem? {
    do throws(Diagnostics) {
      return system(try YAMLFile(file.bytes, name: file.name).root, file)
    } catch {
      faults.append(error)
      isVague = true
      return nil
    }
  }

  /// Runs a part of the parsing that defines names for operations. A fault in it sets `isVague`.
  mutating func named<Part>(_ read: (inout SystemReading) -> Part) -> Part {
    let before = errors
    let part = read(&self)
    isVague = isVague || errors > before
    return part
  }

  /// The number of errors so far.
  var errors: Int { faults.all.count { $0.severity == .error } }

  mutating func system(_ root: SourceNode, _ file: DefinitionFile) -> BankSystem? {
    guard let entries = root.mapping else {
      faults.error(
        .wrongShape, "a service file is a mapping with `service` and `at`, not \(root.noun)", at: root.location)
      isVague = true
      return nil
    }
    var head = Properties(entries, at: root.location)
    let name = named { $0.name(of: "service", &head) }
    let address = head.node("at").flatMap { self.address($0) }
    if head.node("at") == nil {
      faults.error(.missingProperty, "`at`, the address of the service, is missing", at: root.location)
    }
    let (auth, transport) = (authentication(&head), transport(&head))
    let timeout = head.seconds("timeout", upTo: 30) ?? 2_000
    let limits = limits(&head)
    let common = namedValues(head.node("headers"), "headers", in: Scope(variables: [:]))
    var queries: [DeclaredQuery] = []
    var places: [String: Location] = [:]
    for section in BankSystem.sections {
      guard let list = head.node(section.name) else { continue }
      guard let lines = list.sequence else {
        faults.error(.wrongShape, "`\(section.name)` takes a list, not \(list.noun)", at: list.location)
        isVague = true
        continue
      }
      for line in lines {
        guard let query = query(line, section.use, of: name ?? "", timeout: timeout, common) else { continue }
        if let first = places[query.name] {
          faults.error(
            .duplicate, "`\(query.name)` is already declared in \(first.described(from: line.location))",
            at: line.location)
        }
        places[query.name] = line.location
        queries.append(query)
      }
    }
    let callbacks = callbacks(&head)
    let effects = effects(
      head.node("effects"), of: name ?? "", timeout: timeout, common, hasCallbacks: callbacks != nil)
    let senders = senders(
      head.node(Self.senders), of: name ?? "", limits: limits, timeout: timeout, common)
    let known = head.diagnostics.all.count
    head.refuseTheRest(of: "a service")
    // An unknown property can be a misspelled section.
    isVague = isVague || head.diagnostics.all.count > known
    faults.append(head.diagnostics)
    if queries.isEmpty, effects.isEmpty, senders.isEmpty, !faults.hasErrors {
      let sections = BankSystem.sections.map(\.name) + ["effects", Self.senders]
      faults.error(
        .missingProperty, "a service requires at least one of \(sections.map { "`\($0)`" }.listed)", at: root.location)
    }
    return BankSystem(
      name: name ?? "", file: file, queries: queries, senders: senders,
      address: address ?? Reference("", at: root.location), authentication: auth, headers: common, transport: transport,
      timeout: timeout, limits: limits, effects: effects, callbacks: callbacks, location: root.location)
  }

  // MARK: - Parts

  mutating func name(of property: String, _ properties: inout Properties) -> String? {
    guard let node = properties.node(property) else {
      faults.error(.missingProperty, "`\(property)`, the name, is missing", at: properties.location)
      return nil
    }
    if let word = node.scalar, isIdentifier(word[...]) { return word }
    faults.error(
      .invalidName,
      "`\(property)` takes a name that consists of Latin letters, digits and _ and "
        + "does not begin with a digit", at: node.location)
    return nil
  }

  mutating func reference(_ node: SourceNode?, _ property: String) -> Reference? {
    guard let node else { return nil }
    guard let text = node.scalar, !text.isEmpty else {
      faults.error(
        .wrongShape, "`\(property)` takes a text such as ${NAME} or ${file:/path}, not \(node.noun)", at: node.location)
      return nil
    }
    return Reference(text, at: node.location)
  }

  mutating func secret(_ node: SourceNode?, _ property: String) -> Reference? {
    guard let node, let reference = reference(node, property) else { return nil }
    if reference.literal != nil {
      faults.error(
        .secret, "secrets must not be in files",
        remedy: ": write ${NAME} for an environment variable, or ${file:/path}", at: node.location)
    }
    return reference
  }

  mutating func part(_ node: SourceNode, _ name: String) -> Properties {
    if node.mapping == nil {
      faults.error(.wrongShape, "`\(name)` takes a mapping, not \(node.noun)", at: node.location)
    }
    return Properties(node.mapping ?? [], at: node.location)
  }

  mutating func finish(_ parts: inout Properties, _ what: String, needing names: [String]) {
    for name in names where parts.node(name) == nil {
      faults.error(.missingProperty, "`\(name)` of \(what) is missing", at: parts.location)
    }
    parts.refuseTheRest(of: what)
    faults.append(parts.diagnostics)
  }

  /// Returns the meaning of a declaration as text, without properties that do not affect its
  /// answer.
  ///
  /// The order of properties has no meaning, except the order of keys.
  ///
  /// - Parameters:
  ///   - names: The properties of the declaration to omit.
  ///   - inner: The properties to omit within a property, by its name.
  static func meaning(
    of node: SourceNode, without names: Set<String> = [], inner: [String: Set<String>] = [:]
  ) -> String {
    switch node.content {
    case .null: return "~"
    case .scalar(let text, _): return "\(text.utf8.count):\(text)"
    case .sequence(let nodes): return "[\(nodes.map { meaning(of: $0) }.joined(separator: ","))]"
    case .mapping(let entries):
      let members = entries.compactMap { entry -> String? in
        let name = entry.key.scalar ?? ""
        if names.contains(name) { return nil }
        let isOrdered = !names.isEmpty && ["key", "takes"].contains(name)
        let value =
          isOrdered ? ordered(entry.value) : meaning(of: entry.value, without: inner[name] ?? [])
        return "\(meaning(of: entry.key))=\(value)"
      }
      return "{\(members.sorted().joined(separator: ","))}"
    }
  }

  /// Returns the meaning of names whose order matters.
  private static func ordered(_ node: SourceNode) -> String {
    guard let entries = node.mapping else { return meaning(of: node) }
    return "<\(entries.map { "\(meaning(of: $0.key))=\(meaning(of: $0.value))" }.joined(separator: ","))>"
  }
}
