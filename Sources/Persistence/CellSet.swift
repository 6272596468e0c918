import Model
import Storage

/// Cells in order, stored as their names joined by blanks.
struct CellSet: Storable {
  let cells: [Cell]

  init(_ cells: [Cell]) { self.cells = cells.sorted() }

  var stored: StoredValue { .text(cells.map(\.rawValue).joined(separator: " ")) }

  init?(stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    var cells: [Cell] = []
    for word in text.split(separator: " ") {
      guard let cell = Cell(rawValue: String(word)) else { return nil }
      cells.append(cell)
    }
    self.cells = cells
  }
}
