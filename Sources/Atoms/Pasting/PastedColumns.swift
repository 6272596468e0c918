import Texts

/// The columns of pasted text: the input of each column by index; nil for an unknown column.
struct PastedColumns {
  /// The input of each column of the text.
  let inputs: [Int?]
  /// True if the first row names the columns, and has no values.
  let isHeader: Bool
  /// The names in the header that no column has.
  let unknown: [String]

  /// Creates the columns by the first row of the text.
  ///
  /// The row is a header if at least half of its names are ids or captions of columns. Only letters
  /// and digits are compared, without regard to case. Otherwise the columns are in the given order.
  init(_ row: SeparatedText.Row, _ columns: [Int], of operation: Operation) {
    let names = columns.map { place -> Set<String> in
      let atom = operation.atoms[place]
      return Set([atom.id] + Language.allCases.compactMap { atom.caption?[$0] }).reduce(into: []) { names, name in
        names.insert(Self.compared(name))
      }
    }
    var (inputs, unknown): ([Int?], [String]) = ([], [])
    for cell in row.cells {
      let name = Self.compared(cell)
      let place = name.isEmpty ? nil : names.firstIndex { $0.contains(name) }.map { columns[$0] }
      let isNew = place.map { !inputs.contains($0) } == true
      inputs.append(isNew ? place : nil)
      if !isNew, !name.isEmpty { unknown.append(cell) }
    }
    let known = inputs.count { $0 != nil }
    isHeader = known > 0 && known >= unknown.count
    (self.inputs, self.unknown) = isHeader ? (inputs, unknown) : (columns, [])
  }

  private static func compared(_ name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}
