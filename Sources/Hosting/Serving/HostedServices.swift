/// The parts of a server, in the order in which they stop.
enum HostedPart: Int {
  /// The check of the database for damage.
  case databaseCheck
  case changes
  case retention
  case postings
  case recordedAnswers
  case definitionFiles
  case deliveries
  /// The port of the bank's clients.
  case listener
  case metrics
  /// Messages to people: the last one-time codes are noted in the database.
  case messages
  /// The entry of this server among those that share definitions.
  case sharing
  /// The keys that this server reports to the others.
  case keys
}

/// The running parts. They start in any order and stop in the order of `HostedPart`.
///
///     var services = HostedServices()
///     services.add(.retention) { retention.stop() }
///     services.stop(through: .listener)
struct HostedServices {
  private var running: [(part: HostedPart, stop: () -> Void)] = []

  /// Adds a part that has started.
  mutating func add(_ part: HostedPart, stop: @escaping () -> Void) {
    let place = running.firstIndex { $0.part.rawValue > part.rawValue } ?? running.endIndex
    running.insert((part, stop), at: place)
  }

  /// Stops the parts up to `last`, and `last` itself.
  mutating func stop(through last: HostedPart) {
    while let next = running.first, next.part.rawValue <= last.rawValue {
      next.stop()
      running.removeFirst()
    }
  }
}
