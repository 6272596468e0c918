package import Atoms
import Conditions
package import JSON
package import Services

/// A directory for look-ups: its shape and the source of its answers.
///
///     let shape = Lookup("company", fields: [Field("name", .text)])
///     let companies = LookupSource(shape, .slow { key in try register.record(for: key.plainText) })
package final class LookupSource: Sendable {
  /// The source of answers.
  package enum Source: Sendable {
    /// Memory or the bank's own database. It answers at once, on the thread that evaluates.
    ///
    /// Throws an error if the database cannot be read.
    case memory(@Sendable (Value, BankServices) throws -> Answer)
    /// Anything slower, which may block a thread of the look-ups' own pool. Returns the record of a key; nil if there
    /// is none.
    ///
    /// Throws an error if it cannot be asked.
    case slow(@Sendable (Value) throws -> Value?)
  }

  /// The name, the type of the keys and the fields of an answer.
  package let shape: Lookup
  /// The source of answers.
  package let source: Source
  /// The default timeout of an answer, in milliseconds; a definition may set another.
  package let timeout: Int

  /// Creates a directory from its shape and source.
  package init(_ shape: Lookup, timeout: Int = 3_000, _ source: Source) {
    (self.shape, self.source, self.timeout) = (shape, source, timeout)
  }

  /// Returns the answer for a key; blocks the calling thread. An error of the source becomes `failed`.
  func answer(for key: Value, _ services: BankServices) -> Answer {
    switch source {
    case .memory(let answer): (try? answer(key, services)) ?? .failed
    case .slow(let find):
      (try? find(key).map(Answer.found) ?? .empty) ?? .failed
    }
  }
}

/// The directories in which inputs can be looked up; each is an element of `all`.
///
///     Lookups.answer(of: "bank", for: "044525225", services)  // .found(["name": "ПАО Сбербанк", ...])
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

  /// The shapes of the directories, for the check of definitions.
  package static let shapes = all.map(\.shape)

  /// Returns the answer of a directory for a key; blocks the calling thread, so it is for the command line only.
  ///
  /// Returns `failed` for an unknown directory.
  package static func answer(of lookup: String, for key: Value, _ services: BankServices) -> Answer {
    all.first { $0.shape.name == lookup }?.answer(for: key, services) ?? .failed
  }
}
