import Synchronization

/// The composed kinds that are shipped with the program, in `library/kinds`.
///
/// The directory is a setting of the process, like its working directory: every set that is read
/// from a configuration directory can use the kinds.
package enum KindLibrary {
  private static let directory = Mutex<String?>(nil)

  /// Selects the directory that has the folder `kinds`; nil for no library.
  package static func use(_ path: String?) { directory.withLock { $0 = path } }

  /// Reads the files of the library. The result is empty without a library.
  static func files() -> [DefinitionFile] {
    guard let path = directory.withLock({ $0 }) else { return [] }
    return DefinitionFiles.paths(of: .kinds, in: path).compactMap { DefinitionFile(path: $0) }
  }
}

extension DefinitionFiles {
  /// The files of the library whose kinds the other files use, directly or through other kinds.
  ///
  /// A set in the database has them, so that servers with another library serve the same forms.
  package var usedLibrary: [DefinitionFile] {
    let own = Set(kinds.map(\.id))
    var rest = library.filter { !own.contains($0.id) }
    var (used, texts) = ([DefinitionFile](), (operations + fragments + kinds).map(\.bytes))
    while let text = texts.popLast() {
      let words = Set(text.split { !Self.isOfName($0) }.map { String(decoding: $0, as: UTF8.self) })
      let found = rest.filter { words.contains($0.id) }
      rest.removeAll { words.contains($0.id) }
      used += found
      texts += found.map(\.bytes)
      if rest.isEmpty { break }
    }
    return used.sorted { $0.name < $1.name }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }
}
