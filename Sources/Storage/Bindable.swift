/// A type of values for the parameters of statements.
///
///     let values: [any Bindable] = ["ivan", 3, true, [1, 2] as [UInt8], nil as String?]
///     let kinds = values.map(\.stored)  // text, integer, integer, blob, null
@usableFromInline
package protocol Bindable {
  /// The value to store.
  var stored: StoredValue { get }
}

/// A type of values for parameters that can also be read from columns.
///
///     let box = Box(rawValue: "A-1")  // struct Box: RawRepresentable, Storable { let rawValue: String }
///     let stored = box.stored  // .text("A-1")
///     let read = Box(stored: .text("A-1"))?.rawValue
///     let wrong = Box(stored: .integer(1))  // nil: a column of another type
@usableFromInline
package protocol Storable: Bindable {
  /// Creates the value read from `stored`; nil when this is not a value of the type.
  init?(stored: StoredValue)
}

extension Int64: Storable {
  @inlinable
  package var stored: StoredValue { .integer(self) }
  @inlinable
  package init?(stored: StoredValue) {
    guard case .integer(let number) = stored else { return nil }
    self = number
  }
}

extension Int: Storable {
  @inlinable
  package var stored: StoredValue { .integer(Int64(self)) }
  @inlinable
  package init?(stored: StoredValue) {
    guard case .integer(let number) = stored else { return nil }
    self.init(exactly: number)
  }
}

extension Bool: Storable {
  @inlinable
  package var stored: StoredValue { .integer(self ? 1 : 0) }
  @inlinable
  package init?(stored: StoredValue) {
    switch stored {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

extension String: Storable {
  @inlinable
  package var stored: StoredValue { .text(self) }
  @inlinable
  package init?(stored: StoredValue) {
    guard case .text(let text) = stored else { return nil }
    self = text
  }
}

extension Array: Bindable where Element == UInt8 {
  @inlinable
  package var stored: StoredValue { .blob(self) }
}

extension Array: Storable where Element == UInt8 {
  @inlinable
  package init?(stored: StoredValue) {
    guard case .blob(let bytes) = stored else { return nil }
    self = bytes
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  @inlinable
  package var stored: StoredValue { self?.stored ?? .null }
}

extension Optional: Storable where Wrapped: Storable {
  @inlinable
  package init?(stored: StoredValue) {
    if case .null = stored {
      self = nil as Wrapped?
    } else if let value = Wrapped(stored: stored) {
      self = value as Wrapped?
    } else {
      return nil
    }
  }
}

extension Storable where Self: RawRepresentable, RawValue: Storable {
  /// The raw value, stored.
  @inlinable
  package var stored: StoredValue { rawValue.stored }
  /// Reads the raw value of `stored`.
  @inlinable
  package init?(stored: StoredValue) {
    guard let raw = RawValue(stored: stored) else { return nil }
    self.init(rawValue: raw)
  }
}
