/// Why a person cannot sign now.
package enum SigningError: Error, Equatable {
  /// Too many wrong answers in a row: an operator has to unlock the person.
  case locked
  /// The person has no security matrix.
  case noMatrix
  /// The matrix has no set of cells left to ask; the person needs a new one.
  case matrixExhausted
  /// The submission is not waiting for a signature.
  case notAwaited
  /// What is stored is not what was shown for signing.
  case altered
  /// A cell's digest was made with a key that is no longer there.
  case keyLost(id: String)
}
