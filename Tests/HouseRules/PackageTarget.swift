import Foundation

/// A target of `Package.swift`.
struct PackageTarget {
  let name: String
  /// The folder of its files, such as `Sources/API`.
  let path: String
  /// The excluded paths in the folder.
  let excluded: [String]
  /// The targets and products that it depends on.
  let dependencies: Set<String>

  /// Returns the targets of a manifest.
  static func all(in manifest: String) -> [PackageTarget] {
    let starts = manifest.matches(
      of: /\.(?<kind>target|testTarget|executableTarget|systemLibrary)\(\s*name: "(?<name>[^"]+)"/)
    return starts.enumerated().map { index, start in
      let end = index + 1 < starts.count ? starts[index + 1].range.lowerBound : manifest.endIndex
      let text = manifest[start.range.lowerBound..<end]
      let name = String(start.output.name)
      let folder = start.output.kind == "testTarget" ? "Tests" : "Sources"
      let path = text.firstMatch(of: /path: "([^"]+)"/).map { String($0.output.1) } ?? "\(folder)/\(name)"
      let excluded = text.firstMatch(of: /exclude: \[([^\]]*)\]/).map { names(in: $0.output.1) }
      let dependencies = text.firstMatch(of: /dependencies: \[([^\]]*)\]/).map { names(in: $0.output.1) }
      return PackageTarget(
        name: name, path: path, excluded: excluded ?? [], dependencies: Set(dependencies ?? []))
    }
  }

  /// Returns the texts in quotes.
  private static func names(in list: Substring) -> [String] {
    list.matches(of: /"([^"]+)"/).map { String($0.output.1) }
  }

  /// Returns the modules that the target's files import.
  func imports() throws -> Set<String> {
    let folder = Repository.root.appending(path: path).path
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".swift") && contains("\(path)/\($0)") }
    return Set(try files.flatMap { ImportedModules.all(in: try Repository.text(of: "\(path)/\($0)")) })
  }

  /// Returns true if the file is in the folder and is not an excluded Swift file.
  func contains(_ file: String) -> Bool {
    guard file.hasPrefix("\(path)/") else { return false }
    return !file.hasSuffix(".swift")
      || !excluded.contains { file == "\(path)/\($0)" || file.hasPrefix("\(path)/\($0)/") }
  }
}
