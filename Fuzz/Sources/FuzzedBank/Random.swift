/// A random number generator (xorshift64).
package struct Random {
  private var state: UInt64

  /// Creates a generator from the seed that libFuzzer passes to a mutation.
  package init(_ seed: UInt32) { state = (UInt64(seed) &+ 1) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// Returns a number from 0 to `limit` - 1; 0 if `limit` is not positive.
  package mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return limit > 0 ? Int(state % UInt64(limit)) : 0
  }

  /// Returns a random element.
  package mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}
