package import Texts

/// A page of an operation: one of its groups, which clients draw as a step of a flow.
package final class FormPage: Sendable {
  package let id: String
  package let title: LocalizedText
  /// The explanation below the title; nil without one.
  let help: LocalizedText?
  /// True if the way ends at the page: it is never submitted.
  package let isExit: Bool
  /// The actions of the page's own buttons. The server adds the others.
  package let actions: Set<ButtonKind.Action>
  /// The index of the group.
  let group: Int
  /// The indexes of the page's atoms, without the group.
  let places: Range<Int>
  /// The effect for a question that requests all atoms of the page.
  let everything: AffectedAtoms
  /// The effects of a change of each single atom, as far as the page shows them.
  let effects = KnownEffects()

  init(_ written: WrittenPage, atoms: [Atom], in graph: DependencyGraph) {
    (id, title) = (written.id, written.title)
    isExit = written.isExit
    (group, help) = (written.group, (atoms[written.group].kind as? GroupKind)?.help)
    places = written.group + 1..<atoms[written.group].position.end
    actions = Set(atoms[places].compactMap(\.action))
    everything = AffectedAtoms(everyOneIn: places, in: graph)
  }

  /// The id of a page's group. FormPages and atoms can have the same ids.
  package static func group(of page: String) -> String { "page_\(page)" }
  /// Returns true if an id is one of the ids that the server gives to groups and atoms of pages.
  ///
  /// The caption of such a group is the title of its page.
  static func isGroup(_ id: String) -> Bool { id.hasPrefix(group(of: "")) }
  /// The step after the last page. No page has this id.
  package static let review = "review"
  /// The title of a review without its own.
  package static let reviewTitle = LocalizedText(ru: "Проверьте данные", en: "Check your answers")
  /// The maximum number of pages of an operation.
  static let maximum = 100
}

/// The properties of an operation that concern its pages.
package struct FormPages: Sendable {
  package let all: [FormPage]
  /// The title of the review; nil if the last page submits the values.
  package let review: LocalizedText?

  static let none = FormPages(all: [], review: nil)

  private init(all: [FormPage], review: LocalizedText?) { (self.all, self.review) = (all, review) }

  init(_ written: [WrittenPage], _ review: WrittenReview, atoms: [Atom], in graph: DependencyGraph) {
    self.init(all: written.map { FormPage($0, atoms: atoms, in: graph) }, review: review.title)
  }

  package var isEmpty: Bool { all.isEmpty }
  package subscript(id: String) -> FormPage? { all.first { $0.id == id } }

  /// Returns the page that contains the atom at `place`; nil for an atom outside of pages.
  package func page(around place: Int) -> FormPage? { all.first { $0.places.contains(place) } }
}

/// A condition under which people may use an operation.
package struct Availability: Sendable {
  let condition: BranchCondition
  let message: LocalizedText
}
