import Conditions
package import Texts
package import JSON

extension DataTable {
  /// The column with the captions of options: the first column of texts in each language, otherwise
  /// the first text that is not a key; nil for a table without either.
  var captionColumn: Column? {
    columns.first { $0.content == .caption } ?? columns.dropFirst(keyCount).first { $0.content == .text && !$0.isRange }
  }

  /// The list of the table's rows, to search by their captions.
  ///
  /// Returns nil for a table that is not searched: its only key must be a text.
  var search: Search? {
    guard keyCount == 1, columns[0].content == .text, !columns[0].isRange, let lookup, let captionColumn else {
      return nil
    }
    return Search(name, finding: lookup, caption: captionColumn.name)
  }
}

extension DataTable {
  /// The maximum number of rows whose values are compared with the constants of a filter.
  private static let maxCompared = 500

  /// The distinct values of each column without texts in several languages; empty for a long table.
  var fieldValues: [String: [Value]] {
    guard rows.count <= Self.maxCompared else { return [:] }
    var values: [String: [Value]] = [:]
    for row in rows {
      for (column, cell) in zip(columns, row) {
        guard case .value(let value) = cell, !value.isNull, values[column.name]?.contains(value) != true else {
          continue
        }
        values[column.name, default: []].append(value)
      }
    }
    return values
  }
}

extension SearchedAtom {
  /// Returns the rows of the searched table whose captions contain every word of a text, as options
  /// with all columns; nil if the list is not a table.
  package func rows(matching text: String, in language: Language) -> [Value]? {
    guard let table = search.lookup.table, let caption = table.captionColumn?.name else { return nil }
    guard StepBudget.take(table.rows.count / 4) else { return [] }
    let words = FoldedWords(text)
    return table.rows.indices.compactMap { place in
      let record = table.record(place, in: language)
      guard let shown = record[caption]?.string, words.match(shown) else { return nil }
      return record
    }
  }
}
