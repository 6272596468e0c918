/// Random numbers from a seed (xorshift64).
package struct Random {
  private var state: UInt64

  /// Numbers from libFuzzer's seed of one mutation.
  package init(_ seed: UInt32) { state = (UInt64(seed) &+ 1) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// A number below `limit`; 0 where that is not positive.
  package mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return limit > 0 ? Int(state % UInt64(limit)) : 0
  }

  /// One of several.
  package mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
}
