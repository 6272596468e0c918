/// The queue of writes is full: nothing was done, and a later try may succeed.
package struct WriteQueueFull: Error, Equatable {
  /// How many writes were waiting.
  package let waiting: Int
}

/// The database has been closed to writes.
package struct DatabaseClosed: Error, Equatable {}
