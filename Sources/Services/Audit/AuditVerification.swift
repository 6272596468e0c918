package import Model
import DataAccess
import Secrets
import Storage

extension Audit {
  /// The number of records in one read, which needs little memory and a short transaction. Records are only added, so
  /// that the pages fit together.
  private static let page = 1000

  /// Verifies the records behind `start` and returns the newest of them, or throws the first `AuditFault`.
  ///
  /// - Each record must have the number and the hash of the one before, and the hash that its key makes of its content.
  /// - `start` must be in the audit with its hash; if it is none, the whole audit is verified.
  /// - `expected` must be among the verified records.
  /// - `ledger` verifies the movements of the same records.
  /// - `progress` gets the number of records so far.
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

  /// The ledger of the records behind `start`, to be gone through with them.
  package func ledger(since start: AuditRecord.Head = .none) throws -> LedgerWalk {
    try LedgerWalk(store, since: start.sequence)
  }

  /// The records behind `sequence`, in their order; their hashes are not looked at.
  package func list(after sequence: Int64, limit: Int) throws -> [AuditRecord] {
    try store.read { try AuditDAO($0).all(after: sequence, limit: limit).map(\.record) }
  }

  private func records(after sequence: Int64, limit: Int) throws -> [(record: AuditRecord, hash: [UInt8])] {
    do {
      return try store.read { try AuditDAO($0).all(after: sequence, limit: limit) }
    } catch let error as StoreError where error.isMismatch {
      if limit == 1 { throw AuditFault.unreadable(after: max(0, sequence)) }
      // The records before the unreadable one are verified first.
      return try records(after: sequence, limit: limit / 2)
    }
  }

  private func check(_ found: (record: AuditRecord, hash: [UInt8]), since last: AuditRecord.Head) throws(AuditFault) {
    let record = found.record
    let next = last.sequence + 1
    if record.sequence > next { throw .missing(next...(record.sequence - 1)) }
    guard record.sequence == next else { throw .unlinked(record.sequence) }
    guard let key = keys[record.keyID] else { throw .keyUnknown(next, id: record.keyID) }
    // The content comes first: an authentic record that does not follow was moved, or its neighbour was.
    guard isEqualInConstantTime(key.mac(ofMessage: record.canonical), found.hash) else { throw .altered(next) }
    guard record.previous == last.hash else { throw .unlinked(next) }
  }
}

/// The first fault of the audit.
package enum AuditFault: Error, Equatable, CustomStringConvertible {
  /// Records are not there; where one follows, its number is the next.
  case missing(ClosedRange<Int64>)
  /// A record does not follow the one before it, though its number does: one was put in, taken out or moved.
  case unlinked(Int64)
  /// A record was changed, or was written without the key.
  case altered(Int64)
  /// The key that a record was made with is not among those that are given.
  case keyUnknown(Int64, id: String)
  /// The rows behind a record cannot be read: a column has a value outside its domain.
  case unreadable(after: Int64)
  /// The record of a head that was kept elsewhere has another hash now.
  case otherHead(Int64)

  /// The number of the record that is wrong, or of the first that is not there.
  package var sequence: Int64 {
    switch self {
    case .missing(let range): range.lowerBound
    case .unlinked(let sequence), .altered(let sequence), .keyUnknown(let sequence, _), .otherHead(let sequence):
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
    case .otherHead(let sequence): "record \(sequence) does not have the expected hash"
    }
  }
}
