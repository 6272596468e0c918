import Conditions
package import BankSystems
package import Atoms
package import JSON
package import Model
package import Services

/// An effect that a system of the bank carries out, as its service file declares it.
package struct SystemEffect: EffectFactory {
  /// A value of the request is missing, such as the person's external id, or cannot be part of an address.
  package struct Unaddressed: Error {
    /// The name of the system.
    package let system: String
    /// The name of the effect.
    package let effect: String
  }

  /// The declaration.
  let declared: DeclaredEffect
  private let deliveries: Deliveries

  /// Creates the effect over the outbox.
  package init(_ declared: DeclaredEffect, _ deliveries: Deliveries) {
    (self.declared, self.deliveries) = (declared, deliveries)
  }

  /// Returns the effect that holds the amount and moves money here once the system has executed the submission.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    _ = try declared.taken(from: values)
    return deliveries.effect(
      paying: try amount(of: values), holdingOn: try account(declared.hold, of: values),
      moving: try movement(of: values))
  }

  /// Returns the violation for refused money, at the atom that the refusal is about.
  package func violation(for refusal: any Error) -> Violation? {
    let amount = declared.amount?.input ?? "amount"
    var payee = declared.hold ?? amount
    if case .input(let name)? = declared.movement?.credit { payee = name }
    return (refusal as? PaymentRefusal)?.violation(payer: declared.hold ?? payee, payee: payee, amount: amount)
  }

  /// Returns what is stored beside the submission: the rendered request, the answers, and the movement on execution.
  ///
  /// - Parameters:
  ///   - user: The fact `user` of the person.
  ///   - answers: The answers that the submission was judged by, as JSON.
  ///   - operation: The id of the operation.
  package func draft(
    of values: Object, user: Value, answers: String, by operation: String, as submission: SubmissionID
  ) throws -> DeliveryDraft {
    let extra: [Value] = [user, .string(submission.rawValue), .string(operation), .object(values)]
    // A null that no optional input explains is something that the system would miss, such as an external id.
    let optional = Set(declared.takes.indices.filter { declared.takes[$0].isOptional })
    let request: SystemRequest.Rendered
    do {
      request = try declared.request.rendered(try declared.taken(from: values) + extra, nullable: optional)
    } catch is SystemRequest.Fault {
      throw Unaddressed(system: declared.system, effect: declared.name)
    }
    return DeliveryDraft(
      service: declared.system, effect: declared.name, request: request.json, answers: answers,
      movement: try movement(of: values),
      queue: declared.isOrdered ? try account(declared.hold, of: values).map { "\(declared.system) \($0)" } : nil)
  }

  private func amount(of values: Object) throws(UnreadableValues) -> Money? {
    guard let (input, currency) = declared.amount else { return nil }
    guard let amount = values[input]?.string.flatMap({ Money($0, currency) }), amount.minor > 0 else {
      throw UnreadableValues(atom: input)
    }
    return amount
  }

  private func account(_ input: String?, of values: Object) throws(UnreadableValues) -> AccountNumber? {
    guard let input else { return nil }
    guard let account = values[input]?.string.flatMap({ AccountNumber($0) }) else {
      throw UnreadableValues(atom: input)
    }
    return account
  }

  private func movement(of values: Object) throws(UnreadableValues) -> DeliveryDraft.Movement? {
    guard let movement = declared.movement, let amount = try amount(of: values) else { return nil }
    func side(_ side: DeclaredEffect.Movement.Side) throws(UnreadableValues) -> String {
      switch side {
      case .duty(let duty): duty
      case .input(let input): try account(input, of: values)?.rawValue ?? ""
      }
    }
    let purpose = try? movement.purpose.value(in: ConditionInput(values: try declared.taken(from: values)))
    let text = purpose?.string ?? ""
    return DeliveryDraft.Movement(
      debit: try side(movement.debit), credit: try side(movement.credit), amount: amount,
      purpose: text.isEmpty ? declared.name : String(text.prefix(Self.longestPurpose)))
  }

  /// The maximum length of a purpose in characters, as in a payment order.
  private static let longestPurpose = 210
}
