import Hosting
import ArgumentParser
import Atoms
import Operations

struct Routes: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints the table of deep links: the target of each, its transition, and its place in the files.",
    discussion: """
      Parameters follow the link with their types; the type of an optional parameter ends with `?`. Faults are \
      printed as by `valence check`.

      EXAMPLES
        valence routes
        valence routes --config /etc/valence | grep payments/

      Exit status: 0 if the table is valid, 1 otherwise.
      """)

  @Option(
    help: .installed("config", "The directory with operations, screens, flows and routes, each with its *.yaml."))
  var config: String?

  @OptionGroup var kinds: LibraryOption

  func run() throws {
    let catalog = try Catalog.loaded(from: "\(config ?? ConfigurationPlace.standard)/operations")
    let rows = catalog.navigation.routes.map { route in
      let parameters = route.parameters.map { "\($0.name)=\($0.typeName)\($0.isRequired ? "" : "?")" }
      let link = "\(Route.scheme)://\(route.name)" + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
      return (
        link: link, opens: "\(route.target)", transition: route.target.transition.kind.rawValue, place: route.place
      )
    }
    for row in rows { Output.line("\(row.link)\n    \(row.opens), \(row.transition), \(row.place)") }
    Output.line(counted(rows.count, "route"))
  }
}
