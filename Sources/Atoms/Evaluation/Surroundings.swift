package import JSON

/// What an evaluation may ask of the world. It is asked only for what it needs, and answers from memory.
package protocol Surroundings {
  /// The fact of that name, such as the caller's `accounts`.
  func fact(_ name: String) -> Value
  /// What the directory of that name has for a key.
  func answer(of lookup: String, for key: Value) -> Answer
  /// What the directory of that name has for a key, asked on these terms.
  func answer(of lookup: String, for key: Value, _ terms: LookupTerms) -> Answer
  /// Today in the configured time zone, `YYYY-MM-DD`.
  var today: String { get }
}

extension Surroundings {
  /// What the directory has, which answers at once: no terms are needed.
  package func answer(of lookup: String, for key: Value, _ terms: LookupTerms) -> Answer {
    answer(of: lookup, for: key)
  }
}

/// What a directory says.
package enum Answer: Sendable {
  /// A record of the look-up's fields.
  case found(Value)
  /// It has nothing for that key.
  case empty
  /// It could not be asked.
  case failed
}

/// What a definition says of how a directory is asked.
package struct LookupTerms: Sendable, Hashable {
  /// How long an answer is waited for, in milliseconds; nil for as long as the directory's own rule says.
  package let timeout: Int?
  /// How long an answer may be used again, in milliseconds; nil where each is asked for anew.
  package let cache: Int?

  /// These terms; without arguments, those of the directory.
  package init(timeout: Int? = nil, cache: Int? = nil) {
    (self.timeout, self.cache) = (timeout, cache)
  }
}
