import CGnuTLS
import Synchronization

/// A certificate chain and its private key, with which a server shows who it is.
///
///     var configuration = ServerConfiguration()
///     configuration.identity = try TLSIdentity(certificate: chain, key: key)
///     let server = try Server(configuration: configuration, respond: respond)
///     server.use(try TLSIdentity(certificate: renewedChain, key: renewedKey))
package final class TLSIdentity: Sendable {
  /// Expiry of the server's own certificate, in seconds since the epoch.
  package let expires: Int64

  /// GnuTLS's credentials. A number may pass between threads, a pointer may not; each connection keeps this object (see
  /// `ClientConnection`).
  private let credentials: UInt

  /// Reads a chain (the server's own certificate first) and a key without a password, both in PEM. Throws
  /// `ServerError.badCertificate` if one is not readable or they do not belong together.
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

  /// Gives this identity to a session that has not begun; it must outlive the session.
  func use(in session: UnsafeMutableRawPointer) {
    // If that fails, the session has no certificate to show, and its handshake fails.
    _ = valence_TLS_use(session, OpaquePointer(bitPattern: credentials))
  }
}

/// The identity for new connections. Each connection keeps the one that it was given (`ClientConnection`), and the last of them
/// frees it.
final class TLSIdentities: Sendable {
  private let shown: Mutex<TLSIdentity?>

  /// Takes the first identity; nil for a server without TLS.
  init(_ first: TLSIdentity?) { shown = Mutex(first) }

  /// The identity for a connection that begins now.
  var present: TLSIdentity? { shown.withLock { $0 } }

  /// Gives new connections another identity.
  func replace(with identity: TLSIdentity) { shown.withLock { $0 = identity } }
}
