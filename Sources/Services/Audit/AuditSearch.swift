package import Dates
package import Model
package import DataAccess
import Storage

/// A record of the audit with its hash and, if a command wrote it, the run.
package struct FoundRecord: Sendable {
  package let record: AuditRecord
  package let hash: [UInt8]
  package let run: CommandRun?
  /// The login of the operator whom the run names; nil if it names none.
  package let operatorLogin: String?

  /// The operator and the user of a run, such as `olga (anna@web1)`; nil if no run wrote the
  /// record.
  package var authorName: String? { run.map { run in operatorLogin.map { "\($0) (\(run.user))" } ?? run.user } }

  /// The author of a run with its reason, such as `olga (anna@web1): "call from the desk"`; nil if
  /// no run wrote the record.
  package var author: String? { authorName.map { $0 + (run?.reason.map { ": \"\($0)\"" } ?? "") } }
}

extension Audit {
  /// The tolerance between the order of records and their times, which come from the clocks of
  /// several servers.
  private static let slack: Duration = .seconds(60)

  /// Returns the records that match a filter, in their order, without verifying their hashes.
  ///
  /// - Parameters:
  ///   - newest: True for the newest matching records, false for the oldest ones.
  ///   - limit: The maximum number of records.
  package func records(
    matching filter: AuditSearchDAO.Filter, newest: Bool, limit: Int
  ) throws -> [FoundRecord] {
    var filter = filter
    // The times limit the range of numbers, so that only a part of the audit is read.
    if let since = filter.since { filter.after = max(filter.after, try sequence(before: since + (.zero - Self.slack))) }
    if let until = filter.until { filter.through = min(filter.through, try sequence(before: until + Self.slack)) }
    let bounded = filter
    let found = try store.read { try AuditSearchDAO($0).records(bounded, newest: newest, limit: limit) }
    return try found.map { record, hash in
      let run = try run(of: record)
      let login = try run?.operator.flatMap { id in try store.read { try PersonDAO($0).find(id)?.login.rawValue } }
      return FoundRecord(record: record, hash: hash, run: run, operatorLogin: login)
    }
  }

  /// Returns the number of the newest record before a time; 0 without one. Records are in the order
  /// of their times, except for the difference between the clocks of servers.
  private func sequence(before instant: Instant) throws -> Int64 {
    try store.read { connection in
      let table = AuditSearchDAO(connection)
      var (low, high) = (Int64(0), try AuditDAO(connection).newest())
      while low < high {
        let middle = low + (high - low + 1) / 2
        if let at = try table.instant(of: middle), at < instant { low = middle } else { high = middle - 1 }
      }
      return low
    }
  }

  /// Returns the newest record before a time as a head; `none` without one.
  package func head(before instant: Instant) throws -> AuditRecord.Head {
    let sequence = try sequence(before: instant + (.zero - Self.slack))
    return try store.read { try AuditDAO($0).all(after: sequence - 1, limit: 1) }
      .first { $0.record.sequence == sequence }
      .map { AuditRecord.Head(sequence: sequence, hash: $0.hash) } ?? .none
  }
}
