private import CVersion

/// The identity of the program: its number, and the commit and the date of the build.
package enum BuildIdentity {
  /// The number in the file `VERSION`.
  package static let number: String = VALENCE_VERSION
  /// The abbreviated commit of the sources; nil if the build did not set it.
  package static let commit = text(valence_version_commit())
  /// The date of the build as `YYYY-MM-DD`; nil if the build did not set it.
  package static let date = text(valence_version_date())

  private static func text(_ bytes: UnsafePointer<CChar>?) -> String? {
    guard let bytes else { return nil }
    let text = String(cString: bytes)
    return text.isEmpty ? nil : text
  }
}
