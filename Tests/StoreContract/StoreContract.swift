import Dispatch
package import Storage
import Synchronization

/// The requirements of every `Store`, as clauses. The tests of an engine check each clause on a
/// new, empty store.
package enum StoreContract {
  /// A requirement.
  package struct Clause: Sendable, CustomStringConvertible {
    /// The requirement in one sentence.
    package let description: String
    fileprivate let holds: @Sendable (any Store) throws -> Void

    /// Throws `Violation`, or the store's own error, if the store violates the clause.
    package func check(_ store: any Store) throws {
      try store.done("CREATE TABLE thing (number BIGINT PRIMARY KEY CHECK (number >= 0), name TEXT NOT NULL)")
      try holds(store)
      store.close()
    }
  }

  /// The violation of a clause.
  package struct Violation: Error, CustomStringConvertible {
    package let description: String
  }

  package static let clauses = writes + reads + refusals

  private static func require(_ holds: Bool, _ expected: String) throws {
    if !holds { throw Violation(description: expected) }
  }

  private struct Refused: Error {}

  private static let writes = [
    Clause(description: "the row of a completed write can be read") { store in
      for number in 1...20 {
        try store.insert(number)
        try require(store.numbers().contains(number), "\(number) is read after its completion")
      }
    },
    Clause(description: "a write that throws is rolled back, and no other write is") { store in
      let answers = Answers()
      for number in 0..<30 {
        answers.expect(number)
        store.write(
          locking: [],
          { transaction -> Void in
            try transaction.execute("INSERT INTO thing (number, name) VALUES ($1, 'x')", number)
            if number % 3 == 0 { throw Refused() }
          }, afterCommit: nil
        ) { result in answers.met(number, (try? result.get()) != nil) }
      }
      let answered = answers.all()
      try require(
        answered == Dictionary(uniqueKeysWithValues: (0..<30).map { ($0, $0 % 3 != 0) }),
        "each write has its own outcome")
      try require(store.numbers() == (0..<30).filter { $0 % 3 != 0 }, "the others are committed")
    },
    Clause(description: "`afterCommit` is called in the order of the writes and before `then`") { store in
      let settled = Mutex<[Int]>([])
      let early = Mutex<[Int]>([])
      let answers = Answers()
      for number in 0..<100 {
        answers.expect(number)
        store.write(
          locking: [], { try $0.execute("INSERT INTO thing (number, name) VALUES ($1, 'x')", number) },
          afterCommit: { _ in settled.withLock { $0.append(number) } }
        ) { _ in
          if !settled.withLock({ $0.contains(number) }) { early.withLock { $0.append(number) } }
          answers.met(number, true)
        }
      }
      _ = answers.all()
      try require(settled.withLock { $0 } == Array(0..<100), "in order")
      try require(early.withLock { $0 }.isEmpty, "before `then`")
    },
    Clause(description: "a slow completion does not delay others, and closing waits for it") { store in
      let (release, quick) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let isAnswered = Mutex(false)
      store.write(locking: [], { _ in }, afterCommit: nil) { _ in
        release.wait()
        isAnswered.withLock { $0 = true }
      }
      store.write(locking: [], { _ in }, afterCommit: nil) { _ in quick.signal() }
      quick.wait()
      release.signal()
      store.close()
      try require(isAnswered.withLock { $0 }, "all writes are complete after closing")
    },
    Clause(description: "a closed store rejects writes") { store in
      store.close()
      do {
        try store.insert(1)
        throw Violation(description: "it is rejected")
      } catch is DatabaseClosed {}
    },
    Clause(description: "locks are found with a query before the first statement") { store in
      let locks = Locks([Lock("thing", rank: 0, key: 1)]) { connection in
        _ = try connection.first("SELECT number FROM thing") { _ in true }
        return []
      }
      let answers = Answers()
      answers.expect(1)
      store.write(
        locking: locks, { try $0.execute("INSERT INTO thing (number, name) VALUES (1, 'x')") }, afterCommit: nil
      ) { answers.met(1, (try? $0.get()) != nil) }
      try require(answers.all() == [1: true] && store.numbers() == [1], "the write is committed")
    },
    Clause(description: "a savepoint rolls back only its own changes") { store in
      try store.done { transaction in
        try transaction.execute("INSERT INTO thing (number, name) VALUES (1, 'kept')")
        do {
          try transaction.savepoint {
            try transaction.execute("INSERT INTO thing (number, name) VALUES (2, 'undone')")
            throw Refused()
          }
        } catch is Refused {}
      }
      try require(store.numbers() == [1], "the earlier row is committed")
    },
    Clause(description: "a write that continues after a failed statement fails, and no other write does") { store in
      try store.insert(1)
      let answers = Answers()
      let reasons = Mutex<[StoreError.Reason?]>([])
      for number in 10..<40 {
        answers.expect(number)
        store.write(
          locking: [],
          { transaction -> Void in
            try transaction.execute("INSERT INTO thing (number, name) VALUES ($1, 'x')", number)
            if number % 3 == 0 {
              do { try transaction.execute("INSERT INTO thing (number, name) VALUES (1, 'twice')") } catch {}
            }
          }, afterCommit: nil
        ) { result in
          if case .failure(let error) = result { reasons.withLock { $0.append((error as? StoreError)?.reason) } }
          answers.met(number, (try? result.get()) != nil)
        }
      }
      let answered = answers.all()
      try require(
        answered == Dictionary(uniqueKeysWithValues: (10..<40).map { ($0, $0 % 3 != 0) }),
        "each write has its own outcome")
      try require(reasons.withLock { $0 } == Array(repeating: .unique, count: 10), "they fail with its error")
      try require(store.numbers() == [1] + (10..<40).filter { $0 % 3 != 0 }, "the others are committed")
      // The same applies to a write that is alone in its batch.
      do {
        try store.done { transaction in
          try transaction.execute("INSERT INTO thing (number, name) VALUES (2, 'x')")
          do { try transaction.execute("INSERT INTO thing (number, name) VALUES (1, 'twice')") } catch {}
        }
        throw Violation(description: "it is rejected")
      } catch let error as StoreError { try require(error.isUniqueViolation, "\(error)") }
      try require(!store.numbers().contains(2), "it is rolled back")
    },
    Clause(description: "work before the COMMIT runs in order, unless its savepoint is rolled back") { store in
      try store.done { transaction in
        for number in [5, 3, 4] {
          try transaction.beforeCommit { _ in
            let before = try transaction.first("SELECT count(*) FROM thing") { (row) throws(StoreError) in
              try row.get(0, as: Int.self)
            }
            return try transaction.execute(
              "INSERT INTO thing (number, name) VALUES ($1, $2)", number, "behind \(before ?? -1)")
          }
        }
        do {
          try transaction.savepoint {
            try transaction.beforeCommit { _ in
              try transaction.execute("INSERT INTO thing (number, name) VALUES (6, 'x')")
            }
            throw Refused()
          }
        } catch is Refused {}
      }
      let names = try store.read { connection in
        try connection.all("SELECT name FROM thing ORDER BY name") { (row) throws(StoreError) in
          try row.get(0, as: String.self)
        }
      }
      try require(store.numbers() == [3, 4, 5], "only the rows outside the savepoint are committed")
      try require(names == ["behind 0", "behind 1", "behind 2"], "each work sees the rows of earlier work")
    },
    Clause(description: "work before the COMMIT receives the previous result, unless that was rolled back") { store in
      try store.done { transaction in
        for number in [3, 4] {
          try transaction.beforeCommit { before in
            try transaction.execute("INSERT INTO thing (number, name) VALUES ($1, $2)", number, "behind \(before ?? 0)")
            return number
          }
        }
        do {
          try transaction.savepoint {
            try transaction.beforeCommit { _ in 5 }
            throw Refused()
          }
        } catch is Refused {}
        try transaction.beforeCommit { before in
          try transaction.execute("INSERT INTO thing (number, name) VALUES (6, $1)", "behind \(before ?? 0)")
          return nil
        }
      }
      try store.done { transaction in
        try transaction.beforeCommit { before in
          try transaction.execute("INSERT INTO thing (number, name) VALUES (7, $1)", "behind \(before ?? 0)")
          return nil
        }
      }
      let names = try store.read { connection in
        try connection.all("SELECT name FROM thing ORDER BY number") { (row) throws(StoreError) in
          try row.get(0, as: String.self)
        }
      }
      try require(names[0] == "behind 0" && names[1] == "behind 3", "each work receives the previous result")
      try require(names[2] == "behind 4" || names[2] == "behind 0", "no work receives a result that was rolled back")
      try require(names[3] == "behind 0", "no work receives a result of another transaction")
    },
    Clause(description: "a write fails if its work before the COMMIT fails, and no other write does") { store in
      try store.insert(1)
      let answers = Answers()
      for number in 10..<40 {
        answers.expect(number)
        store.write(
          locking: [],
          { transaction -> Void in
            try transaction.beforeCommit { _ in
              try transaction.execute(
                "INSERT INTO thing (number, name) VALUES ($1, 'x')", number % 3 == 0 ? 1 : number)
            }
          }, afterCommit: nil
        ) { result in answers.met(number, (try? result.get()) != nil) }
      }
      let answered = answers.all()
      try require(
        answered == Dictionary(uniqueKeysWithValues: (10..<40).map { ($0, $0 % 3 != 0) }),
        "each write has its own outcome")
      try require(store.numbers() == [1] + (10..<40).filter { $0 % 3 != 0 }, "the others are committed")
    },
    Clause(description: "a write can continue after a failed statement in a savepoint") { store in
      try store.insert(1)
      try store.done { transaction in
        try transaction.execute("INSERT INTO thing (number, name) VALUES (2, 'x')")
        for number in 1...4 {
          do {
            _ = try transaction.savepoint {
              try transaction.execute("INSERT INTO thing (number, name) VALUES ($1, 'x')", number)
            }
          } catch let error as StoreError where error.isUniqueViolation {}
        }
      }
      try require(store.numbers() == [1, 2, 3, 4], "the other rows are committed")
    },
  ]

  private static let reads = [
    Clause(description: "a read connection rejects writes") { store in
      do {
        try store.read { _ = try $0.execute("INSERT INTO thing (number, name) VALUES (1, 'x')") }
        throw Violation(description: "it is rejected")
      } catch is StoreError {}
      try require(store.numbers().isEmpty, "nothing is written")
    },
    Clause(description: "each statement of a read sees the newest state, and a snapshot sees one state") { store in
      let seen = try store.read { connection in
        try connection.snapshot {
          let before = try connection.numbers()
          try store.insert(1)
          return [before, try connection.numbers()]
        } + [try connection.numbers()]
      }
      try require(seen == [[], [], [1]], "\(seen)")
    },
    Clause(description: "values are read back unchanged") { store in
      let values: [StoredValue] = [.integer(.min), .integer(.max), .text("ООО «Ромашка» 🌼"), .text("")]
      let found = try store.read { connection in
        try values.map { value in
          try connection.first("SELECT $1", Plain(stored: value)) { (row) throws(StoreError) in try row.stored(0) }
        }
      }
      try require(found == values, "\(found)")
    },
    Clause(description: "the first row is the first in order, and nil for an empty result") { store in
      for number in [3, 1, 2] { try store.insert(number) }
      let found = try store.read { connection in
        try [0, 2, 9].map { minimum in
          try connection.first("SELECT number FROM thing WHERE number >= $1 ORDER BY number", minimum) {
            (row) throws(StoreError) in try row.get(0, as: Int.self)
          }
        }
      }
      try require(found == [1, 2, nil], "\(found)")
    },
    Clause(description: "a placeholder refers to its argument by number") { store in
      let found = try store.read { connection in
        try connection.first("SELECT CAST($2 AS TEXT) || CAST($1 AS TEXT) || CAST($2 AS TEXT)", "a", "b") {
          (row) throws(StoreError) in try row.get(0, as: String.self)
        }
      }
      try require(found == "bab", "\(found ?? "nothing")")
    },
    Clause(description: "an intact store has no damage and no fault, and counts its writes") { store in
      try store.insert(1)
      try require(store.damage().isEmpty && store.brokenReferences().isEmpty, "no damage")
      try require(store.health.trouble == nil, "no fault")
      try require(store.writeCounts.writes == 2 && store.writeCounts.waiting == 0, "\(store.writeCounts)")
      try require(store.figures().readers > 0, "it has readers")
    },
  ]

  private static let refusals = [
    Clause(description: "the error of a rejected row has a reason and the statement, and omits arguments") { store in
      try store.insert(1)
      func reason(_ number: Int, _ name: String?) throws -> StoreError.Reason? {
        do {
          try store.done { try $0.execute("INSERT INTO thing (number, name) VALUES ($1, $2)", number, name) }
          return nil
        } catch let error as StoreError {
          try require(error.sql.contains("$1") && !"\(error)".contains("Ромашка"), "\(error)")
          return error.reason
        }
      }
      try require(reason(1, "Ромашка") == .unique, "a duplicate key is unique")
      try require(reason(-1, "Ромашка") == .check, "a value out of range is check")
      try require(reason(2, nil) == .constraint, "a missing value is constraint")
      try require(reason(2, "Ромашка") == nil, "a valid row is accepted")
    },
    Clause(description: "a column of another type is a mismatch") { store in
      try store.insert(1)
      do {
        _ = try store.read { connection in
          try connection.first("SELECT name FROM thing") { (row) throws(StoreError) in try row.get(0, as: Int.self) }
        }
        throw Violation(description: "it is rejected")
      } catch let error as StoreError { try require(error.isMismatch, "\(error)") }
    },
  ]
}

