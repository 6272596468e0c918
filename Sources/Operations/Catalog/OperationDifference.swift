import Texts
import Definitions
import Atoms
package import SourceText

/// The differences between two versions of an operation that affect open forms of the first
/// version.
package struct OperationDifference: Sendable {
  /// One line for each change: `+` for an addition, `-` for a removal, `~` for a change.
  package private(set) var lines: [String] = []

  /// Compares two versions. Throws the faults if this engine cannot read one of them.
  package init(from old: OperationSource, to new: OperationSource) throws(Diagnostics) {
    let (before, after) = (Outline(try old.expanded()), Outline(try new.expanded()))
    compare(before.head, after.head, of: nil)
    compare(before.definitions, after.definitions, of: "define")
    let (olds, news) = (before.atoms, after.atoms)
    for atom in olds where news.first(where: { $0.id == atom.id }) == nil { lines.append("- \(atom.kind) \(atom.id)") }
    for atom in news {
      guard let same = olds.first(where: { $0.id == atom.id }) else {
        let needed = atom.isNeeded ? ", which open forms have no value for" : ""
        lines.append("+ \(atom.kind) \(atom.id)\(needed)")
        continue
      }
      if same.kind != atom.kind { lines.append("~ \(atom.id): kind \(same.kind) -> \(atom.kind)") }
      if same.parent != atom.parent {
        lines.append("~ \(atom.id): in \(same.parent ?? "the operation") -> in \(atom.parent ?? "the operation")")
      }
      compare(same.properties, atom.properties, of: atom.id)
    }
    compareTranslations(old.translations, new.translations)
    try compareTables(old.tables, new.tables)
    let (oldOrder, newOrder) = (olds.map(\.id), news.map(\.id))
    let kept = oldOrder.filter(newOrder.contains)
    if kept != newOrder.filter(oldOrder.contains) {
      lines.append("~ order: \(kept.joined(separator: ", ")) -> \(newOrder.joined(separator: ", "))")
    }
  }

  /// The maximum number of changed rows of a table that are listed.
  private static let maxRows = 20

  private mutating func compareTables(_ old: [DefinitionFile], _ new: [DefinitionFile]) throws(Diagnostics) {
    func read(_ files: [DefinitionFile]) throws(Diagnostics) -> [(name: String, head: Properties, rows: [String])] {
      var tables: [(name: String, head: Properties, rows: [String])] = []
      for file in files {
        let entries = try YAMLFile(file.bytes, name: file.name).root.mapping ?? []
        let name = entries.first { $0.key.scalar == "table" }?.value.scalar ?? file.stem
        let rows = entries.first { $0.key.scalar == "rows" }?.value.sequence ?? []
        let head = Outline.properties(entries.filter { !["table", "rows"].contains($0.key.scalar) })
        tables.append((name, head, rows.map(Outline.text)))
      }
      return tables
    }
    let (before, after) = (try read(old), try read(new))
    for table in before where !after.contains(where: { $0.name == table.name }) {
      lines.append("- table \(table.name)")
    }
    for table in after {
      guard let same = before.first(where: { $0.name == table.name }) else {
        lines.append("+ table \(table.name)")
        continue
      }
      compare(same.head, table.head, of: "table \(table.name)")
      let (gone, come) = (Set(same.rows).subtracting(table.rows), Set(table.rows).subtracting(same.rows))
      let rows =
        same.rows.filter(gone.contains).map { "- row of \(table.name): \($0)" }
        + table.rows.filter(come.contains).map { "+ row of \(table.name): \($0)" }
      lines += rows.prefix(Self.maxRows)
      if rows.count > Self.maxRows { lines.append("~ \(rows.count - Self.maxRows) more rows of \(table.name)") }
    }
  }

  private mutating func compareTranslations(_ old: [Translations.Use], _ new: [Translations.Use]) {
    for use in old {
      let now = new.first { ($0.language, $0.text) == (use.language, use.text) }
      guard now != use else { continue }
      let after = now.map { "`\($0.translation)`" } ?? "none"
      lines.append("~ \(use.language.rawValue) of `\(use.text)`: `\(use.translation)` -> \(after)")
    }
    for use in new where !old.contains(where: { ($0.language, $0.text) == (use.language, use.text) }) {
      lines.append("+ \(use.language.rawValue) of `\(use.text)`: `\(use.translation)`")
    }
  }

  private mutating func compare(_ old: Properties, _ new: Properties, of owner: String?) {
    let head = owner.map { "~ \($0): " } ?? "~ "
    for (name, value) in old.all where new[name] == nil { lines.append("\(head)\(name) \(value) -> none") }
    for (name, value) in new.all where old[name] != value {
      lines.append("\(head)\(name) \(old[name] ?? "none") -> \(value)")
    }
  }

  /// Named values in order, each as one line.
  private struct Properties {
    var all: [(name: String, value: String)] = []

    subscript(name: String) -> String? { all.first { $0.name == name }?.value }
  }

  private struct AtomLine {
    let kind: String
    let id: String
    let parent: String?
    let properties: Properties

    /// True if the input is required and has no value in the definition.
    var isNeeded: Bool {
      let isInput = !["text", "image", "button", "link", "group", "page"].contains(kind)
      let isFilled = ["value", "default", "defaultFrom", "from", "over"].contains { properties[$0] != nil }
      return isInput && properties["optional"] != "true" && !isFilled
    }
  }

  /// An operation as comparable lines.
  private struct Outline {
    private(set) var head = Properties()
    private(set) var definitions = Properties()
    private(set) var atoms: [AtomLine] = []

    init(_ root: SourceNode) {
      for entry in root.mapping ?? [] {
        switch entry.key.scalar ?? "" {
        case "atoms": read(entry.value, within: nil, inItemsOf: nil)
        case "pages": readPages(entry.value)
        case "define":
          definitions.all = (entry.value.mapping ?? []).map { entry in
            (entry.key.location.file.whole(entry.key.scalar ?? ""), Self.text(of: entry.value))
          }
        case let name: head.all.append((name, Self.text(of: entry.value)))
        }
      }
    }

    /// Reads pages as groups.
    private mutating func readPages(_ node: SourceNode) {
      for page in node.sequence ?? [] {
        let entries = page.mapping ?? []
        guard let id = entries.first(where: { $0.key.scalar == "page" })?.value.scalar else { continue }
        let own = entries.filter { !["page", "atoms"].contains($0.key.scalar) }
        atoms.append(AtomLine(kind: "page", id: id, parent: nil, properties: Self.properties(own)))
        for entry in entries where entry.key.scalar == "atoms" { read(entry.value, within: id, inItemsOf: nil) }
      }
    }

    private mutating func read(_ node: SourceNode, within parent: String?, inItemsOf list: SourceFile?) {
      for line in node.sequence ?? [] {
        guard let entries = line.mapping, let first = entries.first(where: Self.isHead) ?? entries.first,
          let kind = first.key.scalar, let written = first.value.scalar
        else { continue }
        let file = first.value.location.file
        let id = file.whole(written, upTo: list)
        let rest = entries.filter { $0.key.scalar != kind }
        let own = rest.filter { !Self.holdsAtoms($0) }
        var properties = Self.properties(own)
        for entry in rest where Self.holdsAtoms(entry) && entry.value.location.file !== file {
          if let whole = entry.value.location.file.terms?.composition { properties.all += Self.properties(of: whole) }
        }
        atoms.append(AtomLine(kind: kind, id: id, parent: parent, properties: properties))
        for entry in rest where Self.holdsAtoms(entry) {
          read(entry.value, within: id, inItemsOf: kind == "repeat" ? file : list)
        }
      }
    }

    /// Returns true if the entry is the atom's kind and id.
    private static func isHead(_ entry: SourceNode.Entry) -> Bool { kinds.contains(entry.key.scalar ?? "") }

    private static let kinds = Set(AtomRegistry.kinds.map { $0.name })

    /// Returns true if the entry's value is a list of atoms.
    private static func holdsAtoms(_ entry: SourceNode.Entry) -> Bool {
      entry.value.sequence?.contains { $0.mapping?.contains(where: isHead) == true } == true
    }

    /// Returns the properties of a composed atom that its group does not have.
    private static func properties(of whole: Composition) -> [(name: String, value: String)] {
      let flags = [("optional", whole.isOptional), ("once", whole.isOnce)].filter(\.1).map { ($0.0, "true") }
      let texts = [("enableIf", whole.enableIf), ("value", whole.value), ("shown", whole.shown)]
      return flags + texts.compactMap { name, node in node.map { (name, text(of: $0)) } }
        + whole.checks.map { ($0.key.scalar ?? "", text(of: $0.value)) }
    }

    static func properties(_ entries: [SourceNode.Entry]) -> Properties {
      Properties(all: entries.map { ($0.key.scalar ?? "", text(of: $0.value)) })
    }

    static func text(of written: SourceNode) -> String {
      let node = written.given
      return switch node.content {
      case .scalar(let text, let quoted):
        // Quotes matter only for a text that YAML would otherwise read as a number or keyword.
        quoted && (Double(text) != nil || ["true", "false", "null", "~", ""].contains(text))
          ? "\"\(text)\"" : String(text.map { $0.isNewline ? " " : $0 })
      case .null: "null"
      case .sequence(let elements): "[\(elements.map(text).joined(separator: ", "))]"
      case .mapping(let entries):
        "{\(entries.map { "\(text(of: $0.key)): \(text(of: $0.value))" }.joined(separator: ", "))}"
      }
    }
  }
}
