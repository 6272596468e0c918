package import Model
import DataAccess
import Storage

/// Walks the ledger along the records of the audit: one transaction writes a movement and its record.
///
/// Movements come in the order of their ids, records in that of their places. Where several transactions write at once, a movement
/// may come before its record: it waits for it. So the walk holds one page of the ledger in memory, the movements that wait, and the
/// first faults.
package final class LedgerWalk {
  /// The findings so far.
  package struct Findings: Sendable, Equatable {
    /// Movements with a record of their own.
    var bound = 0
    /// Movements from before the binding, digested by its record.
    package var before = 0
    /// Movements by a program of the release before, whose records have no digest. Their amount is that of their
    /// submission.
    var older = 0
    /// Movements of a ledger that is not bound yet.
    var unbound = 0
    /// The first faults.
    package var faults: [LedgerFault] = []
    /// Count of all faults.
    package var count = 0

    mutating func add(_ fault: LedgerFault) {
      count += 1
      if faults.count < LedgerWalk.maxFaults { faults.append(fault) }
    }
  }

  static let maxFaults = 20
  /// Most reported movements to remember that stand elsewhere than their records say; further ones are reported twice.
  private static let maxReported = 10_000
  private static let page = 1000
  /// Most movements that wait for their records; of more, the oldest have none.
  private static let maxWaiting = 10_000
  /// Most records before the walk that a movement may belong to. Those of transactions that wrote at once stand close together.
  private static let recordsBefore = 1000

  private let store: any Store
  /// The newest record and movement to look at; later ones are left for the next walk.
  private let ends: (record: Int64, movement: Int64)
  private let binding: Int64?
  private var found = Findings()
  /// Changed movements that are reported already and come later in the ledger.
  private var reported: Set<Int64> = []
  /// The movements that are read and not walked yet, the next one last.
  private var ahead: [Movement] = []
  /// The movements that the walk is past and whose records have not come, by their ids.
  private var waiting: [Int64: Movement] = [:]
  /// The id of the first movement that is not read; nil at the end.
  private var unread: Int64? = .min
  /// The place of the record, and the id of the movement, behind which the walk began.
  private let sequence: Int64
  private var first = Int64.min

  /// A walk over the records after `sequence` and their movements, up to the present end.
  init(_ store: any Store, since sequence: Int64 = 0) throws {
    (self.store, self.sequence) = (store, sequence)
    (ends, binding) = try store.read { connection in
      try connection.snapshot {
        let audit = AuditDAO(connection)
        return ((try audit.newest(), try LedgerDAO(connection).newest()), try audit.binding())
      }
    }
    if sequence > 0, binding.map({ sequence >= $0 }) ?? true { unread = try place(after: sequence) }
    first = unread ?? .max
  }

  /// Compares the next record with the ledger.
  func take(_ record: AuditDAO.Moving) throws {
    guard record.sequence <= ends.record else { return }
    switch record.event {
    case AuditEvent.ledgerBound.rawValue where record.sequence == binding: try takeBinding(record)
    // The binding's record covers what stood there then; earlier records do not count.
    case _ where binding.map({ record.sequence < $0 }) ?? false: break
    case AuditEvent.submissionExecuted.rawValue, AuditEvent.moneyMoved.rawValue: try takeMovement(record)
    default: break
    }
  }

  /// Walks the rest of the ledger and returns the findings.
  package func findings() throws -> Findings {
    while let movement = try next() { wait(for: movement) }
    try takeNeighbours()
    for id in waiting.keys.sorted() { if let movement = waiting.removeValue(forKey: id) { addUnrecorded(movement) } }
    return found
  }

  /// Takes the records just outside of the walk: a transaction that wrote at the same time has its movement inside.
  private func takeNeighbours() throws {
    var last = ends.record
    while !waiting.isEmpty {
      let page = try store.read { [last] in try AuditDAO($0).moving(after: last, limit: Self.page) }
      for record in page { try takeNeighbour(record) }
      guard let end = page.last else { break }
      last = end.sequence
    }
    if sequence > 0, !waiting.isEmpty {
      let page = try store.read { [sequence] in
        try AuditDAO($0).moving(before: sequence + 1, limit: Self.recordsBefore)
      }
      for record in page { try takeNeighbour(record) }
    }
  }

  private func takeNeighbour(_ record: AuditDAO.Moving) throws {
    guard let digest = record.digest, let movement = try movement(of: record), movement.digest == digest else { return }
    if waiting.removeValue(forKey: movement.id) != nil { found.bound += 1 }
  }

  private func wait(for movement: Movement) {
    waiting[movement.id] = movement
    guard waiting.count > Self.maxWaiting else { return }
    for id in waiting.keys.sorted().prefix(Self.maxWaiting / 2) {
      if let oldest = waiting.removeValue(forKey: id) { addUnrecorded(oldest) }
    }
  }

  private func takeBinding(_ record: AuditDAO.Moving) throws {
    guard let last = Int64(record.subjectID) else { return }
    var chain = LedgerBinding.Chain()
    while let movement = try peek(), movement.id <= last {
      chain.add(movement)
      _ = try next()
    }
    found.before = chain.count
    if chain.digest != record.digest {
      found.add(.changedBefore(through: last, count: chain.count, record: record.sequence))
    }
  }

  private func takeMovement(_ record: AuditDAO.Moving) throws {
    if record.digest == LedgerBinding.noMovement(of: record.subjectID) { return }
    // Nearly always the next one.
    let following = try peek()
    let recorded = try following.flatMap { $0.isOf(record) ? $0 : nil } ?? movement(of: record)
    if let recorded, let digest = record.digest, digest != recorded.digest {
      found.add(.changed(recorded, record: record.sequence))
      // It may not be due yet: movements before it have records of their own.
      if try peek()?.id == recorded.id {
        _ = try next()
      } else if waiting.removeValue(forKey: recorded.id) == nil, reported.count < Self.maxReported {
        reported.insert(recorded.id)
      }
      return
    }
    guard let recorded, try reach(recorded) else {
      // A record of an older program does not say whether money moved.
      if record.digest != nil { found.add(.removed(record: record.sequence, subject: record.subjectID)) }
      return
    }
    if record.digest != nil {
      found.bound += 1
    } else if try isOfOlderProgram(recorded) {
      found.older += 1
    } else {
      addUnrecorded(recorded)
    }
  }

  /// Walks past the movement; returns false if the walk was past it already and had found its record.
  private func reach(_ movement: Movement) throws -> Bool {
    if waiting.removeValue(forKey: movement.id) != nil { return true }
    while let following = try peek(), following.id <= movement.id {
      _ = try next()
      if following.id == movement.id { return true }
      wait(for: following)
    }
    return movement.id < first
  }

  private func addUnrecorded(_ movement: Movement) {
    if reported.remove(movement.id) != nil { return }
    if binding == nil { found.unbound += 1 } else { found.add(.putIn(movement)) }
  }

  private func movement(of record: AuditDAO.Moving) throws -> Movement? {
    try store.read { connection in
      let ledger = LedgerDAO(connection)
      return record.event == AuditEvent.moneyMoved.rawValue
        ? try Int64(record.subjectID).flatMap { try ledger.movement($0) } : try ledger.movement(of: record.subjectID)
    }
  }

  /// True if the movement has the amount of its submission, which an older program executed.
  private func isOfOlderProgram(_ movement: Movement) throws -> Bool {
    guard let submission = movement.submission else { return false }
    let amount = try store.read { try LedgerDAO($0).amount(ofSubmission: submission) }
    return amount.map { $0 == (movement.amount, movement.currency) } ?? false
  }

  /// The id after the newest movement that a record up to `sequence` covers; nil if no id follows.
  private func place(after sequence: Int64) throws -> Int64? {
    var before = sequence + 1
    while true {
      let page = try store.read { [before] in try AuditDAO($0).moving(before: before, limit: 100) }
      for record in page {
        if record.sequence == binding { return Int64(record.subjectID).map { $0 + 1 } }
        if record.digest == LedgerBinding.noMovement(of: record.subjectID) { continue }
        guard let movement = try movement(of: record) else { continue }
        if record.digest == nil, try !isOfOlderProgram(movement) { continue }
        return movement.id == .max ? nil : movement.id + 1
      }
      guard let last = page.last else { return .min }
      before = last.sequence
    }
  }

  private func peek() throws -> Movement? {
    if ahead.isEmpty, let first = unread {
      let last = ends.movement
      let page = try store.read { try LedgerDAO($0).movements(from: first, to: last, limit: Self.page) }
      ahead = page.reversed()
      unread = page.last.flatMap { $0.id == .max ? nil : $0.id + 1 }
    }
    return ahead.last
  }

  private func next() throws -> Movement? {
    let movement = try peek()
    if movement != nil { ahead.removeLast() }
    return movement
  }
}

