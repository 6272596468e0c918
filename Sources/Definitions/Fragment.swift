import Atoms
import Dates
package import SourceText
import JSON

/// A file of atoms and defined names that operations include, such as
/// `config/fragments/payee.yaml`.
package struct Fragment: Sendable {
  /// The name in `include`.
  package let name: String
  package let file: DefinitionFile
  /// The lines of the atoms.
  package let atoms: [SourceNode]
  /// The names that the fragment defines.
  package let definitions: [SourceNode.Entry]
  /// The atoms and definitions as written.
  var written: [SourceNode] { atoms + definitions.flatMap { [$0.key, $0.value] } }
  /// The parameters, in the order of the file.
  let parameters: [FragmentParameter]
  /// The top of the file.
  package let location: Location
  /// The warnings that do not depend on the including operations.
  package let warnings: Diagnostics

  private static let properties = ["atoms", "define", "parameters"]

  /// Reads a fragment. Throws all faults of the file, except faults that depend on the including
  /// operation.
  package init(_ file: DefinitionFile) throws(Diagnostics) {
    let root = try YAMLFile(file.bytes, name: file.name).root
    var faults = Diagnostics()
    guard let entries = root.mapping else {
      faults.error(
        .wrongShape, "a fragment is a mapping with `atoms` and `define`, not \(root.noun)", at: root.location)
      throw faults
    }
    for entry in entries {
      guard let name = entry.key.scalar else {
        faults.error(
          .wrongShape, "a property of a fragment has a name, found \(entry.key.noun)", at: entry.key.location)
        continue
      }
      guard !Self.properties.contains(name) else { continue }
      let hint = suggestion(for: name, among: Self.properties)
      faults.error(
        .unknownProperty, "unknown property `\(name)` of a fragment",
        remedy: hint.isEmpty ? ", which has \(Self.properties.map { "`\($0)`" }.listed)" : hint, at: entry.key.location)
    }
    func node(_ name: String) -> SourceNode? { entries.first { $0.key.scalar == name }?.value }
    let (lines, names) = (node("atoms"), node("define"))
    if let lines, lines.sequence?.isEmpty ?? true {
      faults.error(.wrongShape, "`atoms` takes a list of atoms, one line each", at: lines.location)
    }
    if let names, names.mapping == nil {
      faults.error(.wrongShape, "`define` takes {name: expression}, not \(names.noun)", at: names.location)
    }
    if lines == nil && names == nil {
      faults.error(.missingProperty, "a fragment has `atoms`, `define` or both", at: root.location)
    }
    parameters = node("parameters").map { FragmentParameter.all($0, &faults) } ?? []
    guard !faults.hasErrors else { throw faults }
    (self.file, name, location) = (file, file.id, root.location)
    (atoms, definitions) = (lines?.sequence ?? [], names?.mapping ?? [])
    var warnings = Diagnostics()
    let read = Set((atoms + definitions.map(\.value)).flatMap(\.variables))
    for parameter in parameters where !read.contains(parameter.name) {
      warnings.warning(.unused, "the parameter `\(parameter.name)` is unused", at: parameter.location)
    }
    self.warnings = warnings
  }
}

/// A parameter of a fragment, in `parameters: {caption: text, least: {type: number, default: 1}}`.
struct FragmentParameter: Sendable {
  /// The name, which the lines of the fragment read as `$caption`.
  let name: String
  let kind: InclusionTerms.Kind
  /// The default value; nil if each `include` line must set the parameter.
  let standard: SourceNode?
  /// The location of the name.
  let location: Location

  /// The maximum number of parameters of a fragment.
  private static let maximum = 50

