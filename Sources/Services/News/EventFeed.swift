package import Dates
package import Model
import DataAccess
import Secrets
import Storage

/// Events for people, in the order of the audit: changes of their submissions, of their accounts
/// without a submission, of deals and of their sessions.
///
/// The audit records every change by every process, with consecutive numbers. A reader that
/// continues after a number misses no change. A deal that becomes visible on its first day has no
/// record then; `deals(begunAfter:through:on:)` returns it.
package struct EventFeed: Sendable {
  private let store: any Store
  private let clock: Clock
  private let seal: Seal

  /// Creates the events from the audit in `store`. `key` seals the cursors that clients store.
  init(store: any Store, key: SecretKey, clock: @escaping Clock) {
    (self.store, self.clock) = (store, clock)
    seal = Seal(key, for: "place in the news")
  }

  /// Calls `reported` after each commit of this process, on the writer thread. It must not block.
  /// Changes by other processes are found only by reading.
  package func onCommit(_ reported: @escaping @Sendable () -> Void) { store.commits.onCommit(reported) }

  /// Returns the cursor after all current events.
  package func newest() throws -> NewsPlace {
    let now = clock()
    return NewsPlace(sequence: try store.read { try AuditDAO($0).newest() }, reported: now)
  }

  /// Returns the events of all people after the record `sequence`, from at most `limit` records.
  ///
  /// Omits deals that people cannot see on `day`. Combines several changes of a submission or a
  /// deal into one event with its current state.
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

  /// Returns the events of one person after the record `sequence` and up to `last`, from at most
  /// `limit` records. Omits events of sessions.
  package func page(
    of person: PersonID, after sequence: Int64, through last: Int64, limit: Int, on day: CivilDate
  ) throws -> NewsPage {
    try store.read { connection in
      try connection.snapshot {
        let records = try NewsDAO(connection).all(of: person, after: sequence, through: last, limit: limit)
        let page = try Self.page(of: records, through: last, limit: limit, on: day, connection)
        // A movement concerns all people with access to the account.
        let items = page.items.filter { $0.person == nil || $0.person == person }
        return NewsPage(items: items, through: page.through, isWhole: page.isWhole)
      }
    }
  }

  /// Returns a cursor from which a reader at `place` can continue without missing an event of the
  /// person up to `last`. The cursor precedes the first such event, or the record `last` if no such
  /// event exists.
  ///
  /// Returns nil if this range has more than `maximum` audit records of deals and of the person's
  /// submissions. Several records can belong to one event.
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

  /// Returns the deals that became visible after `start` and up to `end` because of their first
  /// day, not because of a change; at most 100.
  package func deals(begunAfter start: Instant, through end: Instant, on day: CivilDate) throws -> [DealID] {
    try store.read {
      try NewsDAO($0).deals(announcedAfter: start, through: end, on: day, limit: 100)
    }
  }

  private static func page(
    of records: [NewsDAO.Record], through last: Int64, limit: Int, on day: CivilDate, _ connection: Transaction
  ) throws -> NewsPage {
    let isWhole = records.count < limit
    let items = try newestOfEach(records).flatMap { record in try self.items(of: record, on: day, connection) }
    return NewsPage(
      items: newestOfAccounts(items), through: isWhole ? last : records.last?.sequence ?? last, isWhole: isWhole)
  }

  /// Removes records of submissions and deals that are followed by a later record of the same
  /// subject.
  private static func newestOfEach(_ records: [NewsDAO.Record]) -> [NewsDAO.Record] {
    var seen: Set<String> = []
    return records.reversed().filter { record in
      record.subject == "session" || record.subject == "person" || seen.insert(record.subjectID).inserted
    }.reversed()
  }

  /// Removes events of an account that are followed by a later event of the same account and
  /// person.
  private static func newestOfAccounts(_ items: [EventItem]) -> [EventItem] {
    var seen: Set<String> = []
    return items.reversed().filter { item in
      guard case .account(let number) = item.matter, let person = item.person else { return true }
      return seen.insert("\(person) \(number)").inserted
    }.reversed()
  }

  private static func items(
    of record: NewsDAO.Record, on day: CivilDate, _ connection: Transaction
  ) throws -> [EventItem] {
    guard record.subject == "movement" else {
      return try item(of: record, on: day, connection).map { [$0] } ?? []
    }
    guard let id = Int64(record.subjectID), let movement = try LedgerDAO(connection).movement(id),
      let account = AccountNumber(movement.credit)
    else { return [] }
    let people = try AccountAccessDAO(connection).all(of: account).filter { access in
      access.ended == nil && access.until.map { record.at < $0 } ?? true
    }
    return people.map { EventItem(sequence: record.sequence, person: $0.person, matter: .account(account)) }
  }

  private static func item(
    of record: NewsDAO.Record, on day: CivilDate, _ connection: Transaction
  ) throws -> EventItem? {
    switch record.subject {
    case "deal":
      guard let id = DealID(record.subjectID), let deal = try DealDAO(connection).find(id, by: day) else { return nil }
      // A change of a planned deal is not an event before the deal is announced. Its start is
      // reported once, by `deals(begunAfter:)`.
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

/// An event for one person or for everybody.
package struct EventItem: Sendable, Equatable {
  /// The kind of an event.
  package enum Matter: Sendable, Equatable {
    /// A submission has this current status.
    case submission(SubmissionID, Submission.Status)
    /// Money moved on an account of the person without a submission.
    case account(AccountNumber)
    /// A deal that people can see was added, changed or ended.
    case deal(DealID, Deal.State)
    /// Sessions of the person may have ended.
    case sessions
  }

  /// The number of the audit record.
  package let sequence: Int64
  /// The person whom the event concerns; nil for everybody.
  package let person: PersonID?
  package let matter: Matter

  init(sequence: Int64, person: PersonID?, matter: Matter) {
    (self.sequence, self.person, self.matter) = (sequence, person, matter)
  }
}

/// Events in their order.
package struct NewsPage: Sendable {
  package let items: [EventItem]
  /// The last record that the page covers.
  package let through: Int64
  /// True if the page covers the requested range to its end. False if the page has as many records
  /// as its limit, even if no more exist.
  package let isWhole: Bool
}

/// A cursor in the events.
package struct NewsPlace: Sendable, Equatable {
  /// The audit record up to which all events were reported.
  package var sequence: Int64
  /// The time up to which starts of deals were reported.
  package var reported: Instant

  package init(sequence: Int64, reported: Instant) { (self.sequence, self.reported) = (sequence, reported) }
}

extension EventFeed {
  /// Returns a cursor as sealed text for `person`.
  ///
  /// The text is sealed, because the numbers of audit records would disclose the bank's activity to
  /// customers.
  package func text(of place: NewsPlace, for person: PersonID) -> String {
    let bytes = [place.sequence, place.reported.microseconds].flatMap { number in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return seal.closed(bytes, for: person.description)
  }

  /// Returns the cursor in a sealed text; nil if this bank did not seal the text for `person`.
  package func place(in text: String, for person: PersonID) -> NewsPlace? {
    guard let bytes = seal.opened(text, for: person.description), bytes.count == 16 else { return nil }
    func number(_ part: ArraySlice<UInt8>) -> Int64 { part.reduce(0) { $0 << 8 | Int64($1) } }
    return NewsPlace(sequence: number(bytes[..<8]), reported: Instant(microseconds: number(bytes[8...])))
  }
}
