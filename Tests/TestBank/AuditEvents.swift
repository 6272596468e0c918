import DataAccess
import Model
package import Services

extension Audit {
  /// Returns the events of the records after `sequence`, in their order.
  package func events(after sequence: Int64) throws -> [String] {
    var filter = AuditSearchDAO.Filter()
    filter.after = sequence
    return try records(matching: filter, newest: false, limit: 1_000).map(\.record.event)
  }
}
