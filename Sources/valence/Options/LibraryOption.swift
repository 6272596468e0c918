import ArgumentParser
import Definitions
import Hosting

/// The directory of the shipped composed kinds.
struct LibraryOption: ParsableArguments {
  @Option(help: .installed("library", "The directory with shipped composed kinds, in the folder `kinds`."))
  var library: String?

  /// Selects the directory of this option for all definitions that the command reads.
  func validate() throws { if let library { KindLibrary.use(library) } }

  /// The default directory; nil if there is none.
  static var standard: String? { InstalledFiles.existing("library") }
}
