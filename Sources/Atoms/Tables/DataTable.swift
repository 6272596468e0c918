import Conditions
import Texts
import JSON

/// A table in the definitions. Its rows are found by keys in memory, or offered as options.
///
/// It is also a query without a system, so that its digest is part of the version of each operation
/// that uses it.
package final class DataTable: SystemQuery {
  package enum Content: String, CaseIterable, Sendable {
    case text, integer, number, date, boolean
    /// A text in each language.
    case caption
  }

  package struct Column: Sendable {
    /// The name, as used in conditions.
    package let name: String
    package let content: Content
    /// True if a cell is a range that a key must be in.
    let isRange: Bool
  }

  enum Cell: Sendable {
    case value(Value)
    case caption(LocalizedText)
    /// The minimum and the maximum, both included; nil for an open end.
    case range(Value?, Value?)
  }

  package let name: String
  /// The digest of the file and of the translations that it uses.
  package let digest: String
  /// Empty, because a table does not call a system.
  package var system: String { "" }
  /// The columns, key columns first.
  package let columns: [Column]
  /// The number of key columns.
  let keyCount: Int
  /// The cells of each row, in column order.
  let rows: [[Cell]]
  /// The rows by their keys without ranges.
  private let index: [[String]: [Int]]

  init(_ name: String, columns: [Column], keyCount: Int, rows: [[Cell]], digest: String) {
    (self.name, self.columns, self.keyCount, self.rows, self.digest) = (name, columns, keyCount, rows, digest)
    var index: [[String]: [Int]] = [:]
    if keyCount > 0 {
      for (place, row) in rows.enumerated() {
        index[Self.exactKey(of: row, columns, keyCount), default: []].append(place)
      }
    }
    self.index = index
  }

  /// The fields of a record: all columns except ranges.
  var fields: [Field] { columns.filter { !$0.isRange }.map { Field($0.name, $0.content.type) } }

  /// The lookup by the keys of the table; nil for a table without keys.
  package var lookup: Lookup? {
    // A decimal key that is a whole number also finds rows of an integer column.
    let keys = columns.prefix(keyCount).map { Field($0.name, $0.content == .integer ? .number : $0.content.type) }
    guard let first = keys.first else { return nil }
    return Lookup(name, key: first.type, and: Array(keys.dropFirst()), fields: fields, table: self)
  }

  /// Returns the row with these keys as a record; `empty` if no row matches. Returns `unavailable`
  /// if the step budget is exhausted.
  func answer(_ keys: [Value], in language: Language) -> LookupAnswer {
    guard keys.count == keyCount else { return .empty }
    var exact: [String] = []
    for (column, key) in zip(columns, keys) where !column.isRange {
      guard let text = Self.text(of: key) else { return .empty }
      exact.append(text)
    }
    let places = index[exact] ?? []
    guard StepBudget.take(places.count / 4) else { return .unavailable }
    let found = places.first { place in
      zip(rows[place], keys).allSatisfy { cell, key in
        if case .range(let minimum, let maximum) = cell { Self.holds(key, minimum, maximum) } else { true }
      }
    }
    return found.map { .found(record($0, in: language)) } ?? .empty
  }

  func record(_ place: Int, in language: Language) -> Value {
    var members: [Object.Member] = []
    for (column, cell) in zip(columns, rows[place]) {
      switch cell {
      case .value(let value): members.append(Object.Member(name: column.name, value: value))
      case .caption(let text): members.append(Object.Member(name: column.name, value: .string(text[language])))
      case .range: continue
      }
    }
    return .object(Object(unique: members))
  }

  /// Returns the keys of a row without ranges, as texts that are equal for equal keys.
  static func exactKey(of row: [Cell], _ columns: [Column], _ keyCount: Int) -> [String] {
    zip(columns, row).prefix(keyCount).compactMap { column, cell in
      if !column.isRange, case .value(let value) = cell { text(of: value) ?? "" } else { nil }
    }
  }

  /// Returns a text that is the same for equal keys; nil for a value that cannot be a key.
  static func text(of key: Value) -> String? {
    switch key {
    case .string(let text): "'" + text
    case .bool(let bool): bool ? "true" : "false"
    default: key.decimal?.normalized.description
    }
  }

  /// Returns the key in a cell in the same form; nil for a range and a caption.
  static func key(of cell: Cell) -> String? {
    if case .value(let value) = cell { text(of: value) } else { nil }
  }

  /// Returns true if a value is in a range, both ends included.
  private static func holds(_ value: Value, _ minimum: Value?, _ maximum: Value?) -> Bool {
    guard !value.isNull else { return false }
    return minimum.map { !isBelow(value, $0) } ?? true && maximum.map { !isBelow($0, value) } ?? true
  }

  /// Returns true if `a` is less than `b`, both numbers or both texts. Returns true for any other
  /// pair, so that a value of another type is not in a range.
  static func isBelow(_ a: Value, _ b: Value) -> Bool {
    if case .string(let first) = a, case .string(let second) = b { return first < second }
    guard let first = a.decimal, let second = b.decimal else { return true }
    return first < second
  }
}

extension DataTable.Content {
  /// The type of a cell in conditions.
  var type: ValueType {
    switch self {
    case .text, .caption: .text
    case .integer: .integer
    case .number: .number
    case .date: .date
    case .boolean: .boolean
    }
  }

  /// True if cells of this content can be ranges.
  package var isOrdered: Bool { self == .integer || self == .number || self == .date }
}
