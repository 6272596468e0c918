import ArgumentParser

extension ArgumentHelp {
  /// Creates the help of an option whose default is a directory of `InstalledFiles`.
  static func installed(_ name: String, _ words: String) -> ArgumentHelp {
    ArgumentHelp(
      words, default: "\(name) in the working directory, otherwise ../share/valence/\(name) of the program",
      valueName: "directory")
  }
}