/// An argument with a given stored value.
private struct Plain: Bindable {
  let stored: StoredValue
}

/// The outcomes of writes by number.
private final class Answers: Sendable {
  private let met = Mutex<[Int: Bool]>([:])
  private let group = DispatchGroup()

  func expect(_ number: Int) { group.enter() }

  func met(_ number: Int, _ isGood: Bool) {
    met.withLock { $0[number] = isGood }
    group.leave()
  }

  /// Waits for all expected outcomes and returns them.
  func all() -> [Int: Bool] {
    group.wait()
    return met.withLock { $0 }
  }
}

extension Connection {
  fileprivate func numbers() throws -> [Int] {
    try all("SELECT number FROM thing ORDER BY number") { (row) throws(StoreError) in try row.get(0, as: Int.self) }
  }
}

extension Store {
  fileprivate func numbers() throws -> [Int] { try read { try $0.numbers() } }

  fileprivate func insert(_ number: Int) throws {
    try done { try $0.execute("INSERT INTO thing (number, name) VALUES ($1, 'x')", number) }
  }

  fileprivate func done(_ sql: StaticString) throws { try done { _ = try $0.execute(sql) } }

  /// Runs a write and waits for its outcome.
  fileprivate func done(_ body: @escaping @Sendable (Connection) throws -> Void) throws {
    let outcome = Mutex<Result<Void, any Error>?>(nil)
    let answered = DispatchSemaphore(value: 0)
    write(locking: [], body, afterCommit: nil) { result in
      outcome.withLock { $0 = result }
      answered.signal()
    }
    answered.wait()
    try outcome.withLock { $0 }?.get()
  }
}
