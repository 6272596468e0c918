import Conditions
import Texts
import SourceText
import JSON

extension Properties {
  /// Returns true if options are the rows of a table:
  /// `{table: countries, value: code, caption: name}`.
  static func namesTable(_ entries: [SourceNode.Entry]) -> Bool {
    let names = entries.map { $0.key.scalar ?? "" }
    return names.contains("table") && names.allSatisfy { ["table", "value", "caption"].contains($0) }
  }

  /// Reads options that are the rows of a table. Returns nil after adding an error.
  mutating func tableOptions(_ name: String, _ entries: [SourceNode.Entry], at location: Location) -> [Choice]? {
    var parts = Properties(entries, at: location)
    let (word, value, caption) = (parts.node("table"), parts.node("value"), parts.node("caption"))
    guard let word, let table = word.scalar.flatMap({ tables[$0] }) else {
      let hint = word?.scalar.map { suggestion(for: $0, among: Array(tables.keys)) } ?? ""
      let known = tables.isEmpty ? ": no table is defined" : "; there is \(tables.keys.sorted().listed)"
      error(
        .unknownDefinition, "unknown table `\(word?.scalar ?? "")`", remedy: hint.isEmpty ? known : hint,
        at: word?.location ?? location)
      return nil
    }
    usedTables.insert(table.name)
    let fitting: [DataTable.Content] = [.text, .integer]
    let first = table.columns.first { fitting.contains($0.content) && !$0.isRange }
    let title = table.columns.first { $0.content == .caption } ?? first
    guard let key = column(value, "value", of: table, fitting, or: first, at: location),
      let shown = column(caption, "caption", of: table, [.caption, .text], or: title, at: location)
    else { return nil }
    return choices(of: table, key, shown, at: location)
  }

  /// Returns the index of the column that a property names, otherwise that of `standard`. Adds an
  /// error and returns nil if the column is missing or has the wrong type.
  private mutating func column(
    _ node: SourceNode?, _ property: String, of table: DataTable, _ fitting: [DataTable.Content],
    or standard: DataTable.Column?,
    at location: Location
  ) -> Int? {
    let types = fitting.map { "`\($0.rawValue)`" }.joined(separator: " or ")
    guard let node else {
      if let place = table.columns.firstIndex(where: { $0.name == standard?.name }) { return place }
      error(.unknownField, "table `\(table.name)` has no column of type \(types) for `\(property)`", at: location)
      return nil
    }
    let names = table.columns.map(\.name)
    guard let place = names.firstIndex(of: node.scalar ?? "") else {
      let hint = suggestion(for: node.scalar ?? "", among: names)
      error(
        .unknownField, "table `\(table.name)` has no column `\(node.scalar ?? "")`",
        remedy: hint.isEmpty ? "; there is \(names.listed)" : hint, at: node.location)
      return nil
    }
    guard fitting.contains(table.columns[place].content), !table.columns[place].isRange else {
      error(.wrongType, "`\(property)` takes a column of type \(types)", at: node.location)
      return nil
    }
    return place
  }

  private mutating func choices(of table: DataTable, _ key: Int, _ shown: Int, at location: Location) -> [Choice]? {
    var seen: Set<String> = []
    var choices: [Choice] = []
    let hidden: Set<String> = ["value", "caption"]
    let fields =
      [Field("value", table.columns[key].content.type), Field("caption", .text)]
      + table.fields.filter { !hidden.contains($0.name) }
    for row in table.rows {
      guard case .value(let value) = row[key], !value.isNull else {
        error(.missingProperty, "a row of table `\(table.name)` has no `\(table.columns[key].name)`", at: location)
        return nil
      }
      if !seen.insert(value.plainText).inserted {
        error(
          .duplicate,
          "option \(value.plainText) appears twice in table `\(table.name)`: each row needs a different `\(table.columns[key].name)`",
          at: location)
        return nil
      }
      let caption: LocalizedText
      switch row[shown] {
      case .caption(let text): caption = text
      case .value(let text): caption = LocalizedText(ru: text.plainText, en: text.plainText)
      case .range: return nil
      }
      var choice = Choice(value: value, caption: caption)
      var texts: [(name: String, text: LocalizedText)] = []
      for (column, cell) in zip(table.columns, row) where !hidden.contains(column.name) {
        switch cell {
        case .value(let value): choice.details.append((column.name, value))
        case .caption(let text): texts.append((column.name, text))
        case .range: continue
        }
      }
      choice.row = Choice.Row(texts, fields, of: table.name)
      choices.append(choice)
    }
    return choices
  }
}
