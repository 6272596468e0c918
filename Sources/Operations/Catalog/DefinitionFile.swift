import FoundationEssentials

/// A file that a set of definitions is read from.
package struct DefinitionFile: Sendable, Equatable {
  /// The name as faults print it.
  package let name: String
  /// What stands in it.
  package let bytes: [UInt8]

  /// A file of that name and content.
  package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  /// The most bytes a file may have: what a person writes has a few thousand.
  static let mostBytes = 1 << 20

  /// The file at a path; nil where it cannot be read. Of one that is too large only the first bytes are
  /// kept, by which it is refused.
  init?(path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(name: path, bytes: Array(data.prefix(Self.mostBytes + 1)))
  }

  /// What other files call it: its name without directory and ending.
  var stem: String {
    let last = name.split(separator: "/").last ?? ""
    return String(last.split(separator: ".").first ?? "")
  }

  /// The id that a file of that name holds: its name without directory and `.yaml`.
  var id: String {
    let last = name.split(separator: "/").last ?? ""
    return last.hasSuffix(".yaml") ? String(last.dropLast(5)) : String(last)
  }
}
