/// One of the values that every engine stores.
@usableFromInline
@frozen
package enum StoredValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}
