/// The users of the current process.
package enum ProcessUser {
  /// The file with the user id of the login, which `su` and `sudo` do not change (Linux).
  private static let loginFile = "/proc/self/loginuid"
  /// The content of the file for a process that no login started.
  private static let unset = UInt32.max

  /// The name of the user who logged in to the machine; nil if no login started the process or the
  /// system does not report it.
  package static var login: String? {
    let descriptor = open(loginFile, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(descriptor, &bytes, bytes.count)
    let digits = bytes.prefix(max(0, count)).prefix { (0x30...0x39).contains($0) }
    guard let id = UInt32(String(decoding: digits, as: UTF8.self)), id != unset else { return nil }
    return name(of: uid_t(id))
  }

  /// The name of the user with whose rights the process runs.
  package static var effective: String { name(of: geteuid()) }

  /// Returns the name of a user; `uid 1001` for a user without a name.
  private static func name(of id: uid_t) -> String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(id, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name else {
      return "uid \(id)"
    }
    return String(cString: name)
  }
}
