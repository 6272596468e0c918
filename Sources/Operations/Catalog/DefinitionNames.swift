package import Atoms
package import Definitions
import BankSystems
import SourceText

/// The names that the files of one definition set can use, for schemas.
package struct DefinitionNames: Sendable {
  /// The names of the server and of the set's services and tables.
  package let vocabulary: Vocabulary
  /// The names of the set's other files; nil if the set is unknown, so that any name is possible.
  package let own: Own?

  package struct Own: Sendable {
    /// The ids of operations, screens and flows, by the keyword of a target.
    package fileprivate(set) var targets: [String: [String]] = [:]
    package fileprivate(set) var fragments: [String] = []
    /// The composed kinds, sorted by name.
    package fileprivate(set) var kinds: [KindFile] = []
    package fileprivate(set) var services: [String] = []
    /// The names of the recorded answers.
    package fileprivate(set) var recordings: [String] = []
    /// The deep links of the routes, without parameters.
    package fileprivate(set) var links: [String] = []
  }

  /// Creates the names of a server without a definition set.
  package init(_ vocabulary: Vocabulary) { (self.vocabulary, own) = (vocabulary, nil) }

  /// Reads the names of a set.
  ///
  /// Operations, screens and flows may have faults. Throws the faults of services and tables that
  /// hide names.
  package init(_ files: DefinitionFiles, over vocabulary: Vocabulary) throws(DefinitionFailure) {
    var reading = CatalogReading(files)
    let known = reading.names(of: files, over: vocabulary)
    guard !reading.isVague else { throw .faults(reading.faults.unique) }
    var own = Own()
    for (word, part) in [("operation", files.operations), ("screen", files.screens), ("flow", files.flows)] {
      own.targets[word] = Set(part.compactMap { Self.root(of: $0)?[word]?.scalar }).sorted()
    }
    // An operation with pages is a flow with the operation's id.
    let paged = files.operations.compactMap(Self.root).filter { $0["pages"] != nil }
    own.targets["flow", default: []] += paged.compactMap { $0["operation"]?.scalar }
    own.targets["flow"]?.sort()
    own.fragments = reading.fragmentNames
    own.kinds = reading.kinds.values.compactMap(\.self).sorted { $0.name < $1.name }
    own.services = Set(reading.systems.map(\.name)).sorted()
    own.recordings = Set(reading.recordings.flatMap(\.names)).sorted()
    let routes = files.routes.compactMap(Self.root).flatMap { $0["routes"]?.sequence ?? [] }
    let names = routes.compactMap { $0["route"]?.scalar }
    let generated = (own.targets["operation"] ?? []).map { "\(Route.operations)/\($0)" }
    own.links = (Set(names).sorted() + generated).map { "\(Route.scheme)://\($0)" }
    (self.vocabulary, self.own) = (known, own)
  }

  private static func root(of file: DefinitionFile) -> SourceNode? {
    (try? YAMLFile(file.bytes, name: file.name))?.root
  }
}

extension SourceNode {
  /// Returns the value of a property; nil if the node is not a mapping with that property.
  fileprivate subscript(name: String) -> SourceNode? { mapping?.first { $0.key.scalar == name }?.value }
}