extension Movement {
  /// True if a record of the audit tells of this movement.
  fileprivate func isOf(_ record: AuditDAO.Moving) -> Bool {
    record.event == AuditEvent.moneyMoved.rawValue ? String(id) == record.subjectID : submission == record.subjectID
  }
}

/// A difference between the ledger and the audit.
package enum LedgerFault: Error, Equatable, CustomStringConvertible {
  /// No record covers the movement.
  case putIn(Movement)
  /// The movement differs from the recorded one.
  case changed(Movement, record: Int64)
  /// The recorded movement is gone.
  case removed(record: Int64, subject: String)
  /// The movements up to this id differ from those at the time of the binding.
  case changedBefore(through: Int64, count: Int, record: Int64)

  package var description: String {
    switch self {
    case .putIn(let movement): "\(Self.named(movement)) has no record in the audit: it was put in"
    case .changed(let movement, let record):
      "\(Self.named(movement)) is not what record \(record) of the audit tells: it was changed"
    case .removed(let record, let subject):
      "the movement of \(subject) that record \(record) of the audit tells of is gone: it was removed"
    case .changedBefore(let id, let count, let record):
      "the \(count) movements up to \(id) are not those that record \(record) of the audit digests: one was put in, changed "
        + "or removed"
    }
  }

  private static func named(_ movement: Movement) -> String {
    let money = Currency(movement.currency).map { Money(minor: movement.amount, $0).text } ?? "\(movement.amount)"
    return "movement \(movement.id), \(money) \(movement.currency) from \(movement.debit) to \(movement.credit),"
  }
}
