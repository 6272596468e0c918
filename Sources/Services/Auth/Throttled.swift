/// So many attempts failed that the next one has to wait: this one was not looked at.
package struct Throttled: Error, Equatable {
  /// How long to wait before another try.
  package let wait: Duration

  /// To be tried again after `wait`.
  package init(wait: Duration) { self.wait = wait }

  /// The same in whole seconds, never too few.
  package var seconds: Int64 { max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0)) }
}
