package import Atoms

/// A person's way through the pages of an operation: the visited pages, and those that are shown.
package struct PageWay: Sendable {
  /// The step of the person.
  package enum Step: Sendable {
    case page(FormPage)
    case review
  }

  package let operation: Operation
  /// The ids of the visited pages. Once the person was at the review, it is the last element.
  package let path: [String]
  /// The pages that are shown with the present values.
  package let shown: ShownPages

  package init(_ operation: Operation, path: [String], shown: ShownPages) {
    (self.operation, self.path, self.shown) = (operation, path, shown)
  }

  /// The step at which the person is: the review, or the last visited page that is still shown.
  ///
  /// The review waits for pages that are shown now and were not visited.
  package var current: Step {
    if isReviewing {
      return shown.all.first { $0.isExit || !path.contains($0.id) }.map(Step.page) ?? .review
    }
    let last = shown.all.last { path.contains($0.id) }
    let page = shown.all.first { $0.id == path.last } ?? last ?? shown.all.first ?? operation.pages.all[0]
    return .page(page)
  }

  /// True if the person was at the review and returns to it.
  package var isReviewing: Bool { path.last == FormPage.review }

  /// Returns true if the person can open the page: it is shown, and was visited or is the current
  /// one.
  package func isOpen(_ page: FormPage) -> Bool {
    shown.all.contains { $0 === page } && (path.contains(page.id) || isCurrent(page))
  }

  /// Returns true if the person has come from the review to change the page.
  package func isChange(_ page: FormPage) -> Bool { isReviewing && !isCurrent(page) }

  private func isCurrent(_ page: FormPage) -> Bool {
    if case .page(let current) = current { current === page } else { false }
  }

  /// Returns the page after another one; nil for the review or, without one, the submission.
  package func page(after page: FormPage) -> FormPage? {
    guard let place = shown.all.firstIndex(where: { $0 === page }) else { return nil }
    return shown.all.dropFirst(place + 1).first
  }

  /// Returns the pages that were not visited, except the given page.
  package func later(than page: FormPage) -> [FormPage] {
    operation.pages.all.filter { $0 !== page && !path.contains($0.id) }
  }

  /// Returns the path after a page was completed.
  ///
  /// It contains the visited pages that are shown, in order. Once the person was at the review, the
  /// next step is the first page that was not visited, or the review again.
  package func path(completing page: FormPage) -> [String] {
    let visited = shown.all.map(\.id).filter { path.contains($0) || $0 == page.id }
    if isReviewing { return visited + [FormPage.review] }
    if let next = self.page(after: page) {
      return shown.all.prefix { $0 !== next }.map(\.id).filter(visited.contains) + [next.id]
    }
    return visited + (operation.pages.review == nil ? [] : [FormPage.review])
  }

  /// Returns the path after the person has left a page with `back`; nil for the first page.
  package func path(leaving page: FormPage) -> [String]? {
    guard let place = shown.all.firstIndex(where: { $0 === page }), place > 0 else { return nil }
    let before = shown.all.prefix(place).map(\.id).filter(path.contains)
    return before.isEmpty ? [shown.all[0].id] : before
  }
}
