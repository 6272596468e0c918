import Platform

/// Checks `holds` repeatedly for at most `seconds`. Returns whether it became true.
///
/// It waits five milliseconds between two checks, because the tests share few threads.
package func eventually(within seconds: Int = 60, _ holds: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(seconds)
  while try !holds() {
    guard ContinuousClock.now < end else { return false }
    _ = poll(nil, 0, 5)
  }
  return true
}
