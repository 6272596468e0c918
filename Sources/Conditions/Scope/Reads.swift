/// What a condition or an expression reads.
public struct Reads: Sendable, Hashable {
  /// The slots in order, each once; those of definitions that it uses included.
  public internal(set) var slots: [Slot] = []
  /// Whether it reads SELF or a key of it.
  public internal(set) var readsObject = false
  /// The keys of SELF that it reads, in order, each once; empty where it reads SELF as a whole or not at all.
  public internal(set) var keys: [String] = []
  /// Whether it reads today's date.
  public internal(set) var readsClock = false
  /// The variables that had no binding, in the order of the text; each took the next free outer slot.
  public internal(set) var variables: [String] = []
  /// The names of the definitions that it uses itself, in order, each once.
  public internal(set) var definitions: [String] = []

  /// The places of the outer slots in order.
  public var outer: [Int] { slots.compactMap { if case .outer(let place) = $0 { place } else { nil } } }

  /// Takes in what a definition reads.
  mutating func merge(_ other: Reads) {
    slots.append(contentsOf: other.slots)
    keys.append(contentsOf: other.keys)
    readsObject = readsObject || other.readsObject
    readsClock = readsClock || other.readsClock
  }

  /// The same with every list in order and free of repetitions.
  func sorted() -> Reads {
    var reads = self
    reads.slots = Set(slots).sorted()
    reads.keys = Set(keys).sorted()
    reads.definitions = Set(definitions).sorted()
    return reads
  }
}
