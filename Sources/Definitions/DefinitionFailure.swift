package import SourceText

/// An error from reading the files of a definition set.
package enum DefinitionFailure: Error {
  /// The directory cannot be read.
  case unreadable(path: String, reason: String)
  case faults(Diagnostics)
}
