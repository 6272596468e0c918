package import JSON

/// The world around an evaluation: facts, directories, today's date.
///
/// An evaluation asks only for what it needs. An implementation answers from memory.
///
///     struct Empty: Surroundings {
///       let today = "2026-11-21"
///       func fact(_ name: String) -> Value { .null }
///       func answer(of lookup: String, for key: Value) -> Answer { .empty }
///     }
package protocol Surroundings {
  /// Returns the fact with that name, such as the caller's `accounts`.
  func fact(_ name: String) -> Value
  /// Returns the answer of the directory with that name for a key.
  func answer(of lookup: String, for key: Value) -> Answer
  /// Returns the answer of the directory with that name for a key, asked on these terms.
  func answer(of lookup: String, for key: Value, _ terms: LookupTerms) -> Answer
  /// Today in the configured time zone, `YYYY-MM-DD`.
  var today: String { get }
}

extension Surroundings {
  /// Returns the directory's answer regardless of the terms, which an answer from memory does not need.
  package func answer(of lookup: String, for key: Value, _ terms: LookupTerms) -> Answer {
    answer(of: lookup, for: key)
  }
}

/// The answer of a directory.
package enum Answer: Sendable {
  /// A record of the look-up's fields.
  case found(Value)
  /// The directory has nothing for that key.
  case empty
  /// The directory could not be asked.
  case failed
}

/// The terms on which a definition has a directory asked.
package struct LookupTerms: Sendable, Hashable {
  /// Milliseconds to wait for an answer; nil for the directory's own timeout.
  package let timeout: Int?
  /// Milliseconds for which an answer may be used again; nil to ask each time.
  package let cache: Int?

  /// Creates terms; without arguments, those of the directory.
  package init(timeout: Int? = nil, cache: Int? = nil) {
    (self.timeout, self.cache) = (timeout, cache)
  }
}
