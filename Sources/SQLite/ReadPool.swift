import Synchronization
import Storage

/// Connections for reading, each lent to one thread at a time.
final class ReadPool: Sendable {
  private final class Slot: Sendable {
    let connection: Mutex<SQLiteConnection>
    init(_ connection: sending SQLiteConnection) { self.connection = Mutex(connection) }
  }

  private let slots: [Slot]
  private let turn = Atomic<Int>(0)
  private let waited = Atomic<Int>(0)

  init(path: String, count: Int, durable: Bool) throws(StoreError) {
    var slots: [Slot] = []
    for _ in 0..<max(1, count) {
      slots.append(Slot(try SQLiteConnection(path: path, readOnly: true, durable: durable)))
    }
    self.slots = slots
  }

  init(_ connection: sending SQLiteConnection) { slots = [Slot(connection)] }

  /// How many connections there are.
  var count: Int { slots.count }
  /// How many of them are lent now.
  var busy: Int { slots.count { $0.connection.withLockIfAvailable { _ in true } == nil } }
  /// How often none was free.
  var waits: Int { waited.load(ordering: .relaxed) }

  /// Runs `body` on a free connection, or waits for one.
  func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value {
    let first = turn.wrappingAdd(1, ordering: .relaxed).oldValue & Int.max
    for offset in 0..<slots.count {
      let slot = slots[(first &+ offset) % slots.count]
      if let value = try slot.connection.withLockIfAvailable({ try body(Connection($0)) }) { return value }
    }
    waited.wrappingAdd(1, ordering: .relaxed)
    return try slots[first % slots.count].connection.withLock { try body(Connection($0)) }
  }
}
