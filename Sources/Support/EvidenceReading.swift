import DataAccess
import Dates
import JSON
package import Model
import Operations
import Secrets
import Services
import Storage
import Texts

extension SubmissionRecords {
  /// Returns the evidence about a submission; nil if the id is unknown.
  package func evidence(_ id: SubmissionID) throws -> Evidence? { try EvidenceReading(services).evidence(id) }
}

/// Reads the evidence about a submission and compares its digests.
struct EvidenceReading {
  /// The maximum number of audit records about one submission.
  private static let maxRecords = 10_000
  /// The tolerance between the clocks of servers.
  private static let slack: Duration = .seconds(3_600)

  private let services: BankServices

  init(_ services: BankServices) { self.services = services }

  /// Reads the evidence on one state of the database, and then verifies the audit.
  ///
  /// The verification can take minutes, so it does not run in the transaction of the snapshot. No
  /// later record changes the result for an earlier one.
  func evidence(_ id: SubmissionID) throws -> Evidence? {
    let read = try services.store.read { connection in
      try connection.snapshot { try evidence(id, connection) }
    }
    guard var evidence = read else { return nil }
    let (head, chain) = try chain(of: evidence.submission, evidence.records, services.audit)
    evidence.head = head
    evidence.checks += chain
    return evidence
  }

  /// Returns the evidence without the verification of the audit.
  private func evidence(_ id: SubmissionID, _ connection: Connection) throws -> Evidence? {
    guard let record = try SubmissionRecordDAO(connection).find(id) else { return nil }
    let submission = record.submission
    let people = PersonDAO(connection)
    let erased = try people.erased(submission.person)
    let audit = services.audit.reading(SnapshotStore(connection))
    let movement = try LedgerDAO(connection).movement(of: id.description)
    let feed = try CoreFeedDAO(connection).find(id)
    let records = try records(of: submission, audit)
    let content = content(of: record, records, feed, erased: erased)
    let (shown, version) = try shown(content.isForgotten ? nil : submission, submission, connection)
    let checks =
      steps(of: submission, records, isErased: erased != nil) + content.checks + version
      + self.movement(movement, of: submission, records)
    return Evidence(
      submission: services.submissions.seen(submission), person: try people.find(submission.person),
      externalID: try people.externalID(submission.person), shown: shown,
      signedWith: record.circumstances.flatMap { (try? Value(reading: $0))?.object }, asked: record.asked,
      challenges: record.challenges, digest: submission.signedDigest.bytes, movement: movement, feed: feed,
      delivery: try DeliveryDAO(connection).find(id), records: records, head: .none, checks: checks,
      isForgotten: content.isForgotten)
  }

  private func records(of submission: Submission, _ audit: Audit) throws -> [FoundRecord] {
    var filter = AuditSearchDAO.Filter()
    let subject = AuditSubject.submission(submission.id)
    filter.subject = subject.kind
    filter.subjectID = subject.id
    filter.since = submission.created + (.zero - Self.slack)
    return try audit.records(matching: filter, newest: false, limit: Self.maxRecords)
  }

  // MARK: - Content

  /// Compares the digest of the stored content with each stored digest. The values are forgotten if
  /// they are empty, differ from a digest, and the retention permits it.
  private func content(
    of record: SubmissionRecordDAO.Record, _ records: [FoundRecord], _ feed: CoreFeedEntry?, erased: Instant?
  ) -> (checks: [EvidenceCheck], isForgotten: Bool) {
    let submission = record.submission
    let digest = submission.signedDigest.bytes
    var stored: [(name: String, digest: [UInt8])] = []
    for event in [AuditEvent.submissionMade, .submissionSigned, .submissionHandedOver] {
      guard let found = records.first(where: { $0.record.event == event.rawValue })?.record else { continue }
      if let digest = found.digest { stored.append(("content digest of audit record \(found.sequence)", digest)) }
    }
    if let asked = record.challengeDigest { stored.append(("content digest of the challenge", asked)) }
    if let feed { stored.append(("content digest of the core feed", feed.digest)) }
    // The digest of deleted values cannot be computed.
    let isForgotten =
      submission.values == "{}" && stored.contains { $0.digest != digest }
      && services.configuration.retention.allowDeletion(
        of: submission, keep: record.keep, erased: erased, by: services.clock())
    let checks = stored.map { name, stored in
      isForgotten ? EvidenceCheck(name, .unavailable) : EvidenceCheck(name, isEqual: stored == digest)
    }
    return (checks, isForgotten)
  }

