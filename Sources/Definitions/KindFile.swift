import Atoms
package import SourceText

/// A file that defines a composed kind of atoms, such as `config/kinds/postalAddress.yaml`.
package struct KindFile: Sendable {
  /// The name, which a line uses as the kind of an atom.
  package let name: String
  package let file: DefinitionFile
  /// The lines of the parts.
  let atoms: [SourceNode]
  let parameters: [FragmentParameter]
  /// The value of the whole: an expression, or a record of expressions.
  let value: SourceNode?
  /// The text of the whole in reviews and signatures.
  let shown: SourceNode?
  /// The location of the kind's name.
  package let location: Location
  /// The warnings that do not depend on the operations that use the kind.
  package let warnings: Diagnostics

  /// The names and parameters that lines which use a kind may have, for schemas and the reference.
  package var inputs: [(name: String, kind: InclusionTerms.Kind, isRequired: Bool)] {
    parameters.map { ($0.name, $0.kind, $0.standard == nil) }
  }

  /// True if the kind is a single input with the id of the whole.
  package var isSingle: Bool { atoms.count == 1 && selfPart == 0 }

  /// True if a part has the id of the whole. It takes the properties of a line that the kind has
  /// not.
  package var hasSelf: Bool { selfPart != nil }

  /// The index of the part with the id of the whole; nil if there is none.
  var selfPart: Int? {
    atoms.firstIndex { Self.id(of: $0) == Composition.itself }
  }

  /// The bytes of the longest id of a part, also in its groups.
  let longestID: Int

  /// Returns the bytes of the longest id in a list of parts.
  private static func longestID(in lines: [SourceNode]) -> Int {
    lines.map { line in
      let inner = line.mapping?.first { $0.key.scalar == "atoms" }?.value.sequence ?? []
      return max(id(of: line)?.utf8.count ?? 0, inner.isEmpty ? 0 : longestID(in: inner))
    }.max() ?? 0
  }

  /// Returns the id of a part as written; nil for a line without an id.
  static func id(of line: SourceNode) -> String? {
    let entries = line.mapping ?? []
    return (entries.first { AtomRegistry.isKind($0.key.scalar ?? "") } ?? entries.first)?.value.scalar
  }

  private static let properties = ["kind", "parameters", "value", "shown", "atoms"]

  /// Reads a kind. Throws all faults of the file, except faults that depend on the operation.
  package init(_ file: DefinitionFile) throws(Diagnostics) {
    let root = try YAMLFile(file.bytes, name: file.name).root
    guard let entries = root.mapping else {
      var faults = Diagnostics()
      faults.error(
        .wrongShape, "a kind is a mapping with `kind` and `atoms`, not \(root.noun)", at: root.location)
      throw faults
    }
    var properties = Properties(entries, at: root.location)
    let (named, lines) = (properties.node("kind"), properties.node("atoms"))
    let (value, shown) = (properties.node("value"), properties.node("shown"))
    let written = properties.node("parameters")
    if named == nil { properties.isMissing("kind", "`kind`, the name of the kind, is missing") }
    if lines == nil { properties.isMissing("atoms", "`atoms`, the parts of the kind, is missing") }
    properties.refuseTheRest(of: "a kind")
    var faults = properties.diagnostics
    parameters = written.map { FragmentParameter.all($0, of: "a kind", &faults) } ?? []
    for parameter in parameters where AtomRegistry.kinds.contains(where: { $0.name == parameter.name }) {
      faults.error(
        .reservedName, "`\(parameter.name)` is a kind of atom", remedy: ": give the parameter another name",
        at: parameter.location)
    }
    for parameter in parameters where KindProperties.reserved.contains(parameter.name) {
      faults.error(
        .reservedName, "`\(parameter.name)` is already a property of every composed atom", at: parameter.location)
    }
    if let lines, lines.sequence?.isEmpty ?? true {
      faults.error(.wrongShape, "`atoms` takes a list of atoms, one line each", at: lines.location)
    }
    if let named { Self.check(named, &faults) }
    (name, location) = (named?.scalar ?? "", named?.location ?? root.location)
    (self.file, atoms) = (file, lines?.sequence ?? [])
    (self.value, self.shown) = (value, shown)
    longestID = Self.longestID(in: atoms)
    if let value, atoms.contains(where: { Self.id(of: $0) == Composition.itself }) {
      faults.error(
        .conflict, "`value` conflicts with the part `self`, whose value is the value of the whole", at: value.location)
    }
    Self.checkFields(of: value, &faults)
    guard !faults.hasErrors else { throw faults }
    warnings = Self.unused(parameters, in: atoms + [value, shown].compactMap(\.self))
  }

  private static func check(_ name: SourceNode, _ faults: inout Diagnostics) {
    guard let word = name.scalar, isIdentifier(word[...]), word.first?.isUppercase == false else {
      return faults.error(
        .invalidName,
        "a kind's name consists of Latin letters and digits and begins with a small letter, such as `postalAddress`",
        at: name.location)
    }
    guard AtomRegistry.isKind(word) || word == "include" else { return }
    faults.error(
      .reservedName, "`\(word)` is a built-in kind of atom", remedy: ": choose another name", at: name.location)
  }

  /// Reports the fields of a record that have no name or no expression.
  private static func checkFields(of value: SourceNode?, _ faults: inout Diagnostics) {
    guard let value else { return }
    guard let fields = value.mapping else {
      if value.scalar == nil {
        faults.error(
          .wrongShape, "`value` takes an expression or {field: expression}, not \(value.noun)", at: value.location)
      }
      return
    }
    for field in fields where field.key.scalar.map({ isIdentifier($0[...]) }) != true || field.value.scalar == nil {
      faults.error(
        .wrongShape, "a field of `value` is written as `name: expression`", at: field.key.location)
    }
  }

  private static func unused(_ parameters: [FragmentParameter], in nodes: [SourceNode]) -> Diagnostics {
    var warnings = Diagnostics()
    let read = Set(nodes.flatMap(\.variables))
    // The caption of the whole is also the caption of its group.
    let implied: Set = ["caption", "help"]
    for parameter in parameters where !read.contains(parameter.name) && !implied.contains(parameter.name) {
      warnings.warning(.unused, "the parameter `\(parameter.name)` is unused", at: parameter.location)
    }
    return warnings
  }
}

/// The properties that a line with a composed kind may have in addition to the kind's parameters.
package enum KindProperties {
  /// The properties of every composed atom that no parameter can replace.
  package static let reserved = [
    "showIf", "enableIf", "optional", "once", "check", "message", "default", "defaultFrom", "value", "folded",
  ]
  /// The properties of a group of parts: those of every composed atom, and its texts.
  package static let ofGroup = ["caption", "help"] + reserved
  /// The properties that supply values of several parts by their names.
  static let byPart = ["default", "defaultFrom", "value"]
}
