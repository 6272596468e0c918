import Conditions
package import BankSystems
package import Atoms
package import JSON
package import Model
package import Services

/// An effect that a bank system executes, as its service file declares it.
package struct SystemEffect: EffectFactory {
  /// The error thrown if a value of the request is missing, such as the person's external id, or
  /// cannot be part of a path.
  package struct Unaddressed: Error {
    package let system: String
    package let effect: String
    /// The fault without values, for the log.
    package let fault: SystemRequest.Fault
  }

  let declared: DeclaredEffect
  private let deliveries: Deliveries

  /// Creates the effect with the outbox.
  package init(_ declared: DeclaredEffect, _ deliveries: Deliveries) {
    (self.declared, self.deliveries) = (declared, deliveries)
  }

  /// Returns the effect that holds the amount, and moves money in the ledger after the system has
  /// executed the submission.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    _ = try declared.taken(from: values)
    return deliveries.effect(
      paying: try amount(of: values), holdingOn: try account(declared.hold, of: values),
      moving: try movement(of: values))
  }

  /// Returns the violation for a rejected hold or movement, at the atom that caused it.
  package func violation(for refusal: any Error) -> Violation? {
    let amount = declared.amount?.input ?? "amount"
    var payee = declared.hold ?? amount
    if case .input(let name)? = declared.movement?.credit { payee = name }
    return (refusal as? PaymentRefusal)?.violation(payer: declared.hold ?? payee, payee: payee, amount: amount)
  }

  /// Returns the data to store with the submission: the rendered request, the answers, and the
  /// movement to post on execution.
  ///
  /// - Parameters:
  ///   - user: The fact `user` of the person.
  ///   - answers: The answers that the submission was evaluated with, as JSON.
  ///   - operation: The id of the operation.
  package func draft(
    of values: Object, user: Value, answers: String, by operation: String, as submission: SubmissionID
  ) throws -> DeliveryDraft {
    let extra: [Value] = [user, .string(submission.rawValue), .string(operation), .object(values)]
    let request: SystemRequest.Rendered
    do {
      request = try declared.request.rendered(try declared.taken(from: values) + extra, nullable: declared.nullable)
    } catch let fault as SystemRequest.Fault {
      throw Unaddressed(system: declared.system, effect: declared.name, fault: fault)
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
