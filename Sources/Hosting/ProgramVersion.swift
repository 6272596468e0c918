import API
import Platform
import Telemetry

/// The version of the program, as `valence --version` and the metric `valence_build_info` report
/// it.
package enum ProgramVersion {
  /// The release of the database to which this program migrates: the last `-- release:` of the
  /// migrations.
  package static let databaseRelease = 1
  /// The commit of the sources; `none` for a build without `scripts/build`.
  static var commit: String { BuildIdentity.commit ?? "none" }

  /// The labels of the metric `valence_build_info`.
  static var labels: [MetricLabel] {
    [
      MetricLabel("version", BuildIdentity.number), MetricLabel("commit", commit),
      MetricLabel("database_release", "\(databaseRelease)"), MetricLabel("interface", OpenAPI.version),
    ]
  }

  /// The number, the build, the release of the database and the version of the interface.
  package static var description: String {
    let build = [BuildIdentity.commit, BuildIdentity.date.map { "built \($0)" }].compactMap(\.self)
    let parts =
      (build.isEmpty ? ["development build"] : build) + [
        "database release \(databaseRelease)", "interface \(OpenAPI.version)",
      ]
    return "\(BuildIdentity.number) (\(parts.joined(separator: ", ")))"
  }
}
