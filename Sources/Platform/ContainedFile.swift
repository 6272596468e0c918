/// Files of a directory whose names come from elsewhere, such as a repository of definitions: a link among them must not lead to a file
/// that only this machine knows, such as a secret key.
///
///     ContainedFile.leadsOut("config/operations/pay.yaml")  // true for a link to /etc/valence/keys
package enum ContainedFile {
  /// True if a link leads from the path to a file outside of the path's own directory.
  ///
  /// The directory itself may be a link. A link to a file inside the directory is allowed, also over other links in it, as in a mounted
  /// ConfigMap of Kubernetes. A path that leads to nothing, and a device, lead nowhere.
  package static func leadsOut(_ path: String) -> Bool {
    if path.hasPrefix("/dev/") { return false }
    let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let directory = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard let file = resolved(path) else { return false }
    guard let inside = resolved(directory) else { return true }
    return !file.hasPrefix(inside == "/" ? inside : inside + "/")
  }

  /// Returns the absolute path without links; nil if it leads to nothing.
  private static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
