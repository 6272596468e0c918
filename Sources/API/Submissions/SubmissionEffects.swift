import Atoms
import BankSystems
import Dates
import HTTPServer
import JSON
import Logging
package import Model
import Operations
package import Services

extension SubmissionProcess {
  /// True if an operation opens a session instead of creating a submission.
  func opensSession(_ operation: Operation) -> Bool { sessionEffect(of: operation) != nil }

  /// Returns the effect of an operation that opens a session; nil for other operations.
  func sessionEffect(of operation: Operation) -> (any SessionEffect)? {
    operation.effect.flatMap { effects[$0] } as? any SessionEffect
  }

  /// Returns the effect of an operation and its name. Throws `not-found` if the operation does not
  /// accept submissions.
  func namedEffect(of operation: Operation) throws(Problem) -> (name: String, effect: any EffectFactory) {
    guard let name = operation.effect, let effect = effect(of: operation) else {
      throw Problem(
        .notFound, ru: "\(operation.id) не отправляют", en: "\(operation.id) does not accept submissions")
    }
    return (name, effect)
  }

  /// Returns the effect of a stored submission, created from its stored values, never from posted
  /// values.
  ///
  /// Throws `UnknownEffect` if the operation or its effect is unknown, or if the values are not an
  /// object.
  package func effect(of submission: Submission) throws -> Effect {
    guard let operation = try forms.operation(for: submission), let effect = effect(of: operation),
      let values = try Value(reading: submission.values).object
    else {
      throw UnknownEffect(operation: submission.operation)
    }
    let derived = try submission.derived.flatMap { try Value(reading: $0).object }
    return try work(of: effect, on: values.adding(derived), for: operation)
  }

  /// Returns the effect of these values, with the daily limits, the cut-off time and the executor
  /// of the definition.
  func work(of effect: any EffectFactory, on values: Object, for operation: Operation) throws -> Effect {
    var work = limited(try effect.effect(of: values), of: operation)
    work.cutOff = operation.cutOff.flatMap { CutOff(minutes: $0) }
    if operation.isFed, work.executor == .configured { work.executor = .core }
    if work.executor == .service { work.handedOver = { [courier] in courier.wake() } }
    return work
  }

  /// Returns the effect of an operation, either of a system of the bank or of the server itself.
  ///
  /// Returns nil if the operation does not accept submissions.
  func effect(of operation: Operation) -> (any EffectFactory)? {
    if let declared = operation.delivery as? DeclaredEffect { return SystemEffect(declared, deliveries) }
    return operation.effect.flatMap { effects[$0] }
  }

  /// Returns the effect with the daily limits of the active version, whatever version the form had.
  private func limited(_ effect: Effect, of operation: Operation) -> Effect {
    let limits = dailyLimits(of: forms.catalog[operation.id] ?? operation)
    return forms.services.limits.limiting(effect, of: operation.id, to: limits) { [day = forms.clock.day] in
      day.start(at: $0)
    }
  }

  /// Returns the daily limits of a definition as money.
  func dailyLimits(of operation: Operation) -> [Money] {
    operation.dailyLimits.compactMap { limit in
      Currency(limit.currency).flatMap {
        Money(coefficient: limit.amount.coefficient, exponent: limit.amount.exponent, $0)
      }
    }
  }

  /// Returns the effect of a submission; `.none` if the submission already exists.
  ///
  /// `values` are the values of `checked` without secrets, with those of `send`. Only a
  /// `SecretEffect` receives secrets, which are neither stored nor hashed.
  func work(
    of effect: any EffectFactory, _ checked: CheckedSubmission?, _ values: Object, by caller: Caller, _ call: Call
  ) throws -> Deferred<Effect> {
    guard let checked else { return .now(.none) }
    if let effect = effect as? any SecretEffect { return effect.prepared(checked.values, by: caller) }
    var work = try self.work(of: effect, on: values, for: checked.operation)
    if let effect = effect as? SystemEffect {
      let (operation, user) = (checked.operation.id, forms.surroundings(of: call).fact("user"))
      let answers = call.fetched?.record ?? "[]"
      work.delivery = { [log = forms.log] id in
        do {
          return try effect.draft(of: values, user: user, answers: answers, by: operation, as: id)
        } catch let error as SystemEffect.Unaddressed {
          var metadata: Logger.Metadata = [
            "system": "\(error.system)", "effect": "\(error.effect)", "reason": "\(error.fault)",
            "requestId": "\(call.request.id)",
          ]
          if let remedy = error.fault.remedy { metadata["remedy"] = "\(remedy)" }
          log.warning("cannot deliver a submission", metadata: metadata)
          throw error
        }
      }
    }
    return .now(work)
  }
}

extension Object {
  /// Returns these values with the computed values of `send`, which an effect reads like inputs.
  func adding(_ derived: Object?) -> Object {
    guard let derived, derived.count > 0 else { return self }
    return Object(unique: members + derived.members)
  }
}

/// The effect of a stored submission is unknown, because its operation is neither active nor
/// stored.
struct UnknownEffect: Error {
  let operation: String
}