  /// Reads the parameters of a file, `whole`. Appends faults to `faults`.
  static func all(
    _ node: SourceNode, of whole: String = "a fragment", _ faults: inout Diagnostics
  ) -> [FragmentParameter] {
    guard let entries = node.mapping, !entries.isEmpty else {
      faults.error(
        .wrongShape, "`parameters` takes {name: type}, not \(node.mapping == nil ? node.noun : "none")",
        at: node.location)
      return []
    }
    guard entries.count <= maximum else {
      faults.error(
        .limit, "\(whole) can have at most \(maximum) parameters, found \(entries.count)", at: node.location)
      return []
    }
    return entries.compactMap { FragmentParameter($0, &faults) }
  }

  private init?(_ entry: SourceNode.Entry, _ faults: inout Diagnostics) {
    guard let name = entry.key.scalar, isIdentifier(name[...]) else {
      faults.error(
        .invalidName,
        "a parameter's name consists of Latin letters, digits and _ and "
          + "does not begin with a digit", at: entry.key.location)
      return nil
    }
    (self.name, location) = (name, entry.key.location)
    let kinds = InclusionTerms.Kind.allCases.map(\.rawValue)
    guard let parts = entry.value.mapping else {
      guard let kind = entry.value.scalar.flatMap(InclusionTerms.Kind.init) else {
        let hint = suggestion(for: entry.value.scalar ?? "", among: kinds)
        faults.error(
          .unknownType, "the type of a parameter is one of \(kinds.listed)\(hint), or {type: ..., default: ...}",
          at: entry.value.location)
        return nil
      }
      (self.kind, standard) = (kind, nil)
      return
    }
    var properties = Properties(parts, at: entry.value.location)
    let word = properties.word("type", of: kinds, required: true)
    standard = properties.node("default")
    properties.refuseTheRest(of: "a parameter")
    faults.append(properties.diagnostics)
    guard let kind = word.flatMap(InclusionTerms.Kind.init) else { return nil }
    self.kind = kind
    if let standard, let fault = fault(of: standard) {
      faults.error(.wrongType, "`default` of `\(name)` takes \(fault)", at: standard.location)
    } else if kind == .text, let standard {
      let texts = standard.mapping?.map(\.value) ?? [standard]
      if let text = texts.first(where: { $0.scalar?.contains("{") == true }) {
        faults.error(.wrongValue, "`default` of a parameter must not contain placeholders", at: text.location)
      }
    }
  }

  /// Returns the argument for a value. Appends an error to `faults` if the value is invalid.
  func argument(_ value: SourceNode, _ faults: inout Diagnostics) -> InclusionTerms.Argument {
    if let fault = fault(of: value) {
      let isLive = value.scalar?.contains("$") == true && kind != .text
      let hint =
        isLive ? "; the value must be known when the file is loaded and cannot depend on a person's values" : ""
      faults.error(
        .wrongValue, "`\(name)` takes \(fault)\(hint) (\(location.described(from: value.location)))", at: value.location
      )
    }
    return InclusionTerms.Argument(kind, value)
  }

  /// Returns the expected and the found value as text if a node is not a valid value of the
  /// parameter; otherwise nil.
  func fault(of node: SourceNode) -> String? {
    let found = node.scalar.map { "`\($0)`" } ?? node.noun
    switch (kind, node.content) {
    case (.text, .scalar), (.text, .mapping), (.options, .mapping), (.options, .sequence): return nil
    case (.number, .scalar(let text, quoted: false)) where Decimal(text) != nil: return nil
    case (.boolean, .scalar("true", quoted: false)), (.boolean, .scalar("false", quoted: false)): return nil
    case (.date, .scalar(let text, _)) where CivilDate(text) != nil: return nil
    case (.word, .scalar(let text, _)) where isIdentifier(text[...]): return nil
    case (.text, _): return "a text or {ru: ..., en: ...}, not \(found)"
    case (.options, _): return "a mapping or a list of options, not \(found)"
    case (.number, _): return "a number, not \(found)"
    case (.boolean, _): return "true or false, not \(found)"
    case (.date, _): return "a day such as 2026-11-21, not \(found)"
    case (.word, _): return "a word of Latin letters, digits and _, not \(found)"
    }
  }
}
