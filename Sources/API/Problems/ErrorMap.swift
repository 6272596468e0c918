import Atoms
import Model
import Operations
import Services

extension Problem {
  /// The problem that an error of a service is; nil for an error that clients are not told of.
  init?(known error: any Error) {
    switch error {
    case let error as AuthError:
      switch error {
      case .refused: self.init(.wrongCredentials)
      }
    case let error as Overloaded:
      self.init(.overloaded)
      headers = [("Retry-After", String(error.retryAfter))]
    case let error as SubmissionError:
      switch error {
      case .notFound: self.init(.notFound)
      case .keyReused: self.init(.keyReused)
      case .notCancellable(let status): self.init(.conflict, "The submission is \(status.rawValue).")
      }
    case let error as SigningError:
      switch error {
      case .locked: self.init(.locked)
      case .matrixExhausted: self.init(.matrixExhausted)
      case .noMatrix: self.init(.matrixExhausted, "There is no security matrix yet.")
      case .notAwaited: self.init(.gone)
      case .altered, .keyLost: return nil
      }
    case let error as Violations: self = Problem(.invalidValues).violations(error.all)
    default: return nil
    }
  }
}
