import HTTPServer
import Synchronization

/// A response that another thread delivers.
final class Kept: Sendable {
  let response = Mutex<Response?>(nil)
}
