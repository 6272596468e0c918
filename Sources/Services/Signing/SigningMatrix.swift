package import Model
import Persistence
import Secrets
import Storage

extension Signing {
  /// Gives the person a new security matrix in the place of the old one. Its codes are answered here and kept
  /// nowhere.
  package func issueMatrix(_ person: PersonID) -> Deferred<[Cell: String]> {
    issueMatrix(person, matrix.randomCodes())
  }

  /// Gives the person a matrix with these codes.
  package func issueMatrix(_ person: PersonID, _ codes: [Cell: String]) -> Deferred<[Cell: String]> {
    store.deferredWrite(locking: [.person(person)]) { transaction in
      let id = try matrix.issue(codes, to: person, at: clock(), transaction)
      try audit.record(.matrixIssued, by: .system, of: .matrix(id), transaction)
      return codes
    }
  }

  /// Returns the effect that renews the person's matrix. Its codes are shown once, with the answer to the signature.
  package func renewal() -> Effect {
    let codes = matrix.randomCodes()
    var effect = Effect(check: { _, _ in nil }) { transaction, submission in
      let id = try matrix.issue(codes, to: submission.person, at: clock(), transaction)
      try audit.record(.matrixIssued, by: .person(submission.person), of: .matrix(id), transaction)
      return .executed
    }
    effect.shows = Disclosure(matrix: codes)
    return effect.here.on { transaction, person in
      try MatrixDAO(transaction).current(person: person)?.id.description ?? "none"
    }
  }

  /// True if the person's matrix has exactly these codes.
  package func hasMatrix(_ person: PersonID, _ codes: [Cell: String]) throws -> Bool {
    try store.read { try matrix.has(codes, person, $0) }
  }

  /// Returns the number of signatures that the person's matrix is still good for; 0 without a matrix.
  package func signaturesLeft(_ person: PersonID) throws -> Int {
    try store.read { connection in try connection.snapshot { try matrix.questionsLeft(person, connection) } }
  }
}

/// A security matrix as people read it: columns' letters above, rows' numbers before.
package struct MatrixTable: CustomStringConvertible {
  private let codes: [Cell: String]

  /// Creates the table of these codes.
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

/// Draws sets of cells from a matrix: no set twice, no cell too often, and for the longest life of the matrix.
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

  /// A set of cells to ask, in order; nil if none is left.
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

  /// Returns the number of sets that can still be asked one after the other.
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

  /// Draws a set that leaves the most other sets: a cell with as many uses left as there are sets must be in it.
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
    // Most sets have been asked: the search ends at the first other one, after at most the number of asked sets.
    let asked = try sets.asked(of: matrix.id)
    return Self.first(of: Self.shuffled(full) + Self.shuffled(others), size: size) { !asked.contains($0.sorted()) }?
      .sorted()
  }

  /// Returns the largest number of sets of that size from things with those numbers of uses.
  static func most(_ left: [Int], size: Int) -> Int {
    // So many sets can be made exactly when each thing, used at most once in each, fills them all.
    var (low, high) = (0, left.reduce(0, +) / size)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if left.reduce(0, { $0 + min($1, middle) }) >= size * middle { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the number of sets of that size from `things` things, at most `limit`.
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
