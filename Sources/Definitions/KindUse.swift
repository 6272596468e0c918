import Atoms
import SourceText

/// A line of an operation that uses a composed kind, such as `{postalAddress: home, caption: ...}`.
struct KindUse {
  let kind: KindFile
  /// The entry with the kind and the id.
  let head: SourceNode.Entry
  /// The other entries of the line.
  let entries: [SourceNode.Entry]
  let location: Location
  /// The faults of the line.
  private(set) var faults = Diagnostics()

  init(_ line: SourceNode, of kind: KindFile, head: SourceNode.Entry) {
    (self.kind, self.head) = (kind, head)
    location = line.location
    entries = (line.mapping ?? []).filter { $0.key.location != head.key.location }
  }

  private func entry(_ name: String) -> SourceNode.Entry? { entries.first { $0.key.scalar == name } }

  private func isParameter(_ name: String) -> Bool { kind.parameters.contains { $0.name == name } }

  /// Returns the id and the values of the parameters; nil after adding an error.
  mutating func terms() -> InclusionTerms? {
    guard let id = head.value.scalar, isIdentifier(id[...]) else {
      let found = head.value.isNull ? "found none" : "not \(head.value.scalar.map { "`\($0)`" } ?? head.value.noun)"
      faults.error(
        .invalidName, "an atom's id consists of Latin letters, digits and _ and does not begin with a digit, \(found)",
        at: head.value.location)
      return nil
    }
    guard id.utf8.count <= Inclusion.longestPrefix else {
      faults.error(
        .invalidName,
        "the id of a composed atom has at most \(Inclusion.longestPrefix) bytes, found \(id.utf8.count)",
        at: head.value.location)
      return nil
    }
    let arguments = arguments()
    if kind.selfPart == nil { refuseOthers() }
    let composition = composition(id)
    guard !faults.hasErrors else { return nil }
    return InclusionTerms(prefix: id, arguments: arguments, composition: composition)
  }

  /// Returns the parts in a group, or the single part; nil after adding an error.
  ///
  /// The parts are located in the kind's file, included from this line.
  mutating func lines(on terms: InclusionTerms) -> [SourceNode]? {
    let file = SourceFile(kind.location.file, includedFrom: head.value.location, on: terms)
    var parts = kind.atoms.map { $0.included(in: file) }
    if let place = kind.selfPart {
      parts[place] = merged(parts[place])
    } else {
      fill(&parts)
    }
    guard !faults.hasErrors else { return nil }
    return kind.isSingle ? parts : [group(of: parts, terms.prefix)]
  }

  /// Returns the values of the parameters, from the line or their defaults.
  private mutating func arguments() -> [String: InclusionTerms.Argument] {
    var arguments: [String: InclusionTerms.Argument] = [:]
    for parameter in kind.parameters {
      guard let value = entry(parameter.name)?.value.given else {
        if let standard = parameter.standard {
          let file = SourceFile(kind.location.file, includedFrom: head.value.location)
          arguments[parameter.name] = InclusionTerms.Argument(parameter.kind, standard.included(in: file))
        } else {
          faults.error(
            .missingInput,
            "the kind `\(kind.name)` also requires `\(parameter.name)`, \(parameter.kind.noun) "
              + "(\(parameter.location.described(from: head.key.location)))", at: head.key.location)
        }
        continue
      }
      arguments[parameter.name] = parameter.argument(value, &faults)
    }
    return arguments
  }

  /// Adds an error for each property that neither the kind nor every composed atom has.
  private mutating func refuseOthers() {
    let parameters = kind.parameters.map(\.name)
    for entry in entries {
      let name = entry.key.scalar ?? ""
      guard !parameters.contains(name), !KindProperties.ofGroup.contains(name) else { continue }
      let hint = suggestion(for: name, among: parameters + KindProperties.ofGroup)
      let there = parameters.isEmpty ? "; it has no parameters" : "; its parameters are \(parameters.listed)"
      faults.error(
        .unknownProperty, "unknown property `\(name)` of the kind `\(kind.name)`",
        remedy: "\(hint.isEmpty ? there : hint) (\(kind.location.described(from: entry.key.location)))",
        at: entry.key.location)
    }
  }

  /// Returns the properties of the whole that apply to all parts.
  private mutating func composition(_ id: String) -> Composition {
    var composition = Composition(kind: kind.name, id: id)
    (composition.value, composition.shown) = (kind.value, kind.shown)
    composition.isSingle = kind.isSingle
    if kind.isSingle { return composition }
    composition.enableIf = entry("enableIf")?.value
    if kind.selfPart == nil { composition.checks = ["check", "message"].compactMap(entry) }
    (composition.isOptional, composition.isOnce) = (flag("optional"), flag("once"))
    return composition
  }

  private mutating func flag(_ name: String) -> Bool {
    guard let entry = entry(name) else { return false }
    var properties = Properties([entry], at: location)
    let flag = properties.flag(name) ?? false
    faults.append(properties.diagnostics)
    return flag
  }

  /// The properties of a line that are not passed to the part `self`, because the group has them.
  private static let ofAllParts: Set = ["showIf", "enableIf", "optional", "once"]

