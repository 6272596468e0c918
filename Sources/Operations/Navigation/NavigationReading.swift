import Definitions
import Atoms
import Texts
import SourceText

/// The screens, routes and flows of a set during parsing.
struct NavigationReading {
  /// The faults. A set with faults is rejected.
  private(set) var faults = Diagnostics()
  private(set) var warnings = Diagnostics()
  /// The valid screens.
  private(set) var screens: [Screen] = []
  /// The routes, including the routes of operations.
  private(set) var routes: [Route] = []
  /// The valid flows.
  private(set) var flows: [Flow] = []
  /// The continuations by operation id.
  private(set) var continuations: [String: Continuation] = [:]
  private var known = KnownModules()
  private let catalogs: [Language: [String: SourceNode]]
  /// The translations that were used.
  private(set) var usedTranslations: Set<Translations.Use> = []

  /// Parses the files of a set after its operations. `lacksOperations` is true if some operations
  /// have faults.
  init(
    _ files: DefinitionFiles, _ operations: [Operation], lacksOperations: Bool,
    catalogs: [Language: [String: SourceNode]], routes others: [Route] = [], with vocabulary: Vocabulary
  ) {
    self.catalogs = catalogs
    known.operations = Dictionary(operations.map { ($0.id, Signature(of: $0)) }) { first, _ in first }
    known.lacksOperations = lacksOperations
    let screens = readings(files.screens)
    for reading in screens { known.screens.updateValue(reading.signature, forKey: reading.id) }
    refuseTwins(screens.map { ("screen", $0.id, $0.location) })
    let flows = flowReadings(files.flows)
    for reading in flows { known.flows.updateValue(reading.signature, forKey: reading.id) }
    refuseTwins(flows.map { ("flow", $0.id, $0.location) })
    let paged = operations.filter { !$0.pages.isEmpty }
    refuseFlowsNamedAsPages(flows, paged)
    for operation in paged {
      known.paged.insert(operation.id)
      known.flows.updateValue(known.operations[operation.id], forKey: operation.id)
    }
    for reading in flows { known.chosenInputs.merge(reading.chosenInputs(in: known)) { $0.union($1) } }
    let lines = files.routes.flatMap { file in root(of: file).map { RouteReading($0, &faults).lines } ?? [] }
    compile(screens, with: vocabulary)
    refuseCircles(screens)
    demandHome(among: screens)
    for var reading in flows {
      if let flow = reading.flow(in: known, operations, self.screens, with: vocabulary) { self.flows.append(flow) }
      faults.append(reading.faults)
    }
    self.flows += paged.map(Flow.init(pagesOf:))
    compile(lines, operations)
    refuseDeadLinks(of: operations, among: routes + others)
    for operation in operations {
      guard let next = operation.next else { continue }
      let outputs = known.operations[operation.id]?.outputs ?? []
      let continuation = Continuation(next, after: outputs, of: operation.id, among: routes + others, &faults)
      continuations[operation.id] = continuation
    }
  }

  /// Reports flows with the id of an operation with pages, which is a flow itself.
  private mutating func refuseFlowsNamedAsPages(_ flows: [FlowReading], _ paged: [Operation]) {
    for flow in flows where paged.contains(where: { $0.id == flow.id }) {
      faults.error(
        .duplicate, "operation `\(flow.id)` has pages, so it is a flow of this name", remedy: ": rename the flow",
        at: flow.location)
    }
  }

  /// Reports that the initial screen is missing, at a screen with a similar id or in its own file.
  private mutating func demandHome(among screens: [ScreenReading]) {
    guard let first = screens.first, known.screens[Navigation.home] == nil else { return }
    let (home, ending) = (Navigation.home, "/\(Navigation.home).yaml")
    let near = screens.first {
      !suggestion(for: home, among: [$0.id]).isEmpty || $0.location.file.name.hasSuffix(ending)
    }
    let path = first.location.file.name.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let missing = path.joined(separator: "/") + ending
    faults.error(
      .unknownDefinition, "there is no screen `\(home)`, the initial screen",
      remedy: near.map { ": rename screen `\($0.id)`" } ?? ": write a file with `screen: \(home)`",
      at: near?.location ?? Location(file: SourceFile(name: missing, text: ""), line: 1, column: 1))
  }

  /// Reports buttons and links of operations whose deep link is invalid or has no route.
  private mutating func refuseDeadLinks(of operations: [Operation], among routes: [Route]) {
    // Routes with faults are missing, so their links would be reported too.
    guard !faults.hasErrors else { return }
    let byName = Dictionary(routes.map { ($0.name, $0) }) { first, _ in first }
    for node in operations.flatMap(\.links) {
      guard let text = node.scalar, text.lowercased().hasPrefix("\(Route.scheme):") else { continue }
      guard let link = DeepLink(text) else {
        faults.error(.wrongAddress, "a link is written as valence://product/feature?name=value", at: node.location)
        continue
      }
      guard let route = byName[link.name] else {
        if known.lacksOperations, link.name.hasPrefix("\(Route.operations)/") { continue }
        let hint = suggestion(for: link.name, among: byName.keys)
        faults.error(
          .unknownDefinition, "the link has no target: there is no route `\(link.name)`", remedy: hint,
          at: node.location)
        continue
      }
      let names = route.parameters.map(\.name)
      for parameter in link.parameters where !names.contains(parameter.name) {
        let reported = names.isEmpty ? ", which takes none" : ", which takes \(names.listed)"
        faults.error(
          .unknownDefinition, "unknown parameter `\(parameter.name)` of route `\(link.name)`", remedy: reported,
          at: node.location)
      }
      let given = Set(link.parameters.map(\.name))
      for port in route.parameters where port.isRequired && !given.contains(port.name) {
        faults.error(
          .missingInput, "route `\(link.name)` requires the parameter `\(port.name)` (\(port.typeName))",
          remedy: ": write `\(Route.scheme)://\(link.name)?\(port.name)=` and its value", at: node.location)
      }
    }
  }

