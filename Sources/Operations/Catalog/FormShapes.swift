import Atoms
import Synchronization

/// The forms that the server has built, one of each shape.
final class FormShapes: Sendable {
  /// How many are kept: an operation gives a few shapes, by which of its inputs were filled in.
  private static let most = 512

  private let forms = Mutex<[String: Operation]>([:])

  /// The form of that shape.
  subscript(shape: String) -> Operation? {
    get { forms.withLock { $0[shape] } }
    set {
      forms.withLock { forms in
        if forms.count >= Self.most { forms.removeAll() }
        forms[shape] = newValue
      }
    }
  }
}
