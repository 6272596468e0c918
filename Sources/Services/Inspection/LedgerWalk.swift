package import Model
import DataAccess
import Storage

/// Compares the ledger with the audit. A movement and its record are written by one transaction.
///
/// Movements are read in the order of their ids, and records in the order of their numbers. With
/// concurrent transactions a movement can precede its record. It is then kept until the record is
/// read. Memory is limited to one page of the ledger, the unmatched movements and the first faults.
package final class LedgerWalk {
  /// The findings so far.
  package struct Findings: Sendable, Equatable {
    /// Movements with their own record.
    var bound = 0
    /// Movements before the binding, covered by the record of the binding.
    package var before = 0
    /// Movements of an earlier release, whose records have no digest. Their amount equals the
    /// amount of their submission.
    var older = 0
    /// Movements of a ledger that is not bound yet.
    var unbound = 0
    /// The first faults.
    package var faults: [LedgerFault] = []
    /// The number of all faults.
    package var count = 0

    mutating func add(_ fault: LedgerFault) {
      count += 1
      if faults.count < LedgerWalk.maxFaults { faults.append(fault) }
    }
  }

  static let maxFaults = 20
  /// The maximum number of changed movements to remember until the walk reaches them. Further ones
  /// are reported twice.
  private static let maxReported = 10_000
  private static let page = 1000
  /// The maximum number of unmatched movements. Above it, the older half is reported as having no
  /// record.
  private static let maxWaiting = 10_000
  /// The number of records before the walk in which a movement's record is searched. Records of
  /// concurrent transactions are close together.
  private static let recordsBefore = 1000

  private let store: any Store
  /// The newest record and movement to compare. Later ones belong to the next walk.
  private let ends: (record: Int64, movement: Int64)
  private let binding: Int64?
  private var found = Findings()
  /// Changed movements that were reported before the walk reached them.
  private var reported: Set<Int64> = []
  /// The movements that are read but not compared, in reverse order.
  private var ahead: [Movement] = []
  /// The movements before the current position whose records have not been read, by id.
  private var waiting: [Int64: Movement] = [:]
  /// The id from which to read the next page; nil at the end.
  private var unread: Int64? = .min
  /// The record, and the id of the first movement, at which the walk begins.
  private let sequence: Int64
  private var first = Int64.min

  /// Creates a walk over the records after `sequence` and their movements, up to the current end.
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
    // The record of the binding covers the movements of that time. Earlier records are skipped.
    case _ where binding.map({ record.sequence < $0 }) ?? false: break
    case AuditEvent.submissionExecuted.rawValue, AuditEvent.moneyMoved.rawValue: try takeMovement(record)
    default: break
    }
  }

  /// Compares the remaining movements and returns the findings.
  package func findings() throws -> Findings {
    while let movement = try next() { wait(for: movement) }
    try takeNeighbours()
    for id in waiting.keys.sorted() { if let movement = waiting.removeValue(forKey: id) { addUnrecorded(movement) } }
    return found
  }

  /// Reads the records just outside of the walk. A concurrent transaction can have its movement
  /// inside and its record outside.
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
    // Usually it is the next movement.
    let following = try peek()
    let recorded = try following.flatMap { $0.isOf(record) ? $0 : nil } ?? movement(of: record)
    if let recorded, let digest = record.digest, digest != recorded.digest {
      found.add(.changed(recorded, record: record.sequence))
      // The walk may not have reached this movement, because movements before it have their own
      // records.
      if try peek()?.id == recorded.id {
        _ = try next()
      } else if waiting.removeValue(forKey: recorded.id) == nil, reported.count < Self.maxReported {
        reported.insert(recorded.id)
      }
      return
    }
    guard let recorded, try reach(recorded) else {
      // A record of an earlier release does not show whether money moved.
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

  /// Advances to the movement. Returns true if the movement is new to the walk, is unmatched or
  /// precedes the walk; false if its record was read before.
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

  /// True if the movement has the amount of its submission. For records without a digest, which
  /// earlier releases wrote.
  private func isOfOlderProgram(_ movement: Movement) throws -> Bool {
    guard let submission = movement.submission else { return false }
    let amount = try store.read { try LedgerDAO($0).amount(ofSubmission: submission) }
    return amount.map { $0 == (movement.amount, movement.currency) } ?? false
  }

  /// Returns the id that follows the newest movement covered by the records up to `sequence`; nil
  /// if that movement has the largest possible id.
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
  /// True if the audit record refers to this movement.
  fileprivate func isOf(_ record: AuditDAO.Moving) -> Bool {
    record.event == AuditEvent.moneyMoved.rawValue ? String(id) == record.subjectID : submission == record.subjectID
  }
}

/// A difference between the ledger and the audit.
package enum LedgerFault: Error, Equatable, CustomStringConvertible {
  /// No audit record covers the movement.
  case putIn(Movement)
  /// The movement differs from its audit record.
  case changed(Movement, record: Int64)
  /// The movement of an audit record is missing.
  case removed(record: Int64, subject: String)
  /// The movements up to this id differ from the movements at the time of the binding.
  case changedBefore(through: Int64, count: Int, record: Int64)

  package var description: String {
    switch self {
    case .putIn(let movement): "\(Self.named(movement)) has no audit record: it was inserted directly into the database"
    case .changed(let movement, let record):
      "\(Self.named(movement)) differs from audit record \(record): it was changed"
    case .removed(let record, let subject):
      "the movement of \(subject) in audit record \(record) is missing: it was removed"
    case .changedBefore(let id, let count, let record):
      "the \(count) movements up to \(id) differ from the digest in audit record \(record): one was inserted, changed or "
        + "removed"
    }
  }

  private static func named(_ movement: Movement) -> String {
    let money = Currency(movement.currency).map { Money(minor: movement.amount, $0).text } ?? "\(movement.amount)"
    return "movement \(movement.id), \(money) \(movement.currency) from \(movement.debit) to \(movement.credit),"
  }
}
