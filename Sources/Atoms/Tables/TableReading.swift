import Conditions
import Dates
package import SourceText
import JSON

/// A reader of table files.
///
///     table: depositRates
///     keys: {amount: number range, currency: text}
///     columns: {rate: number}
///     rows:
///       - [1000..99999.99, RUB, 16.5]
///       - [100000.., RUB, 17]
package struct TableReading {
  /// A table and the warnings of its file.
  package struct Result {
    package let table: DataTable
    /// The location of the table's name.
    package let location: Location
    package let warnings: Diagnostics
  }

  /// The maximum number of rows.
  package static let maxRows = 10_000
  /// The maximum number of columns.
  private static let maxColumns = 50

  private var head: Properties
  private var columns: [DataTable.Column] = []

  /// Reads a table from the root node of its file. Throws all errors and warnings of an invalid
  /// file.
  package static func table(_ root: SourceNode, digest: () -> String) throws(Diagnostics) -> Result {
    guard let entries = root.mapping else {
      var faults = Diagnostics()
      faults.error(
        .wrongShape, "a table is a mapping with `table`, `columns` and `rows`, not \(root.noun)", at: root.location)
      throw faults
    }
    var reading = TableReading(head: Properties(entries, at: root.location))
    let result = reading.read(digest)
    guard let result, !reading.head.diagnostics.hasErrors else { throw reading.head.diagnostics }
    return Result(table: result.table, location: result.location, warnings: reading.head.diagnostics)
  }

  private mutating func read(_ digest: () -> String) -> (table: DataTable, location: Location)? {
    let name = head.node("table")
    let keys = head.node("keys")
    let others = head.node("columns")
    let rows = head.node("rows")
    for (part, node) in [("table", name), ("rows", rows)] where node == nil {
      head.isMissing(part, "`\(part)` is missing")
    }
    if keys == nil, others == nil { head.isMissing("columns", "`columns` is missing: {name: type}") }
    head.refuseTheRest(of: "a table")
    if let name, !isIdentifier((name.scalar ?? "")[...]) {
      head.error(
        .invalidName, "a table's name is Latin letters, digits and _ that does not begin with a digit",
        at: name.location)
    }
    read(keys, areKeys: true)
    let keyCount = columns.count
    read(others, areKeys: false)
    guard let name, let rows, !columns.isEmpty, !head.diagnostics.hasErrors else { return nil }
    guard let lines = rows.sequence, !lines.isEmpty else {
      head.error(.wrongShape, "`rows` takes a list of rows, with at least one", at: rows.location)
      return nil
    }
    guard lines.count <= Self.maxRows else {
      head.error(
        .limit, "the table has \(lines.count) rows, and at most \(Self.maxRows) are allowed", at: rows.location)
      return nil
    }
    let cells = lines.map { row($0, keyCount) }
    guard !head.diagnostics.hasErrors else { return nil }
    let table = DataTable(
      name.scalar ?? "", columns: columns, keyCount: keyCount, rows: cells.map { $0 ?? [] }, digest: digest())
    if keyCount > 0 {
      for (row, earlier) in table.overlaps() {
        let other = lines[earlier].location
        head.error(
          .overlappingRows,
          "this row and the row in line \(other.line) match the same keys: \(shared(row, earlier, table))",
          at: lines[row].location)
      }
    }
    return (table, name.location)
  }

  /// Returns example keys that match both rows, as text.
  private func shared(_ row: Int, _ other: Int, _ table: DataTable) -> String {
    zip(columns.prefix(table.keyCount), zip(table.rows[row], table.rows[other])).map { column, cells in
      switch cells {
      case (.value(let value), _): return "\(column.name) \(value.plainText)"
      case (.range(let low, _), .range(let minimum, let maximum)):
        let first = [low, minimum].compactMap(\.self).max { DataTable.isBelow($0, $1) }
        return "\(column.name) \((first ?? maximum)?.plainText ?? "any")"
      default: return column.name
      }
    }.joined(separator: ", ")
  }

  // MARK: - Columns

  private mutating func read(_ node: SourceNode?, areKeys: Bool) {
    guard let node else { return }
    let part = areKeys ? "keys" : "columns"
    guard let entries = node.mapping, !entries.isEmpty else {
      return head.error(.wrongShape, "`\(part)` takes {name: type}, not \(node.noun)", at: node.location)
    }
    for entry in entries {
      let name = entry.key.scalar ?? ""
      guard isIdentifier(name[...]) else {
        head.error(
          .invalidName, "a column's name is Latin letters, digits and _ that does not begin with a digit",
          at: entry.key.location)
        continue
      }
      if columns.contains(where: { $0.name == name }) {
        head.error(.duplicate, "the table already has a column `\(name)`", at: entry.key.location)
      }
      guard columns.count < Self.maxColumns else {
        return head.error(.limit, "a table has at most \(Self.maxColumns) columns", at: entry.key.location)
      }
      if let column = column(name, entry.value, isKey: areKeys) { columns.append(column) }
    }
  }

  private mutating func column(_ name: String, _ node: SourceNode, isKey: Bool) -> DataTable.Column? {
    let words = (node.scalar ?? "").split(separator: " ").map(String.init)
    let isRange = words.count == 2 && words[1] == "range"
    guard let word = words.first, words.count == 1 || isRange, let content = DataTable.Content(rawValue: word) else {
      let known = DataTable.Content.allCases.map(\.rawValue)
      let hint = words.first.map { suggestion(for: $0, among: known) } ?? ""
      head.error(
        .unknownType, "the type of a column is \(known.listed)\(isKey ? ", or a range such as `number range`" : "")",
        remedy: hint, at: node.location)
      return nil
    }
    if isRange, !isKey {
      head.error(.misplaced, "only a key can be a range", remedy: ": move `\(name)` to `keys`", at: node.location)
    } else if isRange, !content.isOrdered {
      head.error(.wrongType, "a range is of `integer`, `number` or `date`, not of `\(word)`", at: node.location)
    } else if isKey, content == .caption {
      head.error(
        .wrongType, "a key is compared with the entered value", remedy: ": use `text`, not `caption`", at: node.location
      )
    }
    return DataTable.Column(name: name, content: content, isRange: isRange)
  }

  // MARK: - Rows

  /// Reads a row: a list of cells in column order, or a mapping by column name.
  private mutating func row(_ node: SourceNode, _ keyCount: Int) -> [DataTable.Cell]? {
    if let entries = node.mapping { return row(entries, at: node.location, keyCount) }
    guard let cells = node.sequence else {
      head.error(
        .wrongShape, "a row is a list of cells, [\(columns.map(\.name).joined(separator: ", "))]", at: node.location)
      return nil
    }
    guard cells.count == columns.count else {
      let numbers = CommonMistakes.splitNumbers(in: cells) { place in
        columns.indices.contains(place) && columns[place].content == .number
      }
      if let first = numbers.first, cells.count - numbers.count == columns.count {
        head.error(
          .wrongValue, "the decimal separator is a point, and a comma separates cells",
          remedy: ": write " + numbers.map { $0.meant.map { "`\($0)`" }.joined(separator: " or ") }.listed,
          at: first.location)
      } else {
        head.error(
          .wrongShape,
          "this row has \(cells.count) cells, but the table has \(columns.count) columns: "
            + columns.map(\.name).joined(separator: ", "), at: node.location)
      }
      return nil
    }
    return zip(columns.indices, cells).map { cell($1, at: $0, keyCount) }
  }

  private mutating func row(_ entries: [SourceNode.Entry], at location: Location, _ keyCount: Int) -> [DataTable.Cell]?
  {
    var found: [String: SourceNode] = [:]
    for (place, entry) in entries.enumerated() {
      let name = entry.key.scalar ?? ""
      guard columns.contains(where: { $0.name == name }) else {
        let numbers =
          entry.value.isNull && place > 0 ? CommonMistakes.numbers(entries[place - 1].value.scalar, name) : []
        guard numbers.isEmpty else {
          let column = entries[place - 1].key.scalar ?? ""
          head.error(
            .wrongValue, "the decimal separator is a point, and a comma ends the value",
            remedy: ": write " + numbers.map { "`\(column): \($0)`" }.joined(separator: " or "),
            at: entry.key.location)
          continue
        }
        let hint = suggestion(for: name, among: columns.map(\.name))
        head.error(
          .unknownField, "the table has no column `\(name)`",
          remedy: hint.isEmpty ? "; there is \(columns.map(\.name).listed)" : hint, at: entry.key.location)
        continue
      }
      found[name] = entry.value
    }
    for column in columns.prefix(keyCount) where found[column.name] == nil {
      head.error(.missingProperty, "this row has no `\(column.name)`, a key", at: location)
    }
    return columns.indices.map { place in
      found[columns[place].name].map { cell($0, at: place, keyCount) } ?? .value(.null)
    }
  }

  private mutating func cell(_ node: SourceNode, at place: Int, _ keyCount: Int) -> DataTable.Cell {
    let column = columns[place]
    if node.isNull || node.scalar?.isEmpty == true {
      if place < keyCount {
        head.error(.missingProperty, "the cell of key `\(column.name)` is empty", at: node.location)
      }
      return .value(.null)
    }
    if column.content == .caption {
      return head.text("rows.\(column.name)", node).map(DataTable.Cell.caption) ?? .value(.null)
    }
    guard let text = node.scalar else {
      head.error(.wrongShape, "a cell is a single value, not \(node.noun)", at: node.location)
      return .value(.null)
    }
    if column.isRange { return range(text, of: column, at: node.location) }
    guard let value = Self.value(text, of: column.content) else {
      refuse(text, of: column, at: node.location)
      return .value(.null)
    }
    return .value(value)
  }

  /// Reads a range: `1000..99999.99`, `1000..`, `..1000`, `..`, or a single value.
  private mutating func range(_ text: String, of column: DataTable.Column, at location: Location) -> DataTable.Cell {
    let ends = Self.ends(of: text)
    let values = ends.map { $0.isEmpty ? Value?.none : Self.value($0, of: column.content) }
    for (end, value) in zip(ends, values) where !end.isEmpty && value == nil { refuse(end, of: column, at: location) }
    if let low = values[0], let high = values[1], DataTable.isBelow(high, low) {
      head.error(.noPossibleValue, "no key matches this row: its range ends before it begins", at: location)
    }
    return .range(values[0], values[1])
  }

  /// Returns the two ends of a range as written. For a single value both are the value.
  private static func ends(of text: String) -> [String] {
    let bytes = Array(text.utf8)
    let dot = UInt8(ascii: ".")
    guard let place = bytes.indices.dropLast().first(where: { bytes[$0] == dot && bytes[$0 + 1] == dot }) else {
      return [text, text]
    }
    return [bytes[..<place], bytes[(place + 2)...]].map { part in
      String(decoding: part, as: UTF8.self).split(separator: " ").joined(separator: " ")
    }
  }

  private mutating func refuse(_ text: String, of column: DataTable.Column, at location: Location) {
    var hint = ""
    if column.content == .number || column.content == .integer {
      hint = CommonMistakes.numberHint(text) ?? ""
    } else if column.content == .date {
      hint = CommonMistakes.dateHint(text) ?? ""
    } else if column.content == .boolean {
      hint = CommonMistakes.flag(text).map { ": write `\($0)`" } ?? ""
    }
    let wanted =
      switch column.content {
      case .date: "a date, YYYY-MM-DD"
      case .boolean: "`true` or `false`"
      default: column.content.type.noun
      }
    let range = column.isRange ? ", alone or in a range such as `a..b`, `a..` or `..b`" : ""
    head.error(.wrongValue, "`\(column.name)` takes \(wanted)\(range)", remedy: hint, at: location)
  }

  private static func value(_ text: String, of content: DataTable.Content) -> Value? {
    switch content {
    case .text, .caption: .string(normalized(text))
    case .integer: Int64(text).map(Value.integer)
    case .number: Decimal(plain: text).map(Value.decimal)
    case .date: CivilDate(text) == nil ? nil : .string(text)
    case .boolean: text == "true" ? true : text == "false" ? false : nil
    }
  }
}
