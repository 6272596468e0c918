package import Conditions
package import Texts
package import JSON

/// The pages of an operation that a person sees with the present values.
package struct ShownPages: Sendable {
  /// The pages that are shown, in order. The first page with `exit` is the last one.
  package private(set) var all: [FormPage] = []
  /// The reason why it is unknown whether a page is shown; nil if it is known.
  ///
  /// Such a page counts as shown.
  package private(set) var undecided: UnknownReason?

  package init(_ operation: Operation, _ values: Object, in language: Language, _ surroundings: any Environment) {
    let pages = operation.pages.all
    let evaluation = Evaluation(operation, values, reading: pages.map(\.group), in: language, surroundings)
    for page in pages {
      undecided = evaluation.marks[page.group].unknown?.joined(undecided) ?? undecided
      guard !evaluation.marks[page.group].contains(.hidden) else { continue }
      all.append(page)
      if page.isExit { return }
    }
  }

  /// The page at which the way ends without a submission; nil if there is none.
  package var exit: FormPage? { all.last.flatMap { $0.isExit ? $0 : nil } }
}

/// The values of one page that the operation has judged.
package struct CheckedPage: Sendable {
  /// The values of the inputs of the page in wire form, with null for each input that was shown
  /// and left empty. Computed values and secrets are not included.
  package let entered: Object

  /// Judges the values of a page.
  ///
  /// - Parameters:
  ///   - values: The values of all pages.
  ///   - later: The pages that were not shown yet. A check that reads one of their values does not
  ///     apply: the review judges it.
  package init(
    _ operation: Operation, _ page: FormPage, values: Object, before later: [FormPage], against report: ShownReport,
    in language: Language, _ surroundings: any Environment
  ) throws(Violations) {
    var question = Question(values: values, commit: true)
    question.page = page
    var evaluation = Evaluation(operation, question, in: language, surroundings)
    evaluation.unseen = later.map(\.places)
    let violations = evaluation.violations()
    guard violations.isEmpty, evaluation.undecided == nil else {
      throw Violations(all: violations, failures: evaluation.failures, undecided: evaluation.undecided)
    }
    let changes = evaluation.changes(from: report)
    guard changes.isEmpty else {
      throw Violations(all: [], failures: evaluation.failures, undecided: nil, changes: changes)
    }
    entered = evaluation.entered(on: page)
  }
}

extension Operation {
  /// Returns the members of posted values that are not inputs of the page.
  package func strangers(in posted: Object, on page: FormPage) -> [Violation] {
    posted.members.compactMap { member in
      let place = place(of: member.name)
      let isOwn = place.map { page.places.contains($0) && atoms[$0].input != nil } ?? false
      return isOwn ? nil : Violation("unknown").at(member.name)
    }
  }

  /// Returns the ids of the inputs of a page, outside of items.
  package func inputs(on page: FormPage) -> [String] {
    page.places.filter { atoms[$0].input != nil && atoms[$0].position.owner == nil }.map { atoms[$0].id }
  }

  /// Returns the ids of the consents on a page.
  package func consents(on page: FormPage) -> [String] {
    page.places.filter { atoms[$0].input is ConsentKind }.map { atoms[$0].id }
  }

  /// Returns the page of the atom at a path; nil for a path without an atom on a page.
  package func page(atPath path: String) -> FormPage? {
    (place(atPath: path)?.place ?? place(of: path)).flatMap { pages.page(around: $0) }
  }

  /// Returns true if the value at a path is computed, so that people cannot change it.
  package func isComputed(atPath path: String) -> Bool {
    (place(atPath: path)?.place ?? place(of: path)).map { atoms[$0].isComputed } ?? false
  }

  /// Returns true if a check reads a value on one of the pages, directly or by a computed value.
  func reads(_ check: Atom.Check, anyIn places: [Range<Int>]) -> Bool {
    var (waiting, seen): ([Int], Set<Int>) = (check.condition.reads.outer.filter { $0 < firstFact }, [])
    while let node = waiting.popLast() {
      guard seen.insert(node).inserted else { continue }
      if places.contains(where: { $0.contains(node) }) { return true }
      waiting += graph.reads[node]
    }
    return false
  }

  /// Returns the text for a person who may not use the operation; nil if the person may.
  ///
  /// Throws if a fact that the condition reads is unknown. A condition that cannot be evaluated
  /// refuses.
  package func refusal(
    in language: Language, _ surroundings: any Environment
  ) throws(BranchCondition.Undecided) -> String? {
    guard let availability else { return nil }
    return try availability.condition.holds([], surroundings) ? nil : availability.message[language]
  }
}

extension Evaluation {
  /// True if the question requests all atoms, of the operation or of a page.
  var isAboutAll: Bool { affected === operation.everything || page.map { affected === $0.everything } ?? false }

  /// Returns a violation for each shown page at which the way ends.
  func reachedExits() -> [Violation] {
    operation.pages.all.compactMap { page in
      let isReached = page.isExit && !marks[page.group].contains(.hidden)
      return isReached ? Violation("exit").at(operation.atoms[page.group].id) : nil
    }
  }

  /// Returns true if the question is about the whole operation, or about the page with the atom.
  func isAsked(about place: Int) -> Bool { page.map { $0.places.contains(place) } ?? true }

  /// Returns the values of the inputs of a page in wire form, with null for each empty one.
  fileprivate func entered(on page: FormPage) -> Object {
    var members: [Object.Member] = []
    for place in page.places {
      let atom = operation.atoms[place]
      guard let kind = atom.input, atom.position.owner == nil, atom.computed == nil, !kind.isSecret,
        marks[place].isDisjoint(with: [.hidden, .disabled, .follows]),
        atom.presetFrom == nil || posted(for: atom, at: place) != nil
      else { continue }
      let value = isUncertain ? input.values[place].withoutUnknown : input.values[place]
      members.append(Object.Member(name: atom.id, value: value.isNull ? .null : operation.wire(value, of: atom, kind)))
    }
    return Object(unique: members)
  }
}
