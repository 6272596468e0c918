package import Dates
package import Model
import DataAccess
import Secrets
import Storage

/// What changes for people, in the order of the audit: their submissions, deals, and the ends of their sessions.
///
///     let place = try news.newest()
///     let page = try news.page(after: place.sequence, limit: 200, on: today)
///     for item in page.items { report(item) }
///
/// The audit records every change by every process, with numbers that have no gaps. So a reader that goes on behind a number
/// misses nothing.
package struct EventFeed: Sendable {
  private let store: any Store
  private let clock: Clock
  private let seal: Seal

  /// Creates the news from the audit in `store`. `key` seals the places that clients keep.
  init(store: any Store, key: SecretKey, clock: @escaping Clock) {
    (self.store, self.clock) = (store, clock)
    seal = Seal(key, for: "place in the news")
  }

  /// Calls `reported` after each COMMIT of this process, on the writer's thread: it must not block. Changes by other processes
  /// are found by reading.
  package func onCommit(_ reported: @escaping @Sendable () -> Void) { store.commits.onCommit(reported) }

  /// Returns the place behind everything until now.
  package func newest() throws -> NewsPlace {
    let now = clock()
    return NewsPlace(sequence: try store.read { try AuditDAO($0).newest() }, reported: now)
  }

  /// Returns the news of all people behind the record `sequence`, as of at most `limit` records.
  ///
  /// Deals are left out that people do not see on `day`. Several changes of one submission are one item with its present
  /// status.
  package func page(after sequence: Int64, limit: Int, on day: CivilDate) throws -> NewsPage {
    try store.read { connection in
      try connection.snapshot {
        let newest = try AuditDAO(connection).newest()
        if newest <= sequence { return NewsPage(items: [], through: sequence, isWhole: true) }
        let records = try NewsDAO(connection).all(after: sequence, limit: limit)
        return try Self.page(of: records, through: newest, limit: limit, on: day, connection)
      }
    }
  }

  /// Returns the news of one person behind the record `sequence` and up to `last`, as of at most `limit` records; none of
  /// sessions.
  package func page(
    of person: PersonID, after sequence: Int64, through last: Int64, limit: Int, on day: CivilDate
  ) throws -> NewsPage {
    try store.read { connection in
      try connection.snapshot {
        let records = try NewsDAO(connection).all(of: person, after: sequence, through: last, limit: limit)
        return try Self.page(of: records, through: last, limit: limit, on: day, connection)
      }
    }
  }

  /// Returns the place from which a reader behind `place` misses none of the person's news up to `last`: just before the
  /// first one, or the last record.
  ///
  /// Returns nil if there are more than `maximum` records of them.
  package func resumption(
    of person: PersonID, after place: NewsPlace, through last: Int64, maximum: Int
  ) throws -> NewsPlace? {
    guard place.sequence < last else { return place }
    let found = try store.read {
      try NewsDAO($0).sequences(of: person, after: place.sequence, through: last, limit: maximum + 1)
    }
    guard found.count <= maximum else { return nil }
    return NewsPlace(sequence: (found.first ?? last) - 1, reported: place.reported)
  }

  /// Returns the deals that have begun behind `start` and up to `end`, without a change at that time; at most 100.
  package func deals(begunAfter start: Instant, through end: Instant, on day: CivilDate) throws -> [DealID] {
    try store.read {
      try NewsDAO($0).deals(announcedAfter: start, through: end, on: day, limit: 100)
    }
  }

  private static func page(
    of records: [NewsDAO.Record], through last: Int64, limit: Int, on day: CivilDate, _ connection: Transaction
  ) throws -> NewsPage {
    let isWhole = records.count < limit
    let items = try newestOfEach(records).compactMap { record in try item(of: record, on: day, connection) }
    return NewsPage(
      items: items, through: isWhole ? last : records.last?.sequence ?? last, isWhole: isWhole)
  }

  /// Drops the records of submissions and deals that a later one of the same subject follows.
  private static func newestOfEach(_ records: [NewsDAO.Record]) -> [NewsDAO.Record] {
    var seen: Set<String> = []
    return records.reversed().filter { record in
      record.subject == "session" || record.subject == "person" || seen.insert(record.subjectID).inserted
    }.reversed()
  }

  private static func item(
    of record: NewsDAO.Record, on day: CivilDate, _ connection: Transaction
  ) throws -> EventItem? {
    switch record.subject {
    case "deal":
      guard let id = DealID(record.subjectID), let deal = try DealDAO(connection).find(id, by: day) else { return nil }
      // What was said of a planned deal is no news on its first day: that it begins is, once.
      guard record.at >= deal.announced else { return nil }
      return EventItem(sequence: record.sequence, person: nil, matter: .deal(id, deal.state(on: day)))
    case "submission":
      guard let id = SubmissionID(record.subjectID), let person = record.person, let status = record.status else {
        return nil
      }
      return EventItem(sequence: record.sequence, person: person, matter: .submission(id, status))
    default:
      guard let person = record.person else { return nil }
      return EventItem(sequence: record.sequence, person: person, matter: .sessions)
    }
  }
}

/// A piece of news.
package struct EventItem: Sendable, Equatable {
  /// The matter of a piece of news.
  package enum Matter: Sendable, Equatable {
    /// A submission has this status now.
    case submission(SubmissionID, Submission.Status)
    /// A deal that people see was added, changed or ended.
    case deal(DealID, Deal.State)
    /// Sessions of the person may have ended.
    case sessions
  }

  /// The record of the audit that tells it.
  package let sequence: Int64
  /// The person whom it concerns; nil for everybody.
  package let person: PersonID?
  /// The matter.
  package let matter: Matter

  /// Creates a piece of news.
  init(sequence: Int64, person: PersonID?, matter: Matter) {
    (self.sequence, self.person, self.matter) = (sequence, person, matter)
  }
}

/// News in their order.
package struct NewsPage: Sendable {
  /// The news.
  package let items: [EventItem]
  /// The record up to which these are all.
  package let through: Int64
  /// True if there were no more records.
  package let isWhole: Bool
}

/// A place in the news, behind which a reader goes on.
package struct NewsPlace: Sendable, Equatable {
  /// The record of the audit up to which all was told.
  package var sequence: Int64
  /// The time up to which deals that begin were told.
  package var reported: Instant

  /// Creates a place.
  package init(sequence: Int64, reported: Instant) { (self.sequence, self.reported) = (sequence, reported) }
}

extension EventFeed {
  /// Returns a place as text that only the server reads, for `person` alone.
  ///
  /// It is sealed: the numbers of the audit would tell every customer how much the bank does.
  package func text(of place: NewsPlace, for person: PersonID) -> String {
    let bytes = [place.sequence, place.reported.microseconds].flatMap { number in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return seal.closed(bytes, for: person.description)
  }

  /// Reads a place; nil for a text that this bank has not sealed for `person`.
  package func place(in text: String, for person: PersonID) -> NewsPlace? {
    guard let bytes = seal.opened(text, for: person.description), bytes.count == 16 else { return nil }
    func number(_ part: ArraySlice<UInt8>) -> Int64 { part.reduce(0) { $0 << 8 | Int64($1) } }
    return NewsPlace(sequence: number(bytes[..<8]), reported: Instant(microseconds: number(bytes[8...])))
  }
}
