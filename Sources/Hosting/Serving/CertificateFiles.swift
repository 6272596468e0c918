import FoundationEssentials
package import HTTPServer
import Logging

/// The files of the certificate with which the server serves TLS by itself.
package struct CertificateFiles: Sendable {
  private let certificate: String?
  private let key: String?

  /// Names the files; both are nil without TLS.
  package init(certificate: String?, key: String?) {
    self.certificate = certificate
    self.key = key
  }

  /// True if the server serves TLS.
  var isOn: Bool { certificate != nil }

  /// Returns the certificate and its key from their files; nil without TLS.
  package func identity() throws -> TLSIdentity? {
    switch (certificate, key) {
    case (nil, nil): return nil
    case (_?, nil): throw OperatorError("--tls-certificate needs --tls-key")
    case (nil, _?): throw OperatorError("--tls-key needs --tls-certificate")
    case (let certificate?, let key?):
      let (chain, secret) = (try read(certificate, "--tls-certificate"), try read(key, "--tls-key"))
      let mode = try? FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int
      // A group may read it: that is how the systems' packages share one between servers.
      guard let mode, mode & 0o037 == 0 else {
        throw OperatorError("--tls-key: others may read or change \(key); make it 0600, or 0640 for a group")
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
      log.error("the certificate cannot be replaced, the old one stays in use", metadata: ["reason": "\(error)"])
    }
  }

  /// Logs the days until the certificate ends; a warning in the last two weeks.
  func report(of identity: TLSIdentity, _ log: Logger) {
    let days = (identity.expires - Int64(Date().timeIntervalSince1970)) / 86_400
    let level: Logger.Level = days < 14 ? .warning : .info
    log.log(level: level, "the certificate ends", metadata: ["days": "\(days)"])
  }

  private func read(_ path: String, _ option: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw OperatorError("\(option): cannot read \(path)")
    }
    return Array(data)
  }
}