  private mutating func root(of file: DefinitionFile) -> SourceNode? {
    do throws(Diagnostics) {
      let translations = Translations(catalogs)
      read.append(translations)
      return try YAMLFile(file.bytes, name: file.name, translations: translations).root
    } catch {
      faults.append(error)
      return nil
    }
  }

  /// The translations of each file.
  private var read: [Translations] = []

  private mutating func readings(_ files: [DefinitionFile]) -> [ScreenReading] {
    files.compactMap { file in
      guard let root = root(of: file) else {
        // A file with faults probably defines the screen with its file name.
        known.screens.updateValue(nil, forKey: file.id)
        return nil
      }
      guard let reading = ScreenReading(root, &faults) else {
        known.screens.updateValue(nil, forKey: file.id)
        return nil
      }
      return reading
    }
  }

  private mutating func flowReadings(_ files: [DefinitionFile]) -> [FlowReading] {
    files.compactMap { file in
      if let root = root(of: file), let reading = FlowReading(root, &faults) { return reading }
      // A file with faults probably defines the flow with its file name.
      known.flows.updateValue(nil, forKey: file.id)
      return nil
    }
  }

  private mutating func refuseTwins(_ things: [(what: String, id: String, location: Location)]) {
    var places: [String: Location] = [:]
    for (what, id, location) in things {
      if let first = places[id] {
        faults.error(.duplicate, "\(what) `\(id)` is already defined in \(first.file.name)", at: location)
      }
      places[id] = places[id] ?? location
    }
  }

  private mutating func compile(_ readings: [ScreenReading], with vocabulary: Vocabulary) {
    for var reading in readings {
      if let (screen, remarks) = reading.screen(in: known, with: vocabulary) {
        screens.append(screen)
        warnings.append(remarks)
      }
      faults.append(reading.faults)
    }
    usedTranslations = Set(read.flatMap(\.uses))
  }

  /// Reports screens that embed each other in a cycle.
  private mutating func refuseCircles(_ readings: [ScreenReading]) {
    let embedded = Dictionary(readings.map { ($0.id, $0.embedded) }) { first, _ in first }
    var reported: Set<String> = []
    for reading in readings {
      var path: [(id: String, location: Location)] = [(reading.id, reading.location)]
      follow(&path, embedded, &reported)
    }
  }

  private mutating func follow(
    _ path: inout [(id: String, location: Location)], _ embedded: [String: [(id: String, location: Location)]],
    _ reported: inout Set<String>
  ) {
    guard let last = path.last, path.count <= embedded.count else { return }
    for next in embedded[last.id] ?? [] {
      if let start = path.firstIndex(where: { $0.id == next.id }) {
        let circle = path[start...].map(\.id)
        if reported.insert(circle.sorted().joined(separator: " ")).inserted {
          faults.error(
            .cycle, "screens embed each other in a cycle: \((circle + [next.id]).joined(separator: " -> "))",
            at: next.location)
        }
      } else {
        path.append(next)
        follow(&path, embedded, &reported)
        path.removeLast()
      }
    }
  }

  private mutating func compile(_ lines: [RouteReading.Line], _ operations: [Operation]) {
    var places: [String: Location] = [:]
    for line in lines {
      if let first = places[line.name] {
        faults.error(
          .duplicate, "route `\(line.name)` is already defined on \(first.described(from: line.location))",
          at: line.location)
      } else if let id = line.name.suffix(under: Route.operations), operations.contains(where: { $0.id == id }) {
        faults.error(
          .reservedName, "route `\(line.name)` is already generated for operation `\(id)`", at: line.location)
      }
      places[line.name] = places[line.name] ?? line.location
      guard let route = line.route(in: known, &faults) else { continue }
      routes.append(route)
      for entry in line.parametersNode?.mapping ?? [] {
        guard let name = entry.key.scalar, !route.target.wiring.reads.contains(name) else { continue }
        warnings.warning(.unused, "the parameter `\(name)` of route `\(line.name)` is unused", at: entry.key.location)
      }
    }
    // An operation that is only a step has no route, because only its flow opens it.
    let steps = Navigation.steps(of: flows)
    for operation in operations where !steps.contains(operation.id) {
      let inputs = known.operations[operation.id]?.inputs ?? []
      routes.append(
        Route(
          name: "\(Route.operations)/\(operation.id)", parameters: inputs,
          target: Target(
            kind: known.opened(operation.id), wiring: .passing(inputs, to: inputs), transition: Transition(.push)),
          place: "operation \(operation.id)"))
    }
  }
}

extension String {
  /// The text after `product/`; nil if the text has another prefix.
  fileprivate func suffix(under product: String) -> String? {
    hasPrefix("\(product)/") ? String(dropFirst(product.count + 1)) : nil
  }
}
