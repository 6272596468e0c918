package import Model
import DataAccess
import Secrets
import Storage

extension Signing {
  /// Replaces the person's security matrix and returns the new codes. The codes themselves are not
  /// stored.
  package func issueMatrix(_ person: PersonID) -> Deferred<[Cell: String]> {
    issueMatrix(person, matrix.randomCodes())
  }

  /// Replaces the person's security matrix with a new one that has these codes.
  package func issueMatrix(_ person: PersonID, _ codes: [Cell: String]) -> Deferred<[Cell: String]> {
    store.deferredWrite(locking: [.person(person)]) { [self] transaction in
      let id = try matrix.issue(codes, to: person, at: clock(), transaction)
      try audit.record(.matrixIssued, by: .system, of: .matrix(id), transaction)
      return codes
    }
  }

  /// Returns the effect of a submission that replaces the person's matrix. The response to the
  /// signature contains the codes once.
  package func renewal() -> Effect {
    let codes = matrix.randomCodes()
    var effect = Effect(check: { _, _ in nil }) { [self] transaction, submission in
      let id = try matrix.issue(codes, to: submission.person, at: clock(), transaction)
      try audit.record(.matrixIssued, by: .person(submission.person), of: .matrix(id), transaction)
      return .executed
    }
    effect.shows = OneTimeDisplay(matrix: codes)
    return effect.here.on { transaction, person in
      try MatrixUseDAO(transaction).find(person: person)?.matrix.id.description ?? "none"
    }
  }

  /// True if the person has a security matrix.
  package func hasMatrix(_ person: PersonID) throws -> Bool {
    try store.read { try MatrixUseDAO($0).find(person: person) } != nil
  }

  /// True if the person's matrix has exactly these codes.
  package func hasMatrix(_ person: PersonID, _ codes: [Cell: String]) throws -> Bool {
    try store.read { try matrix.has(codes, person, $0) }
  }

  /// Returns the number of signatures that the person's matrix still allows; 0 without a matrix.
  package func signaturesLeft(_ person: PersonID) throws -> Int {
    try store.read { connection in try connection.snapshot { try matrix.questionsLeft(person, connection) } }
  }
}

/// A printable security matrix. The first line has the letters of the columns, and each line begins
/// with the number of its row.
package struct MatrixTable: CustomStringConvertible {
  private let codes: [Cell: String]

  package init(_ codes: [Cell: String]) { self.codes = codes }

  /// The letters of the columns, in order.
  package var columns: [String] {
    Set(codes.keys.map(\.column)).sorted().compactMap { column in
      Cell(column: column, row: 0).map { String($0.rawValue.prefix(1)) }
    }
  }

  /// The codes of each row, in the order of the columns. The first row has the number 1.
  package var rows: [[String]] {
    let columns = Set(codes.keys.map(\.column)).sorted()
    return Set(codes.keys.map(\.row)).sorted().map { row in
      columns.compactMap { Cell(column: $0, row: row) }.map { codes[$0] ?? "" }
    }
  }

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

/// Draws sets of cells from a matrix.
///
/// A set is never used twice, and a cell is not used more often than the rules allow. The draws
/// maximize the number of sets.
struct MatrixDraw {
  private let matrix: SecurityMatrix
  private let rules: SigningRules
  private let sets: AskedCellsDAO

  init(matrix: SecurityMatrix, rules: SigningRules, _ transaction: Transaction) {
    (self.matrix, self.rules, self.sets) = (matrix, rules, AskedCellsDAO(transaction))
  }

  /// Returns an unused set of cells in order and stores it as used; nil if none remains.
  func cells() throws -> [Cell]? {
    // Above this sum, more sets remain than any cell has uses. Any set is then suitable, and a
    // random one is usually unused.
    if matrix.uses.reduce(0, { $0 + left(after: $1) }) > rules.cells * rules.usesPerCell + rules.cells {
      for _ in 0..<16 {
        let drawn = Set((0..<rules.cells).compactMap { _ in randomCell }).sorted()
        let uses = drawn.compactMap(matrix.place).map { matrix.uses[$0] }
        guard uses.count == rules.cells, uses.allSatisfy({ left(after: $0) > 0 }) else { continue }
        if try sets.insert(drawn, of: matrix.id) { return drawn }
      }
    }
    return try carefulCells()
  }

  /// Returns the number of sets that can still be drawn.
  func left() throws -> Int {
    let usable = usable
    let maximum = Self.maximum(usable.map(\.left), size: rules.cells)
    if maximum == 0 { return 0 }
    let asked = try sets.count(of: matrix.id)
    let possible = Self.count(of: usable.count, size: rules.cells, upTo: maximum + asked)
    if possible - asked >= maximum { return maximum }
    let names = Set(usable.map(\.cell))
    return min(maximum, possible - (try sets.asked(of: matrix.id).count { $0.allSatisfy(names.contains) }))
  }

  private func left(after uses: Int) -> Int { max(rules.usesPerCell - uses, 0) }

  /// The cells with remaining uses, in descending order of these uses.
  private var usable: [(cell: Cell, left: Int)] {
    zip(matrix.cells, matrix.uses).map { (cell: $0, left: left(after: $1)) }.filter { $0.left > 0 }
      .sorted { $0.left > $1.left }
  }

  private var randomCell: Cell? {
    Cell(column: Randomness.number(below: matrix.columns), row: Randomness.number(below: matrix.rows))
  }

  /// Returns a set that preserves as many later sets as possible.
  ///
  /// A cell whose remaining uses reach the number of remaining sets is preferred. Leaving out too
  /// many of these cells would reduce the number of later sets.
  private func carefulCells() throws -> [Cell]? {
    let usable = usable
    let (size, maximum) = (rules.cells, Self.maximum(usable.map(\.left), size: rules.cells))
    guard maximum > 0 else { return nil }
    let slack = usable.reduce(0) { $0 + min($1.left, maximum - 1) } - size * (maximum - 1)
    let full = usable.filter { $0.left >= maximum }.map(\.cell)
    let others = usable.filter { $0.left < maximum }.map(\.cell)
    let needed = max(0, size - slack)
    for _ in 0..<32 {
      let first = Self.shuffled(full)
      let drawn = first.prefix(needed) + Self.shuffled(first.dropFirst(needed) + others).prefix(size - needed)
      if try sets.insert(drawn.sorted(), of: matrix.id) { return drawn.sorted() }
    }
    // Most sets are used. The search ends at the first unused set, after at most as many steps as
    // there are used sets.
    let asked = try sets.asked(of: matrix.id)
    let last = Self.first(of: Self.shuffled(full) + Self.shuffled(others), size: size) { !asked.contains($0.sorted()) }
    guard let cells = last?.sorted(), try sets.insert(cells, of: matrix.id) else { return nil }
    return cells
  }

  /// Returns the largest number of sets of `size` distinct elements if each element has `left`
  /// uses.
  static func maximum(_ left: [Int], size: Int) -> Int {
    // `n` sets exist exactly if the uses, each capped at `n`, add up to at least `n * size`.
    var (low, high) = (0, left.reduce(0, +) / size)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if left.reduce(0, { $0 + min($1, middle) }) >= size * middle { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the number of sets of `size` out of `things` elements, capped at `limit`.
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

  /// Returns the first set of `size` cells that meets the condition.
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
