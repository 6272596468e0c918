import Model
package import Atoms
import Essentials
package import JSON
package import Services

/// The effect of an operation's submissions: it joins their values to one service call.
///
/// A new effect is one type that conforms to this and one line in `Effects`.
package protocol OperationEffect: Sendable {
  /// The name in `effect:` of a definition.
  static var name: String { get }
  /// The inputs that it reads.
  static var shape: EffectShape { get }
  /// Returns the effect of submitting and signing these stored values, which the operation has validated.
  func effect(of values: Object) throws(UnreadableValues) -> Effect
  /// Returns a refusal of the service as a violation at its atom; nil for an error that is not the service's.
  func violation(for refusal: any Error) -> Violation?
}

/// An effect that needs passwords or codes of the submission.
///
/// They are there at the submission only, so that it is executed at once and unsigned.
package protocol SecretEffect: OperationEffect {
  /// Returns the effect of submitting these values, with the secrets, for the caller. It takes long, and runs off the
  /// answering threads.
  func prepared(_ values: Object, by caller: Caller) -> Deferred<Effect>
}

extension SecretEffect {
  /// Throws: stored values lack the secrets.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    throw UnreadableValues(atom: Self.shape.inputs.first?.id ?? "")
  }
}

/// An effect of a public operation that opens a session: its submissions are not stored.
package protocol SessionEffect: OperationEffect {
  /// The session for who submits these values, secrets among them, from there.
  func session(_ values: Object, from origin: Origin) -> Deferred<SessionGrant>
}

extension SessionEffect {
  /// Throws: there is no submission.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    throw UnreadableValues(atom: Self.shape.inputs.first?.id ?? "")
  }
}

/// Stored values that an effect cannot read: the operation gave it values outside its shape.
package struct UnreadableValues: Error {
  /// The atom whose value is missing or of another form.
  package let atom: String
}

extension DailyLimits.Exceeded {
  /// Returns the refusal as a violation at the atom of the amount.
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
