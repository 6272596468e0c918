/// A value of a type that every engine stores.
@usableFromInline
@frozen
package enum StoredValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
  /// An identifier of 16 bytes, the most significant word first. Stored as text or as a UUID,
  /// depending on the engine and the column.
  case identifier(UInt64, UInt64)
}
