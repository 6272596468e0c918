package import Atoms
package import Conditions
package import Dates
package import Texts
import SourceText
package import JSON
package import Model
import HTTPClient

/// An effect that a service file declares: the request that sends a signed submission, and the
/// interpretation of the system's responses.
package final class DeclaredEffect: SystemQuery {
  /// The name of an effect that records a document. Each system can declare one.
  package static let documentName = "document"

  /// A value of the submission that requests and movements can read.
  package struct InputReference: Sendable {
    package let name: String
    let type: ValueType
    package let isOptional: Bool
    /// True for the value of a composed atom that is a record.
    package var isRecord: Bool { if case .record = type { true } else { false } }
  }

  /// The accounts of the ledger entry: names of inputs with accounts, or duties of the bank's own
  /// accounts.
  package struct Movement: Sendable {
    package enum Side: Sendable, Equatable {
      case input(String)
      case duty(String)
    }

    package let debit: Side
    package let credit: Side
    package let purpose: ConditionExpression
  }

  /// The request for the status of a delivery.
  struct StatusQuestion: Sendable {
    let request: SystemRequest
    let rules: DeliveryRules
    /// The statuses that mean that the system does not know the delivery.
    let missing: [Int]
    /// The minimum time after an attempt, in milliseconds, before a status in `missing` is
    /// accepted.
    let missingAfter: Int
  }

  /// The interpretation of callbacks.
  struct CallbackReading: Sendable {
    /// The path of the submission's id.
    let submission: AnswerPath
    let rules: DeliveryRules
  }

  /// The name in `effect:` of a definition.
  package let name: String
  /// The name of the system.
  package let system: String
  /// A digest of the meaning of the effect.
  package let digest: String
  /// The requirements for an operation.
  package let shape: EffectShape
  package let takes: [InputReference]
  package let request: SystemRequest
  /// The name of the input with the amount, and its currency; nil for an effect without an amount.
  package let amount: (input: String, currency: Currency)?
  /// The name of the input with the account on which the amount is held.
  package let hold: String?
  package let movement: Movement?
  let rules: DeliveryRules
  let status: StatusQuestion?
  let callback: CallbackReading?
  /// The interval between two status requests, in milliseconds.
  let every: Int
  /// True if the system must not receive a submission twice.
  let isOnce: Bool
  /// True if the deliveries of one account are sent one at a time.
  package let isOrdered: Bool
  /// The age from which an open delivery raises an alarm, in milliseconds.
  let deadline: Int
  /// The timeout of one attempt in milliseconds.
  let timeout: Int
  /// The captions of the kept values that the person sees.
  package let captions: [(name: String, text: LocalizedText)]
  /// The location of the declaration.
  let location: Location

  init(
    name: String, system: String, digest: String, shape: EffectShape, takes: [InputReference], request: SystemRequest,
    amount: (input: String, currency: Currency)?, hold: String?, movement: Movement?, rules: DeliveryRules,
    status: StatusQuestion?, callback: CallbackReading?, every: Int, isOnce: Bool, isOrdered: Bool, deadline: Int,
    timeout: Int, captions: [(name: String, text: LocalizedText)], location: Location
  ) {
    (self.name, self.system, self.digest) = (name, system, digest)
    (self.takes, self.request, self.amount, self.hold) = (takes, request, amount, hold)
    (self.movement, self.rules, self.status, self.callback) = (movement, rules, status, callback)
    (self.every, self.isOnce, self.isOrdered, self.deadline) = (every, isOnce, isOrdered, deadline)
    (self.timeout, self.captions, self.location) = (timeout, captions, location)
    self.shape = shape
  }

  // MARK: - Values

  /// Returns the values that the effect takes, typed, in the order of the declaration.
  ///
  /// Throws `UnreadableValues` if a value is missing or of another type.
  package func taken(from values: Object) throws(UnreadableValues) -> [Value] {
    var taken: [Value] = []
    for take in takes {
      let value = values[take.name] ?? .null
      if value.isNull, take.isOptional {
        taken.append(.null)
      } else if let typed = Self.typed(value, as: take.type) {
        taken.append(typed)
      } else {
        throw UnreadableValues(atom: take.name)
      }
    }
    return taken
  }

  /// The slots of the taken values that can be null in the body: optional inputs, and fields of
  /// records. Any other null is a missing value, such as an external id.
  package var nullable: Set<Int> { Set(takes.indices.filter { takes[$0].isOptional || takes[$0].isRecord }) }

  /// Returns a stored value as conditions read values of that type; nil if it does not match.
  private static func typed(_ value: Value, as type: ValueType) -> Value? {
    switch (type, value) {
    case (.boolean, .bool), (.integer, .integer), (.number, .integer), (.number, .decimal), (.list, .array),
      (.record, .object),
      (.text, .string):
      value
    case (.number, .string(let text)): Decimal(plain: text).map(Value.decimal)
    case (.integer, .string(let text)): Int64(text).map(Value.integer)
    case (.date, .string(let text)): CivilDate(text).map { .string($0.description) }
    case (.text, .integer), (.text, .decimal): .string(value.plainText)
    default: nil
    }
  }

  /// The names that requests can read in addition to the taken values, in the order of their slots.
  static let names: [Field] = [
    Field("user", .any), Field("submission", .text), Field("operation", .text), Field("values", .any),
  ]

  // MARK: - Outcomes

  /// Returns the outcome in the response to a submission.
  func word(of response: OutboundResponse, _ day: (Instant) -> CivilDate) -> DeliveryOutcome {
    rules.word(status: response.status, response.document, again: again, day)
      ?? .undeclared("status \(response.status)", again: nil)
  }

  /// Returns the outcome in the response to a status request; nil if it is not declared.
  func statusWord(of response: OutboundResponse, _ day: (Instant) -> CivilDate) -> DeliveryOutcome? {
    guard let status else { return nil }
    if status.missing.contains(response.status) {
      return .missing(again: .milliseconds(every), after: .milliseconds(status.missingAfter))
    }
    return status.rules.word(status: response.status, response.document, again: again, day)
  }

  /// Returns the submission in a callback, and its outcome; the outcome is nil if it is not
  /// declared.
  ///
  /// Nil if the callback contains no submission id.
  package func word(
    inCallback document: Value, _ day: (Instant) -> CivilDate
  ) -> (submission: SubmissionID, word: DeliveryOutcome?)? {
    guard let callback, let text = callback.submission.value(in: document).string, let id = SubmissionID(text) else {
      return nil
    }
    return (id, callback.rules.word(in: document, again: again, day))
  }

  /// The time limit for an attempt and for storing its outcome.
  package var lease: Duration { .milliseconds(timeout) + DeliveryWorker.slack }

  /// The time limit for status requests before an operator's rejection, after the end of an
  /// attempt.
  package var asking: Duration { .milliseconds((status?.missingAfter ?? 0) + every + 3 * timeout) }

  /// The delay before the next status request for an accepted delivery; nil if the effect declares
  /// no `status`.
  var again: Duration? { status == nil ? nil : .milliseconds(every) }
}

