import ArgumentParser
import Hosting

/// The certificate and key, if the server itself serves TLS.
struct TLSOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The certificate in PEM, the server's own first, then those that lead to its root. With it and its key the port serves \
      TLS 1.2 and 1.3, and nothing else.
      """, valueName: "file"))
  var tlsCertificate: String?

  @Option(
    help: ArgumentHelp(
      "The certificate's private key in PEM, without a password; only its owner may read it.", valueName: "file"))
  var tlsKey: String?

  var files: CertificateFiles { CertificateFiles(certificate: tlsCertificate, key: tlsKey) }
}
