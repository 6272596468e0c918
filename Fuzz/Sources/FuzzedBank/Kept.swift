import HTTPServer
import Synchronization

/// An answer that comes on another thread.
final class Kept: Sendable {
  let response = Mutex<Response?>(nil)
}
