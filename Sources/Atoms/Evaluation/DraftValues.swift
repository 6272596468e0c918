package import JSON

/// Values that were entered into one version of an operation, as far as another one takes them.
package struct CarriedValues: Sendable {
  /// What is left of them.
  package let values: Object
  /// What the other version has no place for: atoms that are gone, values of another type, options that are gone.
  package let dropped: [Violation]
  /// What is kept, and breaks a rule of the other version.
  package let doubtful: [Violation]

  /// Carries values to `operation`, which judges them as they would be judged when they were sent.
  package init(_ values: Object, to operation: Operation, in language: Language, _ surroundings: any Surroundings) {
    var evaluation = Evaluation(operation, Question(values: values, commit: true), in: language, surroundings)
    let violations = evaluation.verdict().violations.filter { $0.code != "required" }
    let foreign = violations.filter { ["unknown", "type", "option"].contains($0.code) }.map(\.atom)
    var removal = Removal(Set(foreign))
    let kept = removal.rest(of: values)
    let dropped = violations.filter { removal.removed.contains($0.atom) }
    let doubtful = violations.filter { !removal.removed.contains($0.atom) }
    (self.values, self.dropped, self.doubtful) = (kept, dropped, doubtful)
  }
}

/// Values without those at some paths, such as `lines[3].amount`: all are taken out in one pass.
private struct Removal {
  private let paths: Set<String>
  private let areInItems: Bool
  /// The paths at which something was taken out.
  private(set) var removed: Set<String> = []

  init(_ paths: Set<String>) {
    self.paths = paths
    areInItems = paths.contains { $0.utf8.contains(UInt8(ascii: "[")) }
  }

  /// What is left of the values, whose paths begin with `prefix`.
  mutating func rest(of values: Object, at prefix: String = "") -> Object {
    guard !paths.isEmpty else { return values }
    var kept: [Object.Member] = []
    for member in values.members {
      let path = prefix + member.name
      if paths.contains(path) {
        removed.insert(path)
        continue
      }
      guard areInItems, case .array(let items) = member.value else {
        kept.append(member)
        continue
      }
      kept.append(Object.Member(name: member.name, value: .array(rest(of: items, at: path))))
    }
    return Object(unique: kept)
  }

  /// The items of a repeat; one that is no object becomes a blank one.
  private mutating func rest(of items: [Value], at path: String) -> [Value] {
    var kept: [Value] = []
    kept.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      let place = "\(path)[\(index)]"
      if let object = item.object {
        kept.append(.object(rest(of: object, at: place + ".")))
      } else if paths.contains(place) {
        removed.insert(place)
        kept.append(.object(Object()))
      } else {
        kept.append(item)
      }
    }
    return kept
  }
}
