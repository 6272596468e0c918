package import Atoms
package import Conditions
package import Dates
import Texts
import SourceText
package import JSON
import Model
package import HTTPClient

/// A query that a service file declares: its request and the shape of its answer.
package final class DeclaredQuery: SystemQuery {
  /// How operations use a query.
  package enum Use: String, Sendable, CaseIterable {
    /// Returns one record for the value of an atom and further keys.
    case lookup
    /// Returns a value about the person.
    case fact
    /// Validates values.
    case verification
    /// Returns pages of options for a typed text.
    case search
  }

  /// The responses that mean "no record".
  struct Missing: Sendable {
    var statuses: [Int] = []
    /// A condition over the document of a successful response.
    var condition: AnswerPath?
  }

  /// The name in definitions.
  package let name: String
  package let use: Use
  /// The name of the system.
  package let system: String
  /// A digest of the request and the declared answer.
  package let digest: String
  /// The keys, by name and type.
  package let keys: [Field]
  /// The texts for the rejection codes of a verification.
  let reasons: [String: LocalizedText]
  package let request: SystemRequest
  let shape: AnswerShape
  let missing: Missing
  /// The timeout of the system in milliseconds.
  let timeout: Int
  /// The time in milliseconds for which an answer is reused. 0 disables the cache.
  let cache: Int
  package var declaredCache: Int? { cache }
  /// Further milliseconds for which the old answer is used while a new one is fetched.
  let stale: Int
  /// The query that finds an option of a search by its value; nil for any other query.
  package let one: DeclaredQuery?
  /// True for the query in `one` of a search. Its answer must contain the requested value.
  let isOption: Bool
  /// The location of the declaration.
  let location: Location

  init(
    name: String, use: Use, system: String, digest: String, keys: [Field], reasons: [String: LocalizedText],
    request: SystemRequest, shape: AnswerShape, missing: Missing, timeout: Int, cache: Int, stale: Int,
    one: DeclaredQuery? = nil, isOption: Bool = false, location: Location
  ) {
    (self.name, self.use, self.system, self.digest) = (name, use, system, digest)
    (self.keys, self.reasons, self.request, self.shape) = (keys, reasons, request, shape)
    (self.missing, self.timeout, self.cache, self.stale) = (missing, timeout, cache, stale)
    (self.one, self.isOption, self.location) = (one, isOption, location)
  }

  /// The type of the answer in conditions.
  package var type: ValueType { shape.type }

  package var canBeEmpty: Bool { !missing.statuses.isEmpty || missing.condition != nil }

  /// True if the answer is about a person.
  package var isPersonal: Bool { use == .fact || request.readsPerson }

  /// The keys, by index, that the request for an option does not read. The record of the option
  /// must have equal fields.
  package var comparedKeys: [Int] {
    guard isOption else { return [] }
    let reads = request.reads
    return keys.indices.dropFirst().filter { !reads.contains($0) }
  }

  /// The answer without a record: `empty`, an empty list, null, or invalid.
  private var nothing: LookupAnswer {
    switch use {
    case .lookup: .empty
    case .fact, .search: .found(shape.nothing)
    case .verification: .found(["holds": false])
    }
  }

  /// Returns the answer in a response.
  ///
  /// The status must be successful or declared as missing. The `Content-Type` is ignored.
  ///
  /// - Parameters:
  ///   - value: The value of the requested option; nil for any other query. An answer about another
  ///     option is rejected.
  ///   - day: Returns the bank's day at an instant.
  /// - Throws: `UnusableResponse` if the status is not declared, the body is not JSON, or a value
  ///   does not match its declaration.
  package func answer(
    in response: OutboundResponse, about value: Value? = nil, _ day: (Instant) -> CivilDate
  ) throws(UnusableResponse) -> LookupAnswer {
    if missing.statuses.contains(response.status) { return nothing }
    guard OutboundResponse.isWhole(response.status) else { throw .status(response.status) }
    guard let document = response.document else { throw .malformed }
    if missing.condition?.value(in: document) == true { return nothing }
    let found: Value
    do throws(AnswerFault) { found = try shape.value(in: document, day) } catch {
      throw .shape(error.path, wanted: error.wanted)
    }
    if let value, let given = found["value"], given.plainText != value.plainText {
      throw .shape("value", wanted: "the requested value")
    }
    return .found(found)
  }
}

/// The reason that a response is not an answer. It contains no values of the response.
package enum UnusableResponse: Error, CustomStringConvertible {
  /// The status is neither successful nor declared.
  case status(Int)
  /// The body is not JSON.
  case malformed
  /// A field does not match its declaration.
  case shape(String, wanted: String)

  package var description: String {
    switch self {
    case .status(let status): "status \(status)"
    case .malformed: "the body is not JSON"
    case .shape(let path, let wanted): path.isEmpty ? "the answer is not \(wanted)" : "`\(path)` is not \(wanted)"
    }
  }
}
