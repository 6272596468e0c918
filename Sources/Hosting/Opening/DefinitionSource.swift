/// The source of the definitions that a server serves.
package enum DefinitionSource: String, CaseIterable, Sendable {
  /// The files of the configuration directory.
  case files
  /// The active set in the database.
  case database
}
