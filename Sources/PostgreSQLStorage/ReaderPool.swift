import Storage
import Synchronization

/// A pool of read connections. Each is used by one thread at a time. It connects at its first use,
/// and again after a loss.
final class ReaderPool: Sendable {
  private final class Slot: Sendable {
    let connection: Mutex<PostgreSQLConnection>
    init(_ server: DatabaseServer) { connection = Mutex(PostgreSQLConnection(server, .reading)) }
  }

  private let slots: [Slot]
  private let turn = Atomic<Int>(0)
  private let waited = Atomic<Int>(0)

  init(_ server: DatabaseServer, count: Int) { slots = (0..<max(1, count)).map { _ in Slot(server) } }

  var count: Int { slots.count }
  /// The number of connections in use.
  var busy: Int { slots.count { $0.connection.withLockIfAvailable { _ in true } == nil } }
  /// The number of reads that found no free connection.
  var waits: Int { waited.load(ordering: .relaxed) }

  /// Runs `body` on the first free connection, or waits for one. The order keeps the number of open
  /// connections low.
  ///
  /// Also returns whether the server responded to a statement. A cached value proves nothing about
  /// the server.
  func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> (value: Value, hasAsked: Bool) {
    for slot in slots {
      if let value = try slot.connection.withLockIfAvailable({ try Self.read($0, body) }) { return value }
    }
    waited.wrappingAdd(1, ordering: .relaxed)
    let next = turn.wrappingAdd(1, ordering: .relaxed).oldValue & Int.max
    return try slots[next % slots.count].connection.withLock { try Self.read($0, body) }
  }

  private static func read<Value: Sendable>(
    _ connection: PostgreSQLConnection, _ body: @Sendable (Connection) throws -> Value
  ) throws -> (value: Value, hasAsked: Bool) {
    let before = connection.answers
    let value = try body(Connection(connection))
    return (value, connection.answers != before)
  }

  /// Closes the sessions that are not in use.
  func close() { for slot in slots { _ = slot.connection.withLockIfAvailable { $0.disconnect() } } }
}
