/// The server has as much to do as it takes on: nothing was done, and a later try may succeed.
package struct Overloaded: Error, Equatable {
  /// How many seconds to wait before another try.
  package let retryAfter: Int

  /// A refusal that asks to wait this long.
  package init(retryAfter: Int = 1) { self.retryAfter = retryAfter }
}
