package import Model

/// A security matrix as people read it: columns' letters above, rows' numbers before.
package struct MatrixTable: CustomStringConvertible {
  private let codes: [Cell: String]

  /// The table of these codes.
  package init(_ codes: [Cell: String]) { self.codes = codes }

  package var description: String {
    let columns = Set(codes.keys.map(\.column)).sorted()
    let rows = Set(codes.keys.map(\.row)).sorted()
    let width = codes.values.map(\.count).max() ?? 1
    func cell(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let head = columns.compactMap { Cell(column: $0, row: 0) }.map { cell(String($0.rawValue.prefix(1)), width) }
    let lines = rows.map { row in
      let codes = columns.compactMap { Cell(column: $0, row: row) }.map { cell(self.codes[$0] ?? "", width) }
      return ([cell("\(row + 1)", 2)] + codes).joined(separator: " ")
    }
    return ([(["  "] + head).joined(separator: " ")] + lines).joined(separator: "\n")
  }
}
