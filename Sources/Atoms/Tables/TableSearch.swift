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

extension SearchedAtom {
  /// Returns the rows of the searched table whose captions contain every word of a text; nil if the
  /// list is not a table.
  package func rows(matching text: String, in language: Language) -> [Value]? {
    guard let table = search.lookup.table, let caption = table.captionColumn?.name else { return nil }
    guard StepBudget.take(table.rows.count / 4) else { return [] }
    let words = FoldedWords(text)
    let key = table.columns[0].name
    return table.rows.indices.compactMap { place in
      let record = table.record(place, in: language)
      guard let shown = record[caption]?.string, words.match(shown) else { return nil }
      return .object(Object([("value", record[key] ?? .null), ("caption", .string(shown))]))
    }
  }
}
