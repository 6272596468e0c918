/// The entries of one JSON text in manually allocated memory.
///
/// `@unchecked Sendable`, because only the reader that creates the entries modifies them.
struct Entries: ~Copyable, @unchecked Sendable {
  private var memory: UnsafeMutablePointer<Entry>
  private var room: Int
  private(set) var count = 0

  /// Creates an empty list with a capacity of `room` entries.
  init(room: Int) {
    self.room = max(room, 4)
    memory = .allocate(capacity: self.room)
  }

  deinit { memory.deallocate() }

  /// The entry at an index below `count`. Traps for any other index.
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
