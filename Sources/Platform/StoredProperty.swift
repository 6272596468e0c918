/// A stored property of a structure by its place in memory: it is read in one step, and a key path in hundreds.
///
///     let town = StoredProperty(\Branch.town)
///     town?.value(of: branch)  // as branch[keyPath: \.town]
package struct StoredProperty<Root, Value>: Sendable {
  @usableFromInline let offset: Int

  /// Finds the property at `path`; nil if it is computed, observed, or behind a reference or an optional.
  package init?(_ path: KeyPath<Root, Value>) {
    guard let offset = MemoryLayout<Root>.offset(of: path) else { return nil }
    self.offset = offset
  }

  /// Returns the property of `root`.
  @inlinable
  package func value(of root: Root) -> Value {
    withUnsafePointer(to: root) { root in
      (UnsafeRawPointer(root) + offset).assumingMemoryBound(to: Value.self).pointee
    }
  }
}