/// The declared outcomes of a system: executed, rejected and accepted.
struct DeliveryRules: Sendable {
  /// One declared outcome.
  struct Rule: Sendable {
    /// The statuses; empty for any successful status.
    var statuses: [Int] = []
    /// The condition over the document; nil without one.
    var condition: AnswerPath?
    /// The values to keep.
    var keep: [(name: String, shape: AnswerShape)] = []
    /// The paths of the reason and of the text for the person.
    var reason: AnswerPath?
    var message: AnswerPath?
  }

  var executed: Rule?
  var rejected: Rule?
  var accepted: Rule?
  /// The texts for reasons.
  var reasons: [String: LocalizedText] = [:]

  /// Returns the outcome in a response; nil if it is not declared.
  ///
  /// If a kept value does not match its declaration, the outcome is `undeclared`.
  func word(
    status: Int, _ document: Value?, again: Duration?, _ day: (Instant) -> CivilDate
  ) -> DeliveryOutcome? {
    return word(again: again, document ?? .null, day) { rule in
      let fits = rule.statuses.isEmpty ? OutboundResponse.isWhole(status) : rule.statuses.contains(status)
      return fits && (rule.condition == nil || document != nil)
    }
  }

  /// Returns the outcome in a document; nil if it is not declared. Only outcomes with a condition
  /// apply.
  func word(in document: Value, again: Duration?, _ day: (Instant) -> CivilDate) -> DeliveryOutcome? {
    word(again: again, document, day) { $0.condition != nil }
  }

  private func word(
    again: Duration?, _ document: Value, _ day: (Instant) -> CivilDate, _ mayBe: (Rule) -> Bool
  ) -> DeliveryOutcome? {
    func holds(_ rule: Rule?) -> Rule? {
      guard let rule, mayBe(rule), rule.condition.map({ $0.value(in: document) == true }) ?? true else { return nil }
      return rule
    }
    do throws(AnswerFault) {
      if let rule = holds(executed) { return .executed(kept: try Self.kept(rule, document, day)) }
      if let rule = holds(rejected) {
        let (reason, message) = refusal(rule, document)
        return .rejected(reason: reason, message, kept: try Self.kept(rule, document, day))
      }
      if let rule = holds(accepted) { return .accepted(again: again, kept: try Self.kept(rule, document, day)) }
    } catch {
      return .undeclared("`\(error.path)` is not \(error.wanted)", again: nil)
    }
    return nil
  }

  private static func kept(
    _ rule: Rule, _ document: Value, _ day: (Instant) -> CivilDate
  ) throws(AnswerFault) -> String? {
    if rule.keep.isEmpty { return nil }
    let values = try AnswerShape.record(rule.keep, at: nil).value(in: document, day)
    return String(decoding: values.canonical, as: UTF8.self)
  }

  /// Returns the reason as a code of at most 64 visible ASCII characters, and the text for the
  /// person.
  private func refusal(_ rule: Rule, _ document: Value) -> (String, CoreMessage?) {
    let code = rule.reason?.value(in: document).string ?? ""
    let isCode = (1...64).contains(code.utf8.count) && code.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    if let text = reasons[code] { return (isCode ? code : "rejected", CoreMessage(text.ru, english: text.en)) }
    let text = rule.message?.value(in: document).string.map(Self.shown) ?? ""
    return (isCode ? code : "rejected", text.isEmpty ? nil : CoreMessage(text))
  }

  /// Returns a system's text for display: at most `longestMessage` characters, without misleading
  /// characters. An unusual text must not invalidate the rejection.
  private static func shown(_ text: String) -> String {
    normalized(String(text.prefix(longestMessage)).withoutMisleading)
  }

  /// The maximum length of a system's text for the person, in characters.
  private static let longestMessage = 500
}
