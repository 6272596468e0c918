/// The parts of a server, in the order in which they stop.
enum HostedPart: Int {
  /// The check of the database for damage.
  case databaseCheck
  case changes
  case retention
  /// The end of people's access to accounts at its time.
  case accesses
  /// The balances of the bank's own accounts.
  case postings
  case recordedAnswers
  case definitionFiles
  case deliveries
  /// The port for the bank's clients.
  case listener
  case metrics
  /// Messages to people. The last sent one-time codes are recorded in the database.
  case messages
  /// The registration of this server among the servers that share definitions.
  case sharing
  /// The registration of this server's keys, for other servers.
  case keys
}

/// The running parts. They start in any order and stop in the order of `HostedPart`.
struct HostedServices {
  private var running: [(part: HostedPart, stop: () -> Void)] = []

  mutating func add(_ part: HostedPart, stop: @escaping () -> Void) {
    let place = running.firstIndex { $0.part.rawValue > part.rawValue } ?? running.endIndex
    running.insert((part, stop), at: place)
  }

  /// Stops all running parts up to and including `last`.
  mutating func stop(through last: HostedPart) {
    while let next = running.first, next.part.rawValue <= last.rawValue {
      next.stop()
      running.removeFirst()
    }
  }
}
