import ArgumentParser
import Hosting

/// The certificate and key, if the server itself serves TLS.
struct TLSOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The certificate chain in PEM, with the server's certificate first. With it and its key, the port serves only \
      TLS 1.2 and 1.3.
      """, valueName: "file"))
  var tlsCertificate: String?

  @Option(
    help: ArgumentHelp(
      """
      The certificate's private key in PEM, without a password. Only its owner, and optionally its group, may have \
      access.
      """, valueName: "file"))
  var tlsKey: String?

  var files: CertificateFiles { CertificateFiles(certificate: tlsCertificate, key: tlsKey) }
}
