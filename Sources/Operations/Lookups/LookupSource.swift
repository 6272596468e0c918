package import Atoms
import Conditions
package import JSON
package import Services

/// A directory that operations look values up in: its shape, and where its answers come from.
package final class LookupSource: Sendable {
  /// The origin of the answers.
  package enum Source: Sendable {
    /// From memory or the bank's own database, at once, on the thread that evaluates; an error where it cannot be read.
    case memory(@Sendable (Value, BankServices) throws -> Answer)
    /// A slow origin, which may hold one of the look-ups' own threads. Returns nil for an unknown key; throws if it
    /// cannot answer.
    case slow(@Sendable (Value) throws -> Value?)
  }

  /// The name and the fields of an answer.
  package let shape: Lookup
  /// The origin of the answers.
  package let source: Source
  /// The time limit of an answer for definitions that name none, in milliseconds.
  package let timeout: Int

  /// Creates a directory of that shape.
  package init(_ shape: Lookup, timeout: Int = 3_000, _ source: Source) {
    (self.shape, self.source, self.timeout) = (shape, source, timeout)
  }

  /// Returns the answer for a key, on this thread, for as long as it takes.
  func answer(for key: Value, _ services: BankServices) -> Answer {
    switch source {
    case .memory(let answer): (try? answer(key, services)) ?? .failed
    case .slow(let find):
      (try? find(key).map(Answer.found) ?? .empty) ?? .failed
    }
  }
}

/// The directories that inputs may be looked up in: one line each in `all`.
package enum Lookups {
  /// The directories.
  package static let all = [
    LookupSource(
      Lookup(
        "bank",
        fields: [
          Field("name", .text), Field("place", .text), Field("correspondentAccount", .text),
          Field("treasuryAccount", .text), Field("account", .text), Field("status", .text), Field("closed", .boolean),
          Field("statusSince", .date),
        ]),
      .memory(BankAnswers().answer(to:_:))),
    SingleTaxLookup.directory,
    LookupSource(Lookup("provider", fields: ProviderRecords.answer), .memory(ProviderRecords.answer(to:_:))),
  ]

  /// Their names and the fields of their answers.
  package static let shapes = all.map(\.shape)

  /// Returns the answer of the source `lookup` for a key, on this thread, for as long as it takes: for the command
  /// line.
  package static func answer(of lookup: String, for key: Value, _ services: BankServices) -> Answer {
    all.first { $0.shape.name == lookup }?.answer(for: key, services) ?? .failed
  }
}
