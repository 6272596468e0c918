package import Model
import DataAccess
import Secrets
import Storage

extension Audit {
  /// The number of records per read, which limits memory and the duration of the transaction.
  /// Records are only appended, so the pages are consistent.
  private static let page = 1000

  /// Verifies the records after `start` and returns the newest one. Throws the first `AuditFault`.
  ///
  /// - Each record must have the next number, the hash of the previous record, and the hash that
  ///   its key makes of its content.
  /// - `start` must be in the audit with its hash. The value `.none` verifies the whole audit.
  /// - `expected` heads must be among the verified records.
  /// - Each run of a command must be stored as its record describes it.
  /// - `ledger` compares the movements of the same records.
  /// - `progress` receives the newest verified record and the number of the last one.
  package func verify(
    since start: AuditRecord.Head = .none, expecting expected: [AuditRecord.Head] = [],
    following ledger: LedgerWalk? = nil,
    progress: (AuditRecord.Head, _ end: Int64) -> Void = { _, _ in }
  ) throws -> AuditRecord.Head {
    var (last, place) = (start, Int64.min)
    if start.sequence > 0 {
      guard let found = try records(after: start.sequence - 1, limit: 1).first, found.record.sequence == start.sequence
      else { throw AuditFault.missing(start.sequence...start.sequence) }
      try check(found, since: AuditRecord.Head(sequence: start.sequence - 1, hash: found.record.previous))
      guard found.hash == start.hash else { throw AuditFault.otherHead(start.sequence) }
      place = start.sequence
    }
    let expected = Dictionary(expected.map { ($0.sequence, $0.hash) }) { first, _ in first }
    // Records written from now on are not verified.
    let end = try store.read { try AuditDAO($0).newest() }
    while place < end {
      let records = try records(after: place, limit: Self.page)
      if records.isEmpty { break }
      for found in records {
        try check(found, since: last)
        try checkRun(of: found.record)
        last = AuditRecord.Head(sequence: found.record.sequence, hash: found.hash)
        try ledger?.take(AuditDAO.Moving(found.record))
        if let kept = expected[last.sequence], kept != last.hash { throw AuditFault.otherHead(last.sequence) }
      }
      place = last.sequence
      progress(last, end)
    }
    if let beyond = expected.keys.max(), beyond > last.sequence {
      throw AuditFault.missing((last.sequence + 1)...beyond)
    }
    return last
  }

  /// Returns a walk over the ledger for the records after `start`, to be passed to `verify`.
  package func ledger(since start: AuditRecord.Head = .none) throws -> LedgerWalk {
    try LedgerWalk(store, since: start.sequence)
  }

  private func records(after sequence: Int64, limit: Int) throws -> [(record: AuditRecord, hash: [UInt8])] {
    do {
      return try store.read { try AuditDAO($0).all(after: sequence, limit: limit) }
    } catch let error as StoreError where error.isMismatch {
      if limit == 1 { throw AuditFault.unreadable(after: max(0, sequence)) }
      // Verify the records before the unreadable one first.
      return try records(after: sequence, limit: limit / 2)
    }
  }

  private func check(_ found: (record: AuditRecord, hash: [UInt8]), since last: AuditRecord.Head) throws(AuditFault) {
    let record = found.record
    let next = last.sequence + 1
    if record.sequence > next { throw .missing(next...(record.sequence - 1)) }
    guard record.sequence == next else { throw .unlinked(record.sequence) }
    guard let key = keys[record.keyID] else { throw .keyUnknown(next, id: record.keyID) }
    // Check the content first. An authentic record with another predecessor was moved, or its
    // neighbour was.
    guard isEqualInConstantTime(key.mac(ofMessage: record.canonical), found.hash) else { throw .altered(next) }
    guard record.previous == last.hash else { throw .unlinked(next) }
  }
}

/// The first fault of the audit.
package enum AuditFault: Error, Equatable, CustomStringConvertible {
  /// Records are missing.
  case missing(ClosedRange<Int64>)
  /// The record has the next number but does not follow its predecessor. A record was inserted,
  /// removed or moved.
  case unlinked(Int64)
  /// The record was altered or was written without the key.
  case altered(Int64)
  /// The key of the record is not among the given keys.
  case keyUnknown(Int64, id: String)
  /// The rows after a record cannot be read, because a column has an invalid value.
  case unreadable(after: Int64)
  /// The run of a command is missing, or differs from the digest in its record.
  case runAltered(Int64, id: String)
  /// The record does not have the hash that was stored outside of the database.
  case otherHead(Int64)

  /// The number of the faulty record or of the first missing one.
  package var sequence: Int64 {
    switch self {
    case .missing(let range): range.lowerBound
    case .unlinked(let sequence), .altered(let sequence), .keyUnknown(let sequence, _), .otherHead(let sequence),
      .runAltered(let sequence, _):
      sequence
    case .unreadable(let sequence): sequence + 1
    }
  }

  package var description: String {
    switch self {
    case .missing(let range) where range.count == 1: "record \(range.lowerBound) is missing"
    case .missing(let range): "records \(range.lowerBound) to \(range.upperBound) are missing"
    case .unlinked(let sequence):
      "record \(sequence) does not follow record \(sequence - 1): records were reordered, inserted or removed"
    case .altered(let sequence): "record \(sequence) was altered or written without the key"
    case .keyUnknown(let sequence, let id):
      "record \(sequence) was made with the key \(id), which is not in the secret key file"
    case .unreadable(let sequence): "the content after record \(sequence) cannot be read"
    case .runAltered(let sequence, let id): "the command run \(id) of record \(sequence) was altered or removed"
    case .otherHead(let sequence): "record \(sequence) does not have the expected hash"
    }
  }
}
