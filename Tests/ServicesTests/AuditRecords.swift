import DataAccess
import Model
import Services

extension Audit {
  /// Returns the records after `sequence` in their order.
  func list(after sequence: Int64, limit: Int) throws -> [AuditRecord] {
    var filter = AuditSearchDAO.Filter()
    filter.after = sequence
    return try records(matching: filter, newest: false, limit: limit).map(\.record)
  }
}
