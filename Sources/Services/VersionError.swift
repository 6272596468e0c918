/// Why a version cannot be revoked.
package enum VersionError: Error, Equatable {
  /// There is no such version.
  case notFound
  /// New forms are drawn from it: another has to take its place first.
  case serving
}