  /// Returns the part `self` with the properties of the line.
  private mutating func merged(_ part: SourceNode) -> SourceNode {
    var own = part.mapping ?? []
    let passed = entries.filter { entry in
      guard let name = entry.key.scalar, !isParameter(name) else { return false }
      return kind.isSingle || !Self.ofAllParts.contains(name)
    }
    for entry in passed {
      let name = entry.key.scalar ?? ""
      let near = suggestion(for: name, among: kind.parameters.map(\.name))
      if !near.isEmpty, AtomRegistry.isKind(part.mapping?.first?.key.scalar ?? ""),
        !KindProperties.ofGroup.contains(name)
      {
        faults.error(
          .unknownProperty, "unknown property `\(name)` of the kind `\(kind.name)`",
          remedy: "\(near) (\(kind.location.described(from: entry.key.location)))", at: entry.key.location)
      }
      guard let place = own.firstIndex(where: { $0.key.scalar == name }) else {
        own.append(entry)
        continue
      }
      switch name {
      case "check", "message": break
      case "showIf", "enableIf", "requireIf":
        faults.error(
          .conflict,
          "the kind `\(kind.name)` has its own `\(name)` (\(own[place].key.location.described(from: entry.key.location)))",
          remedy: ": write it at a group around this atom", at: entry.key.location)
      default: own[place] = entry
      }
    }
    if own.contains(where: { $0.key.scalar == "check" }), let added = passed.first(where: { $0.key.scalar == "check" }),
      let place = own.firstIndex(where: { $0.key.scalar == "check" && $0.key.location != added.key.location })
    {
      let checks = Self.checks(part.mapping ?? []) + Self.checks(passed)
      own[place] = SourceNode.Entry(key: own[place].key, value: SourceNode(.sequence(checks), at: added.value.location))
      own.removeAll { $0.key.scalar == "message" }
    }
    return SourceNode(.mapping(own), at: part.location)
  }

  /// Returns the checks of an atom as a list, each with its message.
  private static func checks(_ entries: [SourceNode.Entry]) -> [SourceNode] {
    guard let check = entries.first(where: { $0.key.scalar == "check" }) else { return [] }
    let message = entries.first { $0.key.scalar == "message" }
    let texts = message.map { $0.value.sequence ?? [$0.value] } ?? []
    return (check.value.sequence ?? [check.value]).enumerated().map { index, node in
      if node.mapping != nil { return node }
      var parts = [SourceNode.Entry(key: check.key, value: node)]
      if let message, texts.indices.contains(index) {
        parts.append(SourceNode.Entry(key: message.key, value: texts[index]))
      }
      return SourceNode(.mapping(parts), at: node.location)
    }
  }

  /// Adds values that the line gives by part, such as `default: {country: RU}`.
  private mutating func fill(_ parts: inout [SourceNode]) {
    let given = entries.filter { KindProperties.byPart.contains($0.key.scalar ?? "") }
    guard !given.isEmpty else { return }
    let ids = parts.enumerated().compactMap { place, part in KindFile.id(of: part).map { ($0, place) } }
    let places = Dictionary(ids) { first, _ in first }
    for entry in given {
      let name = entry.key.scalar ?? ""
      guard let values = entry.value.mapping else {
        faults.error(
          .wrongShape, "`\(name)` of the kind `\(kind.name)` takes {part: value}, not \(entry.value.noun)",
          at: entry.value.location)
        continue
      }
      for value in values {
        let id = value.key.scalar ?? ""
        guard let place = places[id] else {
          let names = kind.atoms.compactMap(KindFile.id)
          let hint = suggestion(for: id, among: names)
          faults.error(
            .unknownDefinition, "the kind `\(kind.name)` has no part `\(id)`",
            remedy: "\(hint.isEmpty ? "; the parts are \(names.listed)" : hint)", at: value.key.location)
          continue
        }
        var own = (parts[place].mapping ?? []).filter { !KindProperties.byPart.contains($0.key.scalar ?? "") }
        own.append(SourceNode.Entry(key: SourceNode(entry.key.content, at: value.key.location), value: value.value))
        parts[place] = SourceNode(.mapping(own), at: parts[place].location)
      }
    }
  }

  /// Returns the group of the parts. Its list of atoms is located in the kind's file.
  private func group(of parts: [SourceNode], _ id: String) -> SourceNode {
    func word(_ text: String, at location: Location) -> SourceNode {
      SourceNode(.scalar(text, quoted: false), at: location)
    }
    let own = kind.selfPart == nil ? ["caption", "help", "folded", "showIf"] : ["showIf"]
    let name = kind.selfPart == nil ? id : "\(id)Group"
    var group = [
      SourceNode.Entry(key: word("group", at: head.key.location), value: word(name, at: head.value.location))
    ]
    group += entries.filter { own.contains($0.key.scalar ?? "") }
    let place = parts.first?.location ?? location
    group.append(
      SourceNode.Entry(key: word("atoms", at: place), value: SourceNode(.sequence(parts), at: place)))
    return SourceNode(.mapping(group), at: location)
  }
}
