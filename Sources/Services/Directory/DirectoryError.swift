/// Why a file cannot be read as the BIC directory at all.
package enum DirectoryError: Error, Equatable, Sendable {
  /// The file cannot be opened or read.
  case unreadable(path: String, why: String)
  /// The file has no bytes but blanks.
  case empty
  /// The file is a ZIP archive, as which the Bank of Russia publishes it.
  case archive
  /// The root element is another.
  case notDirectory(root: String, namespace: String, at: DirectoryPlace)
  /// The encoding that the file declares is neither Windows-1251 nor UTF-8.
  case unknownEncoding(String)
  /// A byte that the declared encoding does not have there, and what it looks like.
  case wrongEncoding(declared: String, found: String, at: DirectoryPlace)
  /// The file stops before the end of its root element.
  case cutOff(at: DirectoryPlace)
  /// The file is not well-formed XML; the code is libxml2's.
  case malformed(code: Int, at: DirectoryPlace)
}

extension DirectoryError: CustomStringConvertible {
  /// One line for the person who imports the file.
  package var description: String {
    switch self {
    case .unreadable(let path, let why): "cannot read \(path): \(why)"
    case .empty: "the file is empty"
    case .archive: "the file is a ZIP archive: unpack it and import the XML file inside"
    case .notDirectory(let root, let namespace, let at):
      "not the BIC directory: expected the root ED807 of urn:cbr-ru:ed:v2.0, found \(root)"
        + (namespace.isEmpty ? "" : " of \(namespace)") + " at \(at)"
    case .unknownEncoding(let name): "unknown encoding \(name): expected Windows-1251 or UTF-8"
    case .wrongEncoding(let declared, let found, let at): "the file declares \(declared) but has \(found) at \(at)"
    case .cutOff(let at): "the file is cut off at \(at)"
    case .malformed(let code, let at): "not well-formed XML (libxml2 error \(code)) at \(at)"
    }
  }
}
