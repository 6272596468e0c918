package import Atoms
package import JSON
package import Services

/// A directory that operations look values up in: its shape, and where its answers come from.
package final class Directory: Sendable {
  /// Where answers come from.
  package enum Source: Sendable {
    /// From memory or the bank's own database, at once, on the thread that evaluates; an error where it cannot be read.
    case memory(@Sendable (Value, BankServices) throws -> Answer)
    /// From somewhere slower, which may hold a thread of the look-ups' own: the record for a key, nil where there is none;
    /// an error where it cannot be asked.
    case slow(@Sendable (Value) throws -> Value?)
  }

  /// The name and the fields of an answer.
  package let shape: Lookup
  /// Where answers come from.
  package let source: Source
  /// How long an answer is waited for where a definition does not say, in milliseconds.
  package let timeout: Int

  /// A directory of that shape.
  package init(_ shape: Lookup, timeout: Int = 3_000, _ source: Source) {
    (self.shape, self.source, self.timeout) = (shape, source, timeout)
  }

  /// What it has for a key, on this thread however long it takes.
  func answer(for key: Value, _ services: BankServices) -> Answer {
    switch source {
    case .memory(let answer): (try? answer(key, services)) ?? .failed
    case .slow(let find):
      (try? find(key).map(Answer.found) ?? .empty) ?? .failed
    }
  }
}
