import CGnuTLS
import Synchronization

/// A certificate chain and its private key, which authenticate the server.
package final class TLSIdentity: Sendable {
  /// Expiry of the server's own certificate, in seconds since the epoch.
  package let expires: Int64

  /// The address of GnuTLS's credentials. An address is `Sendable`; a pointer is not. Each
  /// `ClientConnection` retains this object while its session may use them.
  private let credentials: UInt

  /// Reads a chain, with the server's own certificate first, and a key without a password. Both are
  /// PEM. Throws `ServerError.badCertificate` if one is unreadable or they do not match.
  package init(certificate: [UInt8], key: [UInt8]) throws(ServerError) {
    var error: Int32 = 0
    let made = certificate.withUnsafeBytes { certificate in
      key.withUnsafeBytes { key in
        valence_TLS_credentials(certificate.baseAddress, certificate.count, key.baseAddress, key.count, &error)
      }
    }
    guard let made else { throw .badCertificate(String(cString: gnutls_strerror(error))) }
    credentials = UInt(bitPattern: made)
    expires = Int64(certificate.withUnsafeBytes { valence_TLS_expires($0.baseAddress, $0.count) })
  }

  deinit { gnutls_certificate_free_credentials(OpaquePointer(bitPattern: credentials)) }

  /// Sets this identity in a session before its handshake. The identity must outlive the session.
  func use(in session: UnsafeMutableRawPointer) {
    // On failure the session has no certificate, so its handshake fails.
    _ = valence_TLS_use(session, OpaquePointer(bitPattern: credentials))
  }
}

/// The identity for new connections. Each `ClientConnection` retains its own, so a replaced
/// identity is freed with its last connection.
final class TLSIdentities: Sendable {
  private let current: Mutex<TLSIdentity?>

  init(_ first: TLSIdentity?) { current = Mutex(first) }

  var present: TLSIdentity? { current.withLock { $0 } }

  func replace(with identity: TLSIdentity) { current.withLock { $0 = identity } }
}
