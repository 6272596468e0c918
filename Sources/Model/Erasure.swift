package import Dates

/// The result of erasing a person's data: the removed rows, and the rows that the law keeps.
package struct Erasure: Sendable, Equatable {
  /// The person. The kept rows are found by this id.
  package let person: PersonID
  /// The numbers of removed rows by kind, in a fixed order.
  package let removed: [Count]
  /// Signed submissions that keep their values as documents.
  package let documents: Int
  /// Signed submissions that are no documents and keep their values for some days more.
  package let brief: Int
  /// The day on which the retention of those ends; nil if there are none.
  package let briefUntil: CivilDate?
  /// Signed submissions that are not carried out yet.
  package let waiting: Int
  /// The accounts of the person's own that hold something.
  package let filledAccounts: Int
  /// The last day on which the documents are kept.
  package let keptUntil: CivilDate

  /// Creates a result.
  package init(
    person: PersonID, removed: [Count], documents: Int, brief: Int = 0, briefUntil: CivilDate? = nil, waiting: Int,
    filledAccounts: Int, keptUntil: CivilDate
  ) {
    (self.brief, self.briefUntil) = (brief, briefUntil)
    (self.person, self.removed, self.documents, self.waiting) = (person, removed, documents, waiting)
    (self.filledAccounts, self.keptUntil) = (filledAccounts, keptUntil)
  }

  /// The number of removed rows of a kind.
  package struct Count: Sendable, Equatable {
    /// The kind, in the plural.
    package let what: String
    /// The number of rows.
    package let count: Int

    /// Creates a number of rows.
    package init(_ what: String, _ count: Int) { (self.what, self.count) = (what, count) }
  }
}

/// The retention of the values of a signed submission.
package enum RetentionPeriod: Sendable, Equatable {
  /// Years after the one in which the person's data were erased.
  case years(Int)
  /// Days after the submission ended.
  case days(Int)

  /// The years; nil if it is kept for days.
  package var years: Int? { if case .years(let years) = self { years } else { nil } }
  /// The days; nil if it is kept for years.
  package var days: Int? { if case .days(let days) = self { days } else { nil } }
}
