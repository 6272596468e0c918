import JSON
import Model

extension Account {
  /// The JSON of an account.
  static let document = Document(entity)
}

extension LedgerEntry {
  /// The JSON of an entry.
  static let document = Document(entity)
}

extension Card {
  /// The JSON of a card.
  static let document = Document(entity)
}

extension Draft {
  /// The JSON of a draft.
  static let document = Document(entity)
  /// A draft's row.
  static let row = document.without(\.values)
}

extension SavedTemplate {
  /// The JSON of a template.
  static let document = Document(entity)
  /// A template's row.
  static let row = document.without(\.values)
}

/// The schemas that follow from declarations.
enum EntitySchemas {
  /// The schema of every entity by its name, which completes what is written by hand.
  static let all: [(name: String, complete: @Sendable (Object) -> Object)] = [
    ("Account", Account.document.schema), ("Entry", LedgerEntry.document.schema), ("Card", Card.document.schema),
    ("Draft", Draft.document.schema), ("Template", SavedTemplate.document.schema),
  ]
}
