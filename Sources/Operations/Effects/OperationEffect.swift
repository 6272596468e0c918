import Model
package import Atoms
import Essentials
package import JSON
package import Services

/// What submissions of an operation do: joins an operation's values to one service call.
///
/// A new effect is one type that conforms to this and one line in `Effects`.
package protocol OperationEffect: Sendable {
  /// The name in `effect:` of a definition.
  static var name: String { get }
  /// The inputs that it reads.
  static var shape: EffectShape { get }
  /// What submitting and signing these stored values does. The values have been judged right by the operation.
  func effect(of values: Object) throws(UnreadableValues) -> Effect
  /// What a refusal of the service is to the person: at which atom, why; nil for an error that is none of its own.
  func violation(for refusal: any Error) -> Violation?
}

/// What submissions of an operation do whose passwords or codes are needed for it: they are there when they are sent and
/// never again, so that it is done at once, unsigned.
package protocol SecretEffect: OperationEffect {
  /// What submitting these values, secrets among them, does for the caller. Works slowly, off the threads that answer.
  func prepared(_ values: Object, by caller: Caller) -> Deferred<Effect>
}

extension SecretEffect {
  /// Nothing: what is stored lacks the secrets.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    throw UnreadableValues(atom: Self.shape.inputs.first?.id ?? "")
  }
}

/// What submissions of a public operation do that opens a session: they are not stored.
package protocol SessionEffect: OperationEffect {
  /// The session for who submits these values, secrets among them, from there.
  func session(_ values: Object, from origin: Origin) -> Deferred<SessionGrant>
}

extension SessionEffect {
  /// Nothing: it makes no submission.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    throw UnreadableValues(atom: Self.shape.inputs.first?.id ?? "")
  }
}

/// Stored values that an effect cannot read: a definition gave it what its shape does not say.
package struct UnreadableValues: Error {
  /// The atom whose value is missing or of another form.
  package let atom: String
}

extension DailyLimits.Exceeded {
  /// What the refusal is to the person, at the atom that names the amount.
  package func violation(amount: String) -> Violation {
    Violation(
      check: code,
      message: LocalizedText(
        ru: "Дневной лимит \(limit.text(in: .ru)), сегодня осталось \(left.text(in: .ru))",
        en: "The daily limit is \(limit.text(in: .en)), \(left.text(in: .en)) is left today"),
      params: [
        ("limit", .string(limit.text)), ("left", .string(left.text)), ("currency", .string(left.currency.rawValue)),
      ]
    ).at(amount)
  }
}
