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
    var (kept, dropped, doubtful) = (values, [Violation](), [Violation]())
    for violation in evaluation.verdict().violations where violation.code != "required" {
      if ["unknown", "type", "option"].contains(violation.code), let rest = kept.removing(at: violation.atom) {
        kept = rest
        dropped.append(violation)
      } else {
        doubtful.append(violation)
      }
    }
    (self.values, self.dropped, self.doubtful) = (kept, dropped, doubtful)
  }
}

extension Object {
  /// The values without that of a path such as `lines[3].amount`; nil where there is none. An item becomes a blank one.
  fileprivate func removing(at path: String) -> Object? {
    guard let dot = path.firstIndex(of: ".") else {
      guard path.hasSuffix("]") else { return self[path].map { _ in with(nil, at: path) } }
      return replacing(itemAt: path[...]) { $0.object == nil ? Object() : nil }
    }
    let rest = String(path[path.index(after: dot)...])
    return replacing(itemAt: path[..<dot]) { $0.object?.removing(at: rest) }
  }

  /// The values with another item at `lines[3]`; nil where there is no such item, or no other.
  private func replacing(itemAt path: Substring, by other: (Value) -> Object?) -> Object? {
    guard let item = WrittenPath("\(path).item")?.items.first, var items = self[String(item.id)]?.array,
      items.indices.contains(item.index), let new = other(items[item.index])
    else { return nil }
    items[item.index] = .object(new)
    return with(.array(items), at: String(item.id))
  }

  private func with(_ value: Value?, at name: String) -> Object {
    var object = self
    object[name] = value
    return object
  }
}
