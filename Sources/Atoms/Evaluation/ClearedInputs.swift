import Conditions
package import JSON

/// Inputs with a preset that a person has cleared.
///
/// Null in a question means cleared, and an absent value means the preset. Stored values contain no
/// null, so the paths of cleared inputs are stored in the captions of the submission.
extension Operation {
  /// Returns stored values with null for each cleared input, as recorded in the captions.
  ///
  /// Skips inputs that this operation does not have.
  package func restored(_ values: Object, clearedIn captions: Object) -> Object {
    let paths = captions.members.compactMap { member in
      member.name.hasSuffix(Evaluation.clearedMark) ? String(member.name.dropLast(Evaluation.clearedMark.count)) : nil
    }
    return values.clearing(paths.filter { atom(at: $0)?.input != nil }, indexed: true)
  }

  /// Returns the paths without item indexes of the inputs with a preset whose posted value is null.
  ///
  /// Excludes inputs whose absence has another meaning while a form is filled in: inputs that a
  /// change effect resets, and inputs in items whose preset depends on other values.
  package func cleared(in posted: Object) -> [String] {
    var paths: [String] = []
    func add(_ object: Object, _ prefix: String, inside template: ItemTemplate?) {
      for member in object.members {
        guard let place = template == nil ? place(of: member.name) : template?.place(of: member.name) else { continue }
        let atom = atoms[place]
        if let template = atom.template, case .array(let items) = member.value {
          for item in items { if let item = item.object { add(item, "\(prefix)\(atom.id).", inside: template) } }
        } else if member.value.isNull, atom.hasPreset, template == nil || atom.presetFrom == nil,
          !atoms.contains(where: { $0.onChange?.resets.contains(place) == true })
        {
          paths.append(prefix + atom.id)
        }
      }
    }
    add(posted, "", inside: nil)
    return paths.isEmpty ? [] : Set(paths).sorted()
  }

  /// Returns posted values with null for each absent input at `paths`. The paths have no item
  /// indexes: `lines.what` is `what` in every item.
  package func posted(_ values: Object, clearing paths: [String]) -> Object {
    values.clearing(Set(paths).filter { atom(at: $0)?.hasPreset == true }.sorted(), indexed: false)
  }
}

extension Atom {
  /// True for an input with a value before an entry.
  var hasPreset: Bool { input != nil && computed == nil && (presetFrom != nil || !preset.isNull) }
}

extension Evaluation {
  /// The suffix of a path in `captions` for a cleared input.
  package static let clearedMark = "∅"

  /// Records an input with a preset that is shown, enabled and empty, because the person has
  /// cleared it.
  mutating func noteCleared(_ atom: Atom, at place: Int) {
    guard captions != nil, input.values[place].isNull, atom.hasPreset,
      marks[place].isDisjoint(with: [.hidden, .disabled, .locked, .unreadable])
    else { return }
    captions?.append(Object.Member(name: here.prefix + atom.id + Self.clearedMark, value: ""))
  }

  /// Returns the ids of the inputs outside of items that are shown, enabled, not computed and
  /// empty.
  func emptyInputs() -> [String] {
    var ids: [String] = []
    var next = operation.firstInput
    while let place = next {
      next = operation.nextInputs[place]
      if input.values[place].isNull, operation.atoms[place].computed == nil,
        marks[place].isDisjoint(with: [.hidden, .disabled])
      {
        ids.append(operation.atoms[place].id)
      }
    }
    return ids
  }
}

extension Object {
  /// Returns the object with null at each absent path. If `indexed` is false, a path refers to all
  /// items of a repeat.
  fileprivate func clearing(_ paths: [String], indexed: Bool) -> Object {
    guard !paths.isEmpty else { return self }
    var places: [String: [String]] = [:]
    for path in paths {
      let cut = path.lastIndex(of: ".").map(path.index(after:)) ?? path.startIndex
      places[String(path[..<cut]), default: []].append(String(path[cut...]))
    }
    return clearing(places, at: "", indexed: indexed)
  }

  private func clearing(_ places: [String: [String]], at prefix: String, indexed: Bool) -> Object {
    var cleared = members.map { member in
      guard case .array(let items) = member.value else { return member }
      let values = items.enumerated().map { index, item -> Value in
        let path = indexed ? "\(prefix)\(member.name)[\(index)]." : "\(prefix)\(member.name)."
        return item.object.map { .object($0.clearing(places, at: path, indexed: indexed)) } ?? item
      }
      return Member(name: member.name, value: .array(values))
    }
    for name in places[prefix] ?? [] where self[name] == nil { cleared.append(Member(name: name, value: .null)) }
    return Object(unique: cleared)
  }
}