  /// Returns the rows of `readable` in each language, and the comparison of the stored definition
  /// of `submission` with its version.
  private func shown(
    _ readable: Submission?, _ submission: Submission, _ connection: Connection
  ) throws -> ([Language: [String]], [EvidenceCheck]) {
    let name = "definition \(submission.operation) \(submission.version)"
    guard let text = try OperationVersionDAO(connection).source(submission.operation, submission.version) else {
      return ([:], [EvidenceCheck(name, .unavailable)])
    }
    guard let source = OperationSource(json: text), source.version == submission.version else {
      return ([:], [EvidenceCheck(name, .different)])
    }
    let version = EvidenceCheck(name, .equal)
    guard let readable else { return ([:], [version]) }
    // A later release can reject a definition that an earlier one accepted.
    guard let operation = try? source.compiled(as: submission.version, with: .bank) else {
      return ([:], [version, EvidenceCheck("rows", .unavailable)])
    }
    var shown: [Language: [String]] = [:]
    do {
      for language in Language.allCases {
        shown[language] = try SubmittedValues(readable, of: operation, in: language).texts(in: language)
      }
    } catch {
      return ([:], [version, EvidenceCheck("rows", .different)])
    }
    return (shown, [version])
  }

  // MARK: - Status

  /// Compares the stored status with the audit records. Each step must have its record, and the
  /// last step must lead to the status.
  private func steps(of submission: Submission, _ records: [FoundRecord], isErased: Bool) -> [EvidenceCheck] {
    let events = records.compactMap { AuditEvent(rawValue: $0.record.event) }
    let isSigned = submission.method != nil && submission.signed != nil
    let required: [AuditEvent] = isSigned ? [.submissionMade, .submissionSigned] : [.submissionMade]
    let missing = required.filter { !events.contains($0) }
    let reached = events.compactMap { Self.status(after: $0, of: submission) }.last
    // An erasure cancels unsigned submissions, and only the erasure itself is recorded.
    let isCancelled = isErased && submission.status == .cancelled && reached == .awaitingSignature
    return missing.map { EvidenceCheck("audit record \($0.rawValue)", .different) } + [
      EvidenceCheck("status of the last audit record", isEqual: reached == submission.status || isCancelled)
    ]
  }

  /// Returns the status that a recorded event leads to; nil if the event keeps the status.
  private static func status(after event: AuditEvent, of submission: Submission) -> Submission.Status? {
    switch event {
    case .submissionMade: submission.method == nil ? .signed : .awaitingSignature
    case .submissionSigned, .submissionHandedOver: .signed
    case .submissionExecuted: .executed
    case .submissionRejected: .rejected
    case .submissionCancelled: .cancelled
    case .submissionExpired: .expired
    default: nil
    }
  }

  // MARK: - Ledger and audit

  /// Compares the movement of money, or its absence, with the audit record of the execution.
  private func movement(
    _ movement: Movement?, of submission: Submission, _ records: [FoundRecord]
  ) -> [EvidenceCheck] {
    let executed = records.last { $0.record.event == AuditEvent.submissionExecuted.rawValue }?.record
    guard let executed else {
      return movement == nil && submission.movement == nil ? [] : [EvidenceCheck("movement", .different)]
    }
    guard let stored = executed.digest else { return [EvidenceCheck("movement", .unavailable)] }
    let digest = movement?.digest ?? LedgerBinding.noMovement(of: submission.id.description)
    return [EvidenceCheck("movement digest of audit record \(executed.sequence)", isEqual: digest == stored)]
  }

  /// Verifies the audit from before the submission, or from before its first record, to the newest
  /// record.
  private func chain(
    of submission: Submission, _ records: [FoundRecord], _ audit: Audit
  ) throws -> (AuditRecord.Head, [EvidenceCheck]) {
    var start = try audit.head(before: submission.created + (.zero - Self.slack))
    if let first = records.first?.record, first.sequence <= start.sequence {
      start = first.sequence == 1 ? .none : AuditRecord.Head(sequence: first.sequence - 1, hash: first.previous)
    }
    do {
      return (try audit.verify(since: start), [EvidenceCheck("audit chain", .equal)])
    } catch let fault as AuditFault {
      return (try audit.head(), [EvidenceCheck("audit chain, \(fault)", .different)])
    }
  }
}
