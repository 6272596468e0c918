/// The static imports of the web client's modules.
///
/// A statement with an import starts a line with `import` or `export {`, and ends with a semicolon.
enum ModuleImports {
  /// Returns the modules that a module imports statically, also through other modules, in the order
  /// in which a browser finds them. Files that do not exist are left out.
  static func all(of first: String, in files: [String: [UInt8]]) -> [String] {
    var (found, next) = ([first], 0)
    while next < found.count {
      for file in files[found[next]].map({ direct(in: $0, of: found[next]) }) ?? []
      where files[file] != nil && !found.contains(file) {
        found.append(file)
      }
      next += 1
    }
    return Array(found.dropFirst())
  }

  /// Returns the files that a module imports itself.
  private static func direct(in source: [UInt8], of file: String) -> [String] {
    source.split(separator: UInt8(ascii: ";")).compactMap { statement in
      guard statement.last == UInt8(ascii: "\"") else { return nil }
      let lines = String(decoding: statement, as: UTF8.self).split(separator: "\n")
        .drop { !$0.hasPrefix("import ") && !$0.hasPrefix("export {") }
      guard !lines.isEmpty, let specifier = lines.last?.split(separator: "\"").last else { return nil }
      return resolved(specifier, from: file)
    }
  }

  /// Returns the file of a specifier such as `../element.js`; nil for other specifiers.
  private static func resolved(_ specifier: Substring, from file: String) -> String? {
    var folders = file.split(separator: "/").dropLast()
    for part in specifier.split(separator: "/") {
      switch part {
      case ".": break
      case "..":
        guard folders.popLast() != nil else { return nil }
      default: folders.append(part)
      }
    }
    return specifier.first == "." ? folders.joined(separator: "/") : nil
  }
}
