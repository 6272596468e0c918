/// A check of files whose names come from another source, such as a repository of definitions. A
/// symbolic link among them must not lead to a file of this machine, such as a secret key.
package enum ContainedFile {
  /// Returns true if the path resolves to a file outside its own directory.
  ///
  /// The directory itself may be a link. A link to a file inside the directory is allowed, also
  /// through other links in it, as in a mounted ConfigMap of Kubernetes. Returns false for a path
  /// without a file and for a path in `/dev`.
  package static func leadsOut(_ path: String) -> Bool {
    if path.hasPrefix("/dev/") { return false }
    let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let directory = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard let file = resolved(path) else { return false }
    guard let inside = resolved(directory) else { return true }
    return !file.hasPrefix(inside == "/" ? inside : inside + "/")
  }

  /// Returns the absolute path without links; nil if no file is at the path.
  private static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
