/// The entries of one JSON text in memory of their own: each one added costs one look for room.
///
/// Sendable without a check: only the reader that makes it adds to it, and an `Outline` changes nothing.
struct Entries: ~Copyable, @unchecked Sendable {
  private var memory: UnsafeMutablePointer<Entry>
  private var room: Int
  /// Entry count.
  private(set) var count = 0

  /// Creates an empty list with room for that many entries.
  init(room: Int) {
    self.room = max(room, 4)
    memory = .allocate(capacity: self.room)
  }

  deinit { memory.deallocate() }

  /// The entry at an index below `count`; traps at any other.
  subscript(place: Int) -> Entry {
    @inline(__always)
    get {
      precondition(place >= 0 && place < count, "no such entry")
      return memory[place]
    }
    @inline(__always)
    set {
      precondition(place >= 0 && place < count, "no such entry")
      memory[place] = newValue
    }
  }

  /// Adds an entry at the end.
  @inline(__always)
  mutating func append(_ entry: Entry) {
    if count == room { grow() }
    (memory + count).initialize(to: entry)
    count &+= 1
  }

  private mutating func grow() {
    let old = memory
    memory = .allocate(capacity: 2 * room)
    memory.initialize(from: old, count: count)
    old.deallocate()
    room *= 2
  }
}
