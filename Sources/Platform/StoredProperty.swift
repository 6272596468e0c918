/// A stored property of a structure by its offset in memory. It replaces a read through a key path.
package struct StoredProperty<Root, Value>: Sendable {
  @usableFromInline let offset: Int

  /// Finds the property at `path`; nil if it is computed or observed, or if the path contains a
  /// reference or an optional.
  package init?(_ path: KeyPath<Root, Value>) {
    guard let offset = MemoryLayout<Root>.offset(of: path) else { return nil }
    self.offset = offset
  }

  /// Returns the value of the property in `root`.
  @inlinable
  package func value(of root: Root) -> Value {
    withUnsafePointer(to: root) { root in
      (UnsafeRawPointer(root) + offset).assumingMemoryBound(to: Value.self).pointee
    }
  }
}
