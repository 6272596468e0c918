/// What is wrong with the audit, at the first place where something is.
package enum AuditFault: Error, Equatable, CustomStringConvertible {
  /// Records are not there; where one follows, its number is the next.
  case missing(ClosedRange<Int64>)
  /// A record does not follow the one before it, though its number does: one was put in, taken out or moved.
  case unlinked(Int64)
  /// A record is not what was written, or was not written by whoever has the key.
  case altered(Int64)
  /// The key that a record was made with is not among those that are given.
  case keyUnknown(Int64, id: String)
  /// What stands behind a record cannot be read: a column holds something else than it may.
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
      "record \(sequence) does not follow record \(sequence - 1): records were exchanged, put in or taken out"
    case .altered(let sequence): "record \(sequence) is not what was written"
    case .keyUnknown(let sequence, let id):
      "record \(sequence) was made with the key \(id), which is not in the secret key file"
    case .unreadable(let sequence): "what stands behind record \(sequence) cannot be read"
    case .otherHead(let sequence): "record \(sequence) has another hash than the one that was kept"
    }
  }
}
