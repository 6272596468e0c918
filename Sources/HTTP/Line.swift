/// Sockets in the order in which they came, from which any can go.
struct Line: Sequence {
  private var neighbours: [Int32: (before: Int32?, behind: Int32?)] = [:]
  private var last: Int32?
  /// The socket that came first.
  private(set) var first: Int32?

  /// Takes in a socket behind all others.
  mutating func append(_ descriptor: Int32) {
    neighbours[descriptor] = (last, nil)
    if let last { neighbours[last]?.behind = descriptor } else { first = descriptor }
    last = descriptor
  }

  /// Lets go of a socket, if it is there.
  mutating func remove(_ descriptor: Int32) {
    guard let (before, behind) = neighbours.removeValue(forKey: descriptor) else { return }
    if let before { neighbours[before]?.behind = behind } else { first = behind }
    if let behind { neighbours[behind]?.before = before } else { last = before }
  }

  /// Walks from the first on.
  func makeIterator() -> AnyIterator<Int32> {
    var next = first
    return AnyIterator {
      defer { next = next.flatMap { neighbours[$0]?.behind } }
      return next
    }
  }
}
