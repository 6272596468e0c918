package import Atoms
package import Conditions
package import Dates
import Texts
import SourceText
package import JSON
import Model
package import HTTPClient

/// A query that a service file declares: what a system of the bank is asked, and how its answer is read.
///
///     let company = system.queries.first { $0.name == "company" }
///     let request = try company.request.rendered(["7707083893"])
///     let answer = company.answer(in: response) { bank.day.date(at: $0) }
package final class DeclaredQuery: SystemQuery {
  /// The ways in which operations use a query.
  package enum Use: String, Sendable, CaseIterable {
    /// The value of an atom, and more keys, have one answer.
    case lookup
    /// Something is known of the person.
    case fact
    /// Values are right or wrong.
    case verification
    /// A typed text has pages of options.
    case search
  }

  /// The signs by which a response means that there is nothing.
  struct Missing: Sendable {
    var statuses: [Int] = []
    /// A condition over the document of a response with a status of success.
    var condition: AnswerPath?
  }

  /// The name in definitions.
  package let name: String
  /// The way in which operations use it.
  package let use: Use
  /// The name of the system.
  package let system: String
  /// A digest of the request and the declared answer.
  package let digest: String
  /// The keys, by name and type.
  package let keys: [Field]
  /// The texts for the codes of a verification.
  let reasons: [String: LocalizedText]
  package let request: SystemRequest
  let shape: AnswerShape
  let missing: Missing
  /// Milliseconds that the system has for an answer.
  let timeout: Int
  /// Milliseconds for which an answer may be used again; 0 to ask each time.
  let cache: Int
  /// Milliseconds after that for which an old answer may be used while a new one is fetched.
  let stale: Int
  /// The query that finds an option of a search again by its value; nil for any other query.
  package let one: DeclaredQuery?
  /// True for such a query: its answer is about the value that it was asked for.
  let isOption: Bool
  /// The place of the declaration.
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

  /// True if the answer belongs to a person.
  package var isPersonal: Bool { use == .fact || request.readsPerson }

  /// The answer that there is nothing: an empty list, a record without values, or values that do not hold.
  private var nothing: LookupAnswer {
    switch use {
    case .lookup: .empty
    case .fact, .search: .found(shape.nothing)
    case .verification: .found(["holds": false])
    }
  }

  /// Returns the answer in a response.
  ///
  /// Throws the reason why there is none: a status that is neither one of success nor declared, a body that is no JSON,
  /// or a value that does not fit its declaration. The type that the response says of its body does not matter.
  ///
  /// With `value`, the answer is about one option of a search: about the one with that value, and no other.
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
      throw .shape("value", wanted: "the value that was asked for")
    }
    return .found(found)
  }
}

/// The reason why a response is no answer, without any value of it.
package enum UnusableResponse: Error, CustomStringConvertible {
  /// The status is neither one of success nor declared.
  case status(Int)
  /// The body is no JSON.
  case malformed
  /// A field does not fit its declaration.
  case shape(String, wanted: String)

  package var description: String {
    switch self {
    case .status(let status): "status \(status)"
    case .malformed: "the body is not JSON"
    case .shape(let path, let wanted): path.isEmpty ? "the answer is not \(wanted)" : "`\(path)` is not \(wanted)"
    }
  }
}
