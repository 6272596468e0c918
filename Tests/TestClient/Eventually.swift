import Platform

/// Looks again and again whether something holds, for so many seconds at most; returns whether it did.
///
/// Five milliseconds between two looks leave the processor to what is waited for: the tests share few threads.
package func eventually(within seconds: Int = 60, _ holds: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(seconds)
  while try !holds() {
    guard ContinuousClock.now < end else { return false }
    _ = poll(nil, 0, 5)
  }
  return true
}
