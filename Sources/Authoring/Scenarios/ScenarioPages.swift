import Atoms
import JSON
import Model
import Operations
import Texts

/// The way of a person through the pages of an operation, by the rules of the server.
extension ScenarioRun {
  /// The values of the visited pages, which the server has stored.
  private var stored: Object { isPaged ? values(of: path) : values }

  /// Returns the values that the server knows at the present page: the stored values and the values
  /// of this page.
  func known(_ step: Scenario.Step) -> Object { isPaged ? values(of: path + [page(step)]) : values }

  private func values(of pages: [String]) -> Object {
    let names = Set(operation.pages.all.filter { !pages.contains($0.id) }.flatMap(operation.inputs(on:)))
    return Object(unique: values.members.filter { !names.contains($0.name) })
  }

  /// The values that a submission sends. Away from the review it sends all entered ones.
  var submittedValues: Object { walk == nil && path.last == FormPage.review ? stored : values }

  /// True if the person sees one page at a time. A public operation shows all at once.
  private var isPaged: Bool { walk == nil && !operation.pages.isEmpty && !operation.isPublic }

  /// Returns the id of the present page, or `review`.
  func page(_ step: Scenario.Step) -> String {
    if let walk { return walk.step?.id ?? "" }
    if let change { return change.page.id }
    let way = way(step)
    switch way.current {
    case .page(let page): return page.id
    case .review: return wrongPage(in: way, step)?.id ?? FormPage.review
    }
  }

  /// Returns the id of the present page if the atom at the path is not on it; nil if it is.
  func pageWithout(_ path: String, _ step: Scenario.Step) -> String? {
    if let walk { return walk.has(path) ? nil : page(step) }
    guard isPaged else { return nil }
    let present = page(step)
    return operation.page(atPath: path)?.id == present ? nil : present
  }

  private func way(_ step: Scenario.Step) -> PageWay {
    step.world.settled { world in
      PageWay(operation, path: path, shown: ShownPages(operation, stored, in: step.language, world))
    }
  }

  /// Judges the present page and continues. Returns its violations; empty if it is left.
  mutating func turnPage(_ step: Scenario.Step) -> [String: Value] {
    if walk != nil { return completeStep(step) }
    let way = way(step)
    guard let page = operation.pages[page(step)], !page.isExit else { return [:] }
    let known = known(step)
    let judged = step.world.settled { world -> Result<Object, Violations> in
      Result { () throws(Violations) in
        try CheckedPage(
          operation, page, values: known, before: way.later(than: page), against: ShownReport(values: nil),
          in: step.language, world
        ).entered
      }
    }
    switch judged {
    case .failure(let error): return Self.errors(of: error.all, in: step.language)
    case .success(let entered):
      // The stored values of a page contain no value of a hidden input.
      replace(Set(operation.inputs(on: page)), by: entered)
      if !path.contains(page.id) { path.insert(page.id, at: 0) }
      path = self.way(step).path(completing: page)
      change = nil
      return [:]
    }
  }

  /// Returns to the previous page, or from a page that is changed to the review. Returns false at
  /// the first page.
  mutating func goBack(_ step: Scenario.Step) -> Bool {
    if walk != nil { return leaveStep() }
    if let change {
      (values, self.change) = (change.values, nil)
      return true
    }
    switch way(step).current {
    case .review: path.removeLast()
    case .page(let page):
      guard let path = way(step).path(leaving: page) else { return false }
      self.path = path
    }
    return true
  }

  /// Opens the page of an atom from the review. Returns nil, or the present page if that is
  /// impossible.
  mutating func open(_ path: String, _ step: Scenario.Step) -> String? {
    if walk != nil { return openStep(of: path) }
    let present = page(step)
    guard present == FormPage.review, let page = operation.page(atPath: path), way(step).isOpen(page) else {
      return present
    }
    change = (page, values)
    return nil
  }

  // MARK: - Review

  /// Returns the values of the review; nil if the person is at a page.
  func review(_ step: Scenario.Step) -> CheckedSubmission? {
    if let walk { return walk.step?.role == .review ? try? judged(whole, values, step).get() : nil }
    guard change == nil, case .review = way(step).current else { return nil }
    return try? judged(operation, stored, step).get()
  }

  /// Returns the line of a value in the review and in the signature; nil without a line.
  func line(at path: String, of values: CheckedSubmission, in language: Language) -> Value? {
    let preview = Submission(previewOf: values, by: PersonID(high: 0, low: 0), in: language)
    let text = try? SubmittedValues(preview, of: values.operation, in: language).text(at: path, in: language)
    return text.map(Value.string)
  }

  /// Returns the page that the server shows instead of a review with an error.
  private func wrongPage(in way: PageWay, _ step: Scenario.Step) -> FormPage? {
    guard case .failure(let error) = judged(operation, stored, step) else { return nil }
    return way.shown.all.first { page in error.all.contains { operation.page(atPath: $0.atom) === page } }
  }

  func judged(
    _ operation: Operation, _ values: Object, _ step: Scenario.Step
  ) -> Result<CheckedSubmission, Violations> {
    step.world.settled { world in
      Result { () throws(Violations) in
        try CheckedSubmission(operation, values: values, in: step.language, world)
      }
    }
  }
}
