import Model
package import BankSystems
package import Atoms
import Texts
package import JSON
package import Services

/// An effect of operations: it converts the values of a submission to one service call.
///
/// A new effect is a type that conforms to `OwnEffect` and a line in `Effects`. `DocumentEffect` is
/// the smallest one. Effects that service files declare are instances of `SystemEffect`.
package protocol EffectFactory: Sendable {
  /// Returns the effect of submitting and signing these stored values, which the operation has
  /// accepted.
  ///
  /// Throws `UnreadableValues` if a value is missing or does not match `shape`.
  func effect(of values: Object) throws(UnreadableValues) -> Effect
  /// Returns the atom and the message for a rejection by the service; nil for an error of another
  /// origin.
  func violation(for refusal: any Error) -> Violation?
  /// True if a person can repeat the submission or store its values as a template, such as for a
  /// payment. False for a change of state.
  var isRepeatable: Bool { get }
}

extension EffectFactory {
  package var isRepeatable: Bool { true }
}

/// An effect that the server implements.
package protocol OwnEffect: EffectFactory {
  /// The name in `effect:` of a definition.
  static var name: String { get }
  /// The inputs that the effect reads.
  static var shape: EffectShape { get }
}

/// An effect that requires the submitted passwords or codes.
///
/// Secrets are never stored, so the submission is executed immediately and without a signature.
package protocol SecretEffect: OwnEffect {
  /// Returns the effect of these values, including secrets, for the caller.
  ///
  /// Hashing a password is slow, so implementations must not block the calling thread.
  func prepared(_ values: Object, by caller: Caller) -> Deferred<Effect>
}

extension SecretEffect {
  /// False, because the stored values lack the secrets.
  package var isRepeatable: Bool { false }

  /// Throws `UnreadableValues`, because the stored values lack the secrets.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    throw UnreadableValues(atom: Self.shape.inputs.first?.id ?? "")
  }
}

/// An effect of a public operation that opens a session. Its submissions are not stored.
package protocol SessionEffect: OwnEffect {
  /// Returns the session for these values, including secrets. `origin` is the network origin of the
  /// caller.
  func session(_ values: Object, from origin: Origin) -> Deferred<SessionGrant>
}

extension SessionEffect {
  /// Throws `UnreadableValues`, because the operation creates no submission.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    throw UnreadableValues(atom: Self.shape.inputs.first?.id ?? "")
  }
}

extension DailyLimits.Exceeded {
  /// Returns the violation at the atom `amount`.
  func violation(amount: String) -> Violation {
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
