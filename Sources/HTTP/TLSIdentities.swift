import Synchronization

/// The identity that new connections are shown. An earlier one is kept by the connections that were shown it (`Link`), and is
/// freed with the last of them.
final class TLSIdentities: Sendable {
  private let shown: Mutex<TLSIdentity?>

  /// The first identity; nil is none, for a server without TLS.
  init(_ first: TLSIdentity?) { shown = Mutex(first) }

  /// What a connection that begins now is shown.
  var present: TLSIdentity? { shown.withLock { $0 } }

  /// Lets new connections be shown another.
  func replace(with identity: TLSIdentity) { shown.withLock { $0 = identity } }
}
