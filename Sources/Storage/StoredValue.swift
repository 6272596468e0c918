/// One of the values that every engine stores.
@usableFromInline
@frozen
package enum StoredValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
  /// An identifier of 16 bytes, the most significant first. How it is stored is the engine's choice.
  case identifier(UInt64, UInt64)
}
