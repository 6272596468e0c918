import Synchronization

/// The identity that new connections are shown, and those that older ones were shown: these still use them.
final class TLSIdentities: Sendable {
  private let all: Mutex<[TLSIdentity]>

  /// Identities of which the first is this; nil is none, for a server without TLS.
  init(_ first: TLSIdentity?) { all = Mutex(first.map { [$0] } ?? []) }

  /// Lets new connections be shown another.
  func replace(with identity: TLSIdentity) { all.withLock { $0.append(identity) } }

  /// Lets a session that has not begun show the present identity.
  func use(in session: UnsafeMutableRawPointer) {
    let present = all.withLock { $0.last }
    present?.use(in: session)
  }
}
