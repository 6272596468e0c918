#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a server did not start.
package enum ServerError: Error, Hashable, CustomStringConvertible {
  /// Another program listens on the port.
  case portInUse(UInt16)
  /// The port may be opened by a privileged user only.
  case notPermitted(UInt16)
  /// The address is not written as IPv4 or IPv6, or is not one of this machine's.
  case badAddress(String)
  /// A limit or a time-out that no server can hold.
  case badConfiguration(String)
  /// The certificate or its key is not readable, or they do not belong together: GnuTLS's reason.
  case badCertificate(String)
  /// The library was built without TLS.
  case noTLS
  /// A system call failed with this error number.
  case system(call: String, errno: Int32)

  /// One line that says what to change.
  package var description: String {
    switch self {
    case .portInUse(let port): "port \(port) is in use"
    case .notPermitted(let port): "port \(port) may not be opened by this user"
    case .badAddress(let address): "address \(address) cannot be listened on"
    case .badConfiguration(let fault): fault
    case .badCertificate(let reason): "the certificate and its key cannot be used: \(reason)"
    case .noTLS: "this build of libmicrohttpd has no TLS"
    case .system(let call, let number): "\(call): \(String(cString: strerror(number)))"
    }
  }
}
