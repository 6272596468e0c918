package import Atoms
import Conditions
import JSON
import Requisites

/// The verifications that conditions may call: one line each.
package enum Verifications {
  /// All of them.
  package static let all = [
    verification("isInn") { INN.verify($0) },
    verification("isKpp") { KPP.verify($0) },
    verification("isBic") { BIC.verify($0) },
    verification("isPaymentText") { Purpose.verify($0) },
    verification("isAccount") { Account.verify($0, bic: $1) },
    verification("isCorrespondentAccount") { Account.verify(correspondent: $0, bic: $1) },
  ]

  private static func verification(
    _ name: String, _ verify: @escaping @Sendable (String) -> Reason?
  ) -> Verification {
    Verification(name, [.text]) { arguments in
      guard case .string(let text) = arguments[0], let reason = verify(text) else { return nil }
      return found(reason)
    }
  }

  private static func verification(
    _ name: String, _ verify: @escaping @Sendable (String, String) -> Reason?
  ) -> Verification {
    Verification(name, [.text, .text]) { arguments in
      guard case .string(let first) = arguments[0], case .string(let second) = arguments[1] else { return nil }
      guard let reason = verify(first, second) else { return nil }
      return found(reason)
    }
  }

  private static func found(_ reason: Reason) -> Verification.Reason {
    Verification.Reason(
      ReasonText.sentence(for: reason),
      params: [("reason", .string(reason.code))]
        + reason.evidence.filter { $0.name != "reason" }.map { ($0.name, .string($0.value)) })
  }
}
