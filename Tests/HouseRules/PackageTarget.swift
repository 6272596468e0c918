/// A target of `Package.swift`.
struct PackageTarget {
  let name: String
  /// The folder of its files, such as `Sources/API`.
  let path: String
  /// The paths in the folder that are not compiled.
  let excluded: [String]

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
      let excluded = text.firstMatch(of: /exclude: \[([^\]]*)\]/).map { match in
        match.output.1.matches(of: /"([^"]+)"/).map { String($0.output.1) }
      }
      return PackageTarget(name: name, path: path, excluded: excluded ?? [])
    }
  }

  /// Returns true if the file is in the folder and, for Swift, compiled.
  func contains(_ file: String) -> Bool {
    guard file.hasPrefix("\(path)/") else { return false }
    return !file.hasSuffix(".swift")
      || !excluded.contains { file == "\(path)/\($0)" || file.hasPrefix("\(path)/\($0)/") }
  }
}
