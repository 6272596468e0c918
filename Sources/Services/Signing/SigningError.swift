/// Why a person cannot sign now.
package enum SigningError: Error, Equatable {
  /// Too many wrong answers in a row: an operator has to unlock the person.
  case locked
  /// The person has no security matrix.
  case noMatrix
  /// The matrix has no set of cells left to ask; the person needs a new one.
  case matrixExhausted
  /// The bank has nobody who sends codes.
  case noSender
  /// The person has no telephone number that a code could be sent to.
  case noPhone
  /// Enough codes were sent for now: another may be in `wait`.
  case tooManyCodes(wait: Duration)
  /// The submission is signed by something that is not sent.
  case notSent
  /// The submission is not waiting for a signature.
  case notAwaited
  /// What is stored is not what was shown for signing.
  case altered
  /// A cell's digest was made with a key that is no longer there.
  case keyLost(id: String)
}

extension SigningError {
  /// Whether there is nothing to ask now, although the person may sign.
  var leavesNothingToAsk: Bool {
    switch self {
    case .noMatrix, .matrixExhausted, .noSender, .noPhone, .tooManyCodes: true
    case .locked, .notSent, .notAwaited, .altered, .keyLost: false
    }
  }
}
