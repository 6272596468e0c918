package import Atoms
package import Conditions
package import SourceText
import JSON

extension Vocabulary {
  /// The names of the systems that queries and effects of the vocabulary use.
  package var systems: Set<String> {
    let queries =
      lookups.values.compactMap(\.query) + factQueries.values + verifications.values.compactMap(\.query)
      + searches.values.compactMap(\.pages)
    let carriers = (Array(effects.values) + Array(documents.values)).compactMap(\.declared)
    return Set((queries + carriers).map(\.system))
  }

  /// The type of `user` in the requests of service files.
  package var person: ValueType { facts["user"] ?? .any }

  /// Returns the vocabulary with the queries and effects of systems.
  ///
  /// A duplicate name adds an error to `faults` and keeps its first meaning.
  package func adding(_ systems: [BankSystem], _ faults: inout Diagnostics) -> Vocabulary {
    var words = self
    var places: [String: Location] = [:]
    for query in systems.flatMap(\.queries) {
      if let first = places[query.name] {
        faults.error(
          .duplicate, "`\(query.name)` is already declared in \(first.described(from: query.location))",
          at: query.location)
        continue
      }
      places[query.name] = query.location
      if lookups[query.name] != nil || facts[query.name] != nil || verifications[query.name] != nil
        || searches[query.name] != nil
      {
        faults.error(.reservedName, "`\(query.name)` is already a name of the server", at: query.location)
      } else if Self.isReserved(query.name, as: query.use) {
        faults.error(.reservedName, "`\(query.name)` is a reserved word of conditions", at: query.location)
      } else {
        words.add(query)
      }
    }
    for effect in systems.flatMap(\.effects) { words.add(effect, &places, &faults) }
    return words
  }

  /// Adds an effect. An effect named `document` is stored by its system, for operations that select
  /// the system by `core`.
  private mutating func add(_ effect: DeclaredEffect, _ places: inout [String: Location], _ faults: inout Diagnostics) {
    var shape = effect.shape
    shape.declared = effect
    if effect.name == DeclaredEffect.documentName { return documents[effect.system] = shape }
    if let first = places["effect \(effect.name)"] {
      return faults.error(
        .duplicate, "`\(effect.name)` is already declared in \(first.described(from: effect.location))",
        at: effect.location)
    }
    places["effect \(effect.name)"] = effect.location
    if effects[effect.name] != nil {
      return faults.error(.reservedName, "`\(effect.name)` is already an effect of the server", at: effect.location)
    }
    effects[effect.name] = shape
  }

  /// Returns true if no lookup, fact, verification or search has that name.
  package func isFree(_ name: String) -> Bool {
    lookups[name] == nil && facts[name] == nil && verifications[name] == nil && searches[name] == nil
  }

  private mutating func add(_ query: DeclaredQuery) {
    switch query.use {
    case .lookup:
      lookups[query.name] = Lookup(
        query.name, key: query.keys.first?.type ?? .text, and: Array(query.keys.dropFirst()),
        fields: query.shape.fields, query: query)
    case .fact:
      facts[query.name] = query.type
      factQueries[query.name] = query
    case .search:
      let keys = query.one?.keys ?? []
      searches[query.name] = Search(
        query.name,
        finding: Lookup(query.name, and: Array(keys.dropFirst()), fields: query.shape.fields, query: query.one),
        pages: query, comparing: (query.one?.comparedKeys ?? []).map { keys[$0].name })
    case .verification:
      verifications[query.name] = Verification(
        query.name, query.keys.map(\.type), asking: query, reasons: query.reasons)
    }
  }

  /// Returns true if the name is an operator, a literal or a function of conditions.
  private static func isReserved(_ name: String, as use: DeclaredQuery.Use) -> Bool {
    guard use == .verification else {
      return (try? ConditionExpression("\(name).key", in: Scope(variables: [:], object: .open)))?.reads.keys.first
        != name
    }
    var scope = Scope(variables: ["value": Binding(slot: .outer(0), type: .any)])
    scope.functions[name] = Function(name: name, parameters: [.any], result: .boolean) { _ in true }
    return (try? Condition("\(name)($value)", in: scope)) == nil
  }
}
