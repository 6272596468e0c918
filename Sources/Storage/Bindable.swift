/// A type whose values can be arguments of statements.
@usableFromInline
package protocol Bindable {
  var stored: StoredValue { get }
}

/// A type whose values can be arguments of statements and can be read from columns.
@usableFromInline
package protocol Storable: Bindable {
  /// Creates a value from `stored`; nil if `stored` is not a value of this type.
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
  @inlinable
  package var stored: StoredValue { rawValue.stored }
  @inlinable
  package init?(stored: StoredValue) {
    guard let raw = RawValue(stored: stored) else { return nil }
    self.init(rawValue: raw)
  }
}
