import CGnuTLS

/// A certificate chain and its private key, with which a server shows who it is.
package final class TLSIdentity: Sendable {
  /// When the server's own certificate ends, in seconds since the epoch.
  package let expires: Int64

  /// The credentials: a pointer is a number to the threads that use it, and each connection keeps this object (see `Link`).
  private let credentials: UInt

  /// The identity of a chain (the server's own certificate first) and a key without a password, both in PEM; fails where
  /// one is not readable or they do not belong together.
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

  /// Lets a session that has not begun show this identity, which must outlive it.
  func use(in session: UnsafeMutableRawPointer) {
    // Where that fails the session has no certificate to show, and its handshake fails.
    _ = valence_TLS_use(session, OpaquePointer(bitPattern: credentials))
  }
}
