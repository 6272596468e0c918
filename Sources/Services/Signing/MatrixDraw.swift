import Model
import Persistence
import Secrets

/// Draws sets of cells from a matrix so that none comes twice, no cell is asked too often, and the matrix lasts as long
/// as it can.
struct MatrixDraw {
  private let matrix: SecurityMatrix
  private let rules: SigningRules
  private let table: MatrixDAO
  private let sets: CellQuestionDAO
  private let room: MatrixRoom

  init(matrix: SecurityMatrix, rules: SigningRules, room: MatrixRoom, _ transaction: Transaction) {
    (self.matrix, self.rules, self.room) = (matrix, rules, room)
    (table, sets) = (MatrixDAO(transaction), CellQuestionDAO(transaction))
  }

  /// A set of cells to ask, in order; nil where none is left.
  func cells() throws -> [Cell]? {
    // While more is left than any cell can be asked, every set will do, and guessing finds one at once.
    let limit = rules.cells * rules.usesPerCell + rules.cells
    let isRoomy = try room.isMore(than: limit, in: matrix.id, drawing: rules.cells) {
      try table.usesLeft(matrix.id, limit: rules.usesPerCell)
    }
    if isRoomy {
      for _ in 0..<16 {
        let drawn = Set((0..<rules.cells).compactMap { _ in randomCell }).sorted()
        let isUsable =
          try drawn.count == rules.cells
          && drawn.allSatisfy { try (table.find($0, of: matrix.id)?.uses ?? .max) < rules.usesPerCell }
        if try isUsable && !sets.exists(drawn, of: matrix.id) { return drawn }
      }
    }
    return try carefulCells()
  }

  /// How many sets can still be asked one after the other.
  func left() throws -> Int {
    let usable = try table.usable(matrix.id, limit: rules.usesPerCell)
    let most = Self.most(usable.map(\.left), size: rules.cells)
    if most == 0 { return 0 }
    let asked = try sets.count(of: matrix.id)
    let possible = Self.count(of: usable.count, size: rules.cells, upTo: most + asked)
    if possible - asked >= most { return most }
    let names = Set(usable.map(\.cell))
    return min(most, possible - (try sets.asked(of: matrix.id).count { $0.allSatisfy(names.contains) }))
  }

  private var randomCell: Cell? {
    Cell(column: Randomness.number(below: matrix.columns), row: Randomness.number(below: matrix.rows))
  }

  /// A set that leaves as many others as can be: cells that may be asked as often as sets are left must be in it.
  private func carefulCells() throws -> [Cell]? {
    let usable = try table.usable(matrix.id, limit: rules.usesPerCell)
    let (size, most) = (rules.cells, Self.most(usable.map(\.left), size: rules.cells))
    guard most > 0 else { return nil }
    let slack = usable.reduce(0) { $0 + min($1.left, most - 1) } - size * (most - 1)
    let full = usable.filter { $0.left >= most }.map(\.cell)
    let others = usable.filter { $0.left < most }.map(\.cell)
    let needed = max(0, size - slack)
    for _ in 0..<32 {
      let first = Self.shuffled(full)
      let drawn = first.prefix(needed) + Self.shuffled(first.dropFirst(needed) + others).prefix(size - needed)
      if try !sets.exists(drawn.sorted(), of: matrix.id) { return drawn.sorted() }
    }
    // Most have been asked: looking through them ends at the first that has not, after at most as many as were asked.
    let asked = try sets.asked(of: matrix.id)
    return Self.first(of: Self.shuffled(full) + Self.shuffled(others), size: size) { !asked.contains($0.sorted()) }?
      .sorted()
  }

  /// How many sets of that size can be made of things that may be used so many times each.
  static func most(_ left: [Int], size: Int) -> Int {
    // So many sets can be made exactly when each thing, used at most once in each, fills them all.
    var (low, high) = (0, left.reduce(0, +) / size)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if left.reduce(0, { $0 + min($1, middle) }) >= size * middle { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// How many sets of that size so many things give, or `limit` where there are more.
  static func count(of things: Int, size: Int, upTo limit: Int) -> Int {
    guard size <= things else { return 0 }
    var count = 1
    for step in stride(from: 1, through: min(size, things - size), by: 1) {
      let (product, overflow) = count.multipliedReportingOverflow(by: things - step + 1)
      if overflow || product / step >= limit { return limit }
      count = product / step
    }
    return count
  }

  /// The first set of that size that meets the condition.
  private static func first(of cells: [Cell], size: Int, where isWanted: ([Cell]) -> Bool) -> [Cell]? {
    func extend(_ set: [Cell], from start: Int) -> [Cell]? {
      if set.count == size { return isWanted(set) ? set : nil }
      guard cells.count - start >= size - set.count else { return nil }
      for place in start..<cells.count {
        if let found = extend(set + [cells[place]], from: place + 1) { return found }
      }
      return nil
    }
    return extend([], from: 0)
  }

  private static func shuffled(_ cells: some Sequence<Cell>) -> [Cell] {
    var cells = Array(cells)
    for place in cells.indices.dropFirst() { cells.swapAt(place, Randomness.number(below: place + 1)) }
    return cells
  }
}
