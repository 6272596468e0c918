import Hosting
import ArgumentParser
import Operations
import Services

/// The source of the definitions, for the server and for commands that read served definitions.
struct DefinitionOptions: ParsableArguments {
  @Option(
    help: """
      The source of the definitions: files, the configuration directory; or database, the set that `valence \
      definitions activate` activated, for several servers of one database. Pictures in `marks` are always files.
      """)
  var definitions = DefinitionSource.files

  /// Returns the catalog of a configuration directory or of the active set.
  ///
  /// Throws an `OperatorError` that lists the faults.
  func catalog(in config: String?, or sets: DefinitionSets) throws -> Catalog {
    switch definitions {
    case .files: return try Catalog.loaded(from: "\(config ?? ConfigurationPlace.standard)/operations")
    case .database: return try SharedDefinitions.loaded(SharedDefinitions.active(in: sets), from: sets).catalog
    }
  }
}

extension DefinitionSource: ExpressibleByArgument {}
