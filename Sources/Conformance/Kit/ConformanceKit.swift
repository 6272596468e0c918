import Atoms
import Definitions
import FoundationEssentials
package import SourceText

/// The conformance kit: its profiles, rules, cases and sessions.
package struct ConformanceKit: Sendable {
  /// A rule of the protocol, such as M1.
  package struct Rule: Sendable {
    package let id: String
    package let part: String
    package let text: String
  }

  /// A part of the kit that can be run alone.
  package enum Part: String, CaseIterable, Sendable {
    case cases, sessions
  }

  /// The version of the kit, which is also the version of the wire.
  package let version: String
  /// The names of the profiles in the order of the kit.
  package let profiles: [String]
  package let rules: [Rule]
  /// The cases in the order of profiles, files and lines.
  package private(set) var cases: [KitCase]
  /// The sessions in the order of profiles and names.
  package private(set) var sessions: [KitSession]
  /// True if this is the whole kit. No client is conformant to a part.
  private(set) var isWhole = true

  /// The cases and the sessions.
  package var entries: [KitCase] { cases + sessions.map(\.entry) }

  /// The profiles that have cases or sessions. A client can claim only these.
  package var available: [String] {
    let used = Set(entries.map(\.profile))
    return profiles.filter(used.contains)
  }

  /// The rules that no case and no session names.
  package var rulesWithoutCase: [Rule] {
    let named = Set(entries.flatMap(\.rules))
    return rules.filter { !named.contains($0.id) }
  }

  /// Reads the kit in a directory. Throws all faults of its files.
  package init(directory: String) throws(Diagnostics) {
    var faults = Diagnostics()
    var reader = KitReader()
    (version, profiles) = reader.head(in: directory)
    rules = reader.rules(in: directory)
    var found: [KitCase] = []
    for path in Self.paths(in: "\(directory)/cases") {
      let id = String(path.dropFirst("\(directory)/cases/".count).dropLast(".json".count))
      let isOfConditions = id.hasPrefix("\(KitReader.conditionProfile)/")
      found += isOfConditions ? reader.conditions(at: path, id: id) : reader.cases(at: path, id: id)
    }
    let played = Self.paths(in: "\(directory)/sessions").compactMap { reader.session(at: $0) }
    faults.append(reader.diagnostics)
    let order = Dictionary(profiles.enumerated().map { ($1, $0) }) { first, _ in first }
    cases = found.enumerated().sorted {
      (order[$0.element.profile] ?? 0, $0.offset) < (order[$1.element.profile] ?? 0, $1.offset)
    }.map(\.element)
    sessions = played.enumerated().sorted {
      (order[$0.element.profile] ?? 0, $0.offset) < (order[$1.element.profile] ?? 0, $1.offset)
    }.map(\.element)
    if faults.hasErrors { throw faults }
  }

  /// Returns the kit with only its cases or only its sessions.
  package func only(_ part: Part) -> ConformanceKit {
    var kit = self
    kit.isWhole = false
    switch part {
    case .cases: kit.sessions = []
    case .sessions: kit.cases = []
    }
    return kit
  }

  /// Returns the case files in a directory and its folders, sorted.
  private static func paths(in directory: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.sorted().flatMap { name in
      let path = "\(directory)/\(name)"
      return name.hasSuffix(".json") ? [path] : paths(in: path)
    }
  }
}
