import Conditions
import JSON

extension SlotFlags {
  /// Another input of the circle (`either`) was entered, and this one follows it.
  static let follows = SlotFlags(rawValue: 2048)
}

/// The values of inputs that follow each other (`either`).
extension Evaluation {
  /// Evaluates all inputs of a circle in the current item, or outside of items.
  ///
  /// - A posted input decides, and the others follow it.
  /// - If several are posted, the first one decides whose followers have the posted values. Without
  ///   such an input the first posted one decides; a submission reports the others as changed.
  /// - A hidden or disabled input never decides. Without an entry all inputs are empty.
  mutating func settle(_ circle: EitherCircle) {
    var free: [Int] = []
    for (index, place) in circle.places.enumerated() where settleState(of: place) { free.append(index) }
    let posted = circle.places.map { input.values[$0] }
    let entries = free.filter { index in
      !posted[index].isNull || marks[circle.places[index]].contains(.unreadable)
    }
    guard let first = entries.first else {
      for place in circle.places { input.values[place] = .null }
      return
    }
    if entries.count > 1 {
      let read = circle.places.map { marks[$0] }
      for entry in entries {
        let noted = failures.count
        if follow(circle, from: entry, posted), explains(circle, entries, posted, read) { return }
        failures.removeSubrange(noted...)
        for (place, flags) in zip(circle.places, read) { marks[place] = flags }
      }
    }
    _ = follow(circle, from: first, posted)
  }

  /// Settles whether a member of a circle is shown and enabled. Returns true if its posted value
  /// counts.
  private mutating func settleState(of place: Int) -> Bool {
    let atom = operation.atoms[place]
    let outer = doubt
    doubt = nil
    defer { doubt = outer }
    learnFacts(of: atom)
    if isUncertain, let gate = atom.gate, let reason = marks[gate].unknown { note(reason) }
    guard isShown(atom) else {
      input.values[place] = .null
      marks[place] = .hidden
      return false
    }
    let isEnabled = holds(atom.enableIf, of: atom, "enableIf")
    if !isEnabled { marks[place].insert(.disabled) }
    if let reason = doubt { marks[place].formUnion([SlotFlags(reason), .locked]) }
    return isEnabled
  }

  /// Evaluates the inputs that follow the entered one. Returns false if their values are unknown.
  private mutating func follow(_ circle: EitherCircle, from entered: Int, _ posted: [Value]) -> Bool {
    for (place, value) in zip(circle.places, posted) { input.values[place] = value }
    let decider = circle.places[entered]
    let decided = operation.atoms[decider]
    if decided.currencyFrom != nil { input.values[decider] = scaled(posted[entered], of: decided) }
    var isKnown = true
    let outer = doubt
    defer { doubt = outer }
    for index in circle.orders[entered] { input.values[circle.places[index]] = .null }
    for index in circle.orders[entered] {
      let place = circle.places[index]
      guard !marks[place].contains(.hidden) else { continue }
      let atom = operation.atoms[place]
      marks[place].remove(.unreadable)
      marks[place].insert(.follows)
      doubt = marks[decider].unknown
      let value = kept(value(of: circle.expressions[index], for: atom, "either"), of: atom, "either")
      input.values[place] = atom.currencyFrom == nil ? value : scaled(value, of: atom)
      guard let reason = doubt else { continue }
      marks[place].formUnion(SlotFlags(reason))
      isKnown = false
    }
    return isKnown
  }

  /// Returns true if all posted inputs have the values that follow from the entered one.
  private func explains(_ circle: EitherCircle, _ entries: [Int], _ posted: [Value], _ read: [SlotFlags]) -> Bool {
    entries.allSatisfy { index in
      let place = circle.places[index]
      guard marks[place].contains(.follows) else { return true }
      return !read[index].contains(.unreadable) && input.values[place] == posted[index]
    }
  }

  /// Returns true if the input was not entered: it follows another input of its circle, or is
  /// empty.
  func isUnentered(_ place: Int, _ atom: Atom) -> Bool {
    guard atom.circle != nil, !marks[place].contains(.hidden) else { return false }
    return marks[place].contains(.follows) || posted(for: atom, at: place) == nil
  }

  /// Returns true if another empty input of the circle has the violation `required`, because one
  /// entry fills all of them.
  mutating func isRequiredElsewhere(_ place: Int, in circle: EitherCircle) -> Bool {
    guard !circle.places.contains(where: { marks[$0].contains(.follows) }) else { return false }
    let first = circle.places.first { other in
      let atom = operation.atoms[other]
      return input.values[other].isNull && marks[other].isDisjoint(with: [.hidden, .disabled, .locked])
        && (atom.requireIf == nil ? !atom.isOptional : holds(atom.requireIf, of: atom, "requireIf"))
    }
    return first.map { $0 != place } ?? false
  }
}
