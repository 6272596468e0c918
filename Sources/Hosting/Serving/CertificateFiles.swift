import FoundationEssentials
package import HTTPServer
import Logging
import Platform

/// The files of the certificate and its key, if the server itself serves TLS.
package struct CertificateFiles: Sendable {
  private let certificate: String?
  private let key: String?

  /// Creates a pair of paths. Both are nil if the server does not serve TLS.
  package init(certificate: String?, key: String?) {
    self.certificate = certificate
    self.key = key
  }

  var isOn: Bool { certificate != nil }

  /// Reads the certificate and its key; returns nil without TLS. Throws if one path is missing, a
  /// file is unreadable or invalid, or others can access the key.
  package func identity() throws -> TLSIdentity? {
    switch (certificate, key) {
    case (nil, nil): return nil
    case (_?, nil): throw OperatorError("--tls-certificate needs --tls-key")
    case (nil, _?): throw OperatorError("--tls-key needs --tls-certificate")
    case (let certificate?, let key?):
      let (chain, secret) = (try read(certificate, "--tls-certificate"), try read(key, "--tls-key"))
      // Group read access is allowed, because packages share a key between servers in this way.
      guard let status = FileStatus(path: key), status.mode & 0o037 == 0 else {
        throw OperatorError("--tls-key: others can read or change \(key); set its mode to 0600, or to 0640 for a group")
      }
      do {
        return try TLSIdentity(certificate: chain, key: secret)
      } catch {
        throw OperatorError("--tls-certificate \(certificate), --tls-key \(key): \(error)")
      }
    }
  }

  /// Reads the certificate files and uses them for new connections. If they are invalid, keeps the
  /// present certificate.
  func renew(_ daemon: Daemon, _ log: Logger) {
    do {
      guard let identity = try identity() else { return }
      daemon.use(identity)
      report(of: identity, log)
    } catch {
      log.error("certificate not replaced, previous one still in use", metadata: ["reason": "\(error)"])
    }
  }

  /// Logs the number of days until the certificate expires. In the last two weeks this is a
  /// warning.
  func report(of identity: TLSIdentity, _ log: Logger) {
    let days = (identity.expires - Int64(Date().timeIntervalSince1970)) / 86_400
    let level: Logger.Level = days < 14 ? .warning : .info
    log.log(level: level, "certificate expires", metadata: ["days": "\(days)"])
  }

  private func read(_ path: String, _ option: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw OperatorError("\(option): cannot read \(path)")
    }
    return Array(data)
  }
}
