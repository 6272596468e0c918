package import Essentials

/// What was removed when a person's data were erased, and what is kept.
package struct Erasure: Sendable, Equatable {
  /// Whose data they were: what is kept is found by it.
  package let person: PersonID
  /// The rows that were removed, by what they were, in a fixed order.
  package let removed: [Count]
  /// Signed submissions that keep their values as documents.
  package let documents: Int
  /// Signed submissions that are no documents and keep their values for some days more.
  package let brief: Int
  /// The day on which those have been kept long enough; nil where there are none.
  package let briefUntil: CivilDate?
  /// Signed submissions that are not carried out yet.
  package let waiting: Int
  /// The accounts of the person's own that hold something.
  package let filledAccounts: Int
  /// The last day on which the documents are kept.
  package let keptUntil: CivilDate

  /// What was removed and is kept.
  package init(
    person: PersonID, removed: [Count], documents: Int, brief: Int = 0, briefUntil: CivilDate? = nil, waiting: Int,
    filledAccounts: Int, keptUntil: CivilDate
  ) {
    (self.brief, self.briefUntil) = (brief, briefUntil)
    (self.person, self.removed, self.documents, self.waiting) = (person, removed, documents, waiting)
    (self.filledAccounts, self.keptUntil) = (filledAccounts, keptUntil)
  }

  /// How many rows of a kind were removed.
  package struct Count: Sendable, Equatable {
    /// What they were, in the plural.
    package let what: String
    /// How many.
    package let count: Int

    /// So many of them.
    package init(_ what: String, _ count: Int) { (self.what, self.count) = (what, count) }
  }
}

/// How long the values of a signed submission are kept.
package enum KeptSpan: Sendable, Equatable {
  /// Years after the one in which the person's data were erased.
  case years(Int)
  /// Days after the submission ended.
  case days(Int)

  /// The years; nil where it is kept for days.
  package var years: Int? { if case .years(let years) = self { years } else { nil } }
  /// The days; nil where it is kept for years.
  package var days: Int? { if case .days(let days) = self { days } else { nil } }
}
