import Model
package import BankSystems
package import Atoms
import Texts
package import JSON
package import Services

/// An effect of operations: it turns the values of a submission into one service call.
///
/// A new effect is one type that conforms to `OwnEffect` and its line in `Effects`; the smallest is `DocumentEffect`. A
/// system of the bank declares effects in its file, which `SystemEffect` carries.
package protocol EffectFactory: Sendable {
  /// Returns the effect of submitting and signing these stored values, which the operation has accepted.
  ///
  /// Throws `UnreadableValues` if a value is missing or of another form than `shape` says.
  func effect(of values: Object) throws(UnreadableValues) -> Effect
  /// Returns the atom and the message for a refusal of the service; nil for an error that is not this effect's own.
  func violation(for refusal: any Error) -> Violation?
  /// True if people make the same again, or keep its values as a template: a payment, but no change of a state.
  var isRepeatable: Bool { get }
}

extension EffectFactory {
  /// True: the same may be made again.
  package var isRepeatable: Bool { true }
}

/// An effect of the server itself.
package protocol OwnEffect: EffectFactory {
  /// The name in `effect:` of a definition.
  static var name: String { get }
  /// The inputs that the effect reads.
  static var shape: EffectShape { get }
}

/// An effect that needs the submitted passwords or codes.
///
/// The server never stores them, so it executes the submission at once and without a signature.
package protocol SecretEffect: OwnEffect {
  /// Returns the effect of these values, secrets among them, for the caller.
  ///
  /// Hashing a password is slow, so an implementation works off the threads that answer requests.
  func prepared(_ values: Object, by caller: Caller) -> Deferred<Effect>
}

extension SecretEffect {
  /// False: the stored values lack the secrets.
  package var isRepeatable: Bool { false }

  /// Throws `UnreadableValues`, because the stored values lack the secrets.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    throw UnreadableValues(atom: Self.shape.inputs.first?.id ?? "")
  }
}

/// An effect of a public operation that opens a session. Its submissions are not stored.
package protocol SessionEffect: OwnEffect {
  /// Returns the session for these values, secrets among them; `origin` is where the caller connects from.
  func session(_ values: Object, from origin: Origin) -> Deferred<SessionGrant>
}

extension SessionEffect {
  /// Throws `UnreadableValues`, because the operation makes no submission.
  package func effect(of values: Object) throws(UnreadableValues) -> Effect {
    throw UnreadableValues(atom: Self.shape.inputs.first?.id ?? "")
  }
}

extension DailyLimits.Exceeded {
  /// Returns the violation at an atom, the one that holds the amount.
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
