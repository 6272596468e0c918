import FoundationEssentials
import Platform

/// The files that are installed with the program.
///
/// A program in `bin` has its files in `share/valence` next to `bin`, for example
/// `/usr/share/valence/web` for `/usr/bin/valence`.
package enum InstalledFiles {
  /// The directory `../share/valence` of the program's real path.
  private static let shared: String? = {
    guard let program = ProgramFile.path, let end = program.lastIndex(of: "/") else { return nil }
    let folder = program[..<end]
    return folder.lastIndex(of: "/").map { "\(folder[..<$0])/share/valence" }
  }()

  /// Returns `name` if it exists in the working directory, otherwise the installed file or
  /// directory of this name. If neither exists, returns `name`.
  package static func path(_ name: String) -> String { existing(name) ?? name }

  /// Returns the same path, or nil if no such file or directory exists.
  package static func existing(_ name: String) -> String? {
    let candidates = [name] + (shared.map { ["\($0)/\(name)"] } ?? [])
    return candidates.first { FileManager.default.fileExists(atPath: $0) }
  }
}
