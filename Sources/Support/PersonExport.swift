import DataAccess
import Dates
package import JSON
package import Model
package import Services
import Storage

/// An export of all data about one person, for a request of the person.
package struct PersonExport: Sendable {
  /// The number of entries per read.
  private static let page = 1_000
  private static let maxRecords = 1_000_000
  /// The registered parts whose purpose and retention apply to parts without an own column that
  /// refers to a person.
  private static let registered = ["deliveries": "submissions", "meters": "subscriptions", "entries": "accounts"]
  /// The purposes of parts, if their registered parts have other purposes.
  private static let purposes = ["entries": "movements of accounts"]

  private let services: BankServices
  private let periods: DataRetention.Periods

  package init(_ services: BankServices) {
    self.services = services
    periods = DataRetention.Periods(services.configuration)
  }

  /// Writes the export as a JSON object with one member for each part.
  package func write(_ person: Person, to writer: inout Writer) throws {
    writer.beginObject()
    writer.member("person", person.id.description)
    writer.member("exportedAt", services.clock().description)
    writer.beginObject("parts")
    for part in PersonExportDAO.parts {
      let rows = try services.store.read { try PersonExportDAO($0).rows(of: part, person.id, at: services.clock()) }
      writePart(part.name, like: Self.registered[part.name], to: &writer) { writer in
        for row in rows { Self.write(row, to: &writer) }
      }
    }
    try writePart("entries", like: Self.registered["entries"], to: &writer) { try writeEntries(of: person.id, to: &$0) }
    try writePart("audit", to: &writer) { try writeRecords(of: person, to: &$0) }
    writer.endObject()
    writer.endObject()
  }

  /// Writes a part with its purpose, legal ground and retention.
  private func writePart(
    _ name: String, like registered: String? = nil, to writer: inout Writer, _ rows: (inout Writer) throws -> Void
  ) rethrows {
    writer.key(name)
    writer.beginObject()
    if let entry = PersonalData.entry(of: registered ?? name) {
      writer.member("purpose", Self.purposes[name] ?? entry.purpose)
      writer.member("ground", entry.ground.text)
      writer.member("retention", entry.retention.text(in: periods))
    }
    writer.key("rows")
    writer.beginArray()
    try rows(&writer)
    writer.endArray()
    writer.endObject()
  }

  private static func write(_ members: [(name: String, value: PersonExportDAO.Value)], to writer: inout Writer) {
    writer.object { writer in
      for (name, value) in members {
        writer.key(name)
        switch value {
        case .text(let text): writer.string(text)
        case .number(let number): writer.integer(number)
        case .time(let microseconds): writer.string(Instant(microseconds: microseconds).description)
        case .json(let text):
          if let value = try? Value(reading: text) { writer.value(value) } else { writer.string(text) }
        }
      }
    }
  }

  /// Writes the payer of incoming money.
  private static func write(_ other: OtherParty, to writer: inout Writer) {
    writer.beginObject("other")
    writer.member("name", other.name)
    if let account = other.account { writer.member("account", account) }
    if let bic = other.bic { writer.member("bic", bic.rawValue) }
    writer.endObject()
  }

  private func writeEntries(of person: PersonID, to writer: inout Writer) throws {
    for account in try services.accounts.all(person) {
      var end = Int64.max
      while true {
        let bound = end
        let entries = try services.store.read {
          try StatementDAO($0).entries(
            account.number, person: person, at: services.clock(), in: 0..<bound, limit: Self.page)
        }
        for entry in entries {
          writer.object { writer in
            writer.member("account", account.number.rawValue)
            writer.key("id")
            writer.integer(entry.id)
            writer.member("at", entry.at.description)
            writer.member("amount", "\(entry.amount)")
            writer.member("purpose", entry.purpose)
            if let other = entry.other { Self.write(other, to: &writer) }
          }
        }
        guard entries.count == Self.page, let last = entries.last else { break }
        end = last.id
      }
    }
  }

  /// Writes the audit records of the person. Work of an operator or of the core is about other
  /// people, so its records omit their subjects.
  private func writeRecords(of person: Person, to writer: inout Writer) throws {
    var filter = AuditSearchDAO.Filter()
    filter.person = person.id
    for found in try services.audit.records(matching: filter, newest: false, limit: Self.maxRecords) {
      writer.object { writer in
        writer.key("sequence")
        writer.integer(found.record.sequence)
        writer.member("at", found.record.at.description)
        writer.member("event", found.record.event)
        writer.member("actor", found.record.actor)
        writer.member("subject", found.record.subject)
        let isOwn = found.record.subject == "session" || found.record.subjectID == person.id.rawValue
        if isOwn || person.role == .person { writer.member("subjectId", found.record.subjectID) }
      }
    }
  }
}
