package import SourceText

/// An error of reading the files of a set of definitions.
package enum DefinitionFailure: Error {
  /// The directory cannot be read.
  case unreadable(path: String, reason: String)
  /// The files have faults.
  case faults(Diagnostics)
}
