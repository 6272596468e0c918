package import Atoms
package import Texts

/// A list that a screen declares: the records of a fact or of a search, drawn as rows.
package final class DeclaredList: Sendable {
  /// The origin of the records.
  package enum Source: Sendable {
    /// A fact about the person, with its query if a service answers.
    case fact(String, (any SystemQuery)?)
    /// A search of a service for a typed text.
    case search(any SystemQuery)

    /// True if people can type a text to search for.
    package var isSearched: Bool { if case .search = self { true } else { false } }
  }

  /// The texts of a row by the ids of their atoms. A text without a value is left out.
  package struct Texts: Sendable {
    package let title: String
    package let subtitle: [String]
    package let trailing: String?
    package let badge: String?
    package let group: String?
    /// The atom whose condition decides whether a record is shown; nil to show all records.
    package let filter: String?
    package let tone: Tone
  }

  /// The tone of the badge.
  package enum Tone: Sendable {
    case fixed(BadgeTone)
    /// The value of an atom. A value that is not a tone is `neutral`.
    case value(String)
  }

  /// An action on a row: a target to open.
  package struct Action: Sendable {
    package let title: LocalizedText
    package let target: Target
    /// True for an action that needs attention, such as a cancellation.
    package let isDangerous: Bool
  }

  /// The id of the screen.
  package let screen: String
  /// The id of the module on the screen.
  package let module: String
  package let source: Source
  /// An operation whose atoms are the texts of a row. They read the inputs of the screen, and the
  /// fields of a record as bare words. The person enters nothing.
  package let operation: Operation
  package let texts: Texts
  package let icon: Icon?
  package let actions: [Action]
  /// The fields that rows pass on.
  package let passed: [Port]
  /// The field that identifies a record; nil to use its place.
  package let key: String?

  init(
    screen: String, module: String, source: Source, operation: Operation, texts: Texts, icon: Icon?,
    actions: [Action], passed: [Port], key: String?
  ) {
    (self.screen, self.module, self.source) = (screen, module, source)
    (self.operation, self.texts, self.icon) = (operation, texts, icon)
    (self.actions, self.passed, self.key) = (actions, passed, key)
  }

  /// The properties of a text of a row that is written as a mapping with `value`.
  package static let shownWords = ModuleLine.shownWords.filter { $0 != "severity" }

  /// The parameters of a page of rows, which no input of the screen can be named.
  package static let parameters = ["limit", "after", "q"]

  /// The members of every row, which no passed field can be named.
  package static let members = [
    "title", "subtitle", "trailing", "parts", "badge", "group", "icon", "image", "actions", "pair", "href",
  ]

  /// Returns true if a text or a condition of the rows reads the input of the screen.
  func reads(_ input: String) -> Bool { operation.dependencies.contains { $0.source == .atom(input) } }
}

/// The tone of a badge.
package enum BadgeTone: String, Sendable, CaseIterable {
  case neutral
  /// A good or completed state.
  case success
  /// A state that requires attention.
  case warning
  /// A rejected or blocked state.
  case danger
}

extension Screen {
  /// Returns the declared list with this module id; nil for an unknown id.
  package func list(_ module: String) -> DeclaredList? {
    for each in modules where each.id == module {
      if case .list(let source) = each.target.kind { return source.declared }
    }
    return nil
  }
}
