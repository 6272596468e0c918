import Atoms

/// A file of atoms and defined names that operations include: `config/fragments/payee.yaml`.
struct Fragment: Sendable {
  /// What `include` calls it.
  let name: String
  /// The file as it was read.
  let file: DefinitionFile
  /// The lines of its atoms.
  let atoms: [SourceNode]
  /// The names that it defines.
  let definitions: [SourceNode.Entry]
  /// The top of the file.
  let location: Location

  /// Reads a fragment; throws all its faults but those that show only among an operation's other atoms.
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
      faults.error("`define` takes {name: condition}, not \(names.noun)", at: names.location)
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
