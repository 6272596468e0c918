package import Dates

/// The result of erasing a person's data: the removed rows, and the rows that must be retained by
/// law.
package struct Erasure: Sendable, Equatable {
  /// The person. The retained rows contain this id.
  package let person: PersonID
  /// The numbers of removed rows by kind, in a fixed order.
  package let removed: [Count]
  /// The number of signed submissions that retain their values as documents.
  package let documents: Int
  /// The number of signed submissions that are not documents and retain their values for a number
  /// of days.
  package let brief: Int
  /// The day on which the retention of the last of them ends; nil if `brief` is 0.
  package let briefUntil: CivilDate?
  /// The number of signed submissions that are not executed yet.
  package let waiting: Int
  /// The number of the person's own accounts with a balance other than zero.
  package let filledAccounts: Int
  /// The last day on which the documents are retained.
  package let keptUntil: CivilDate

  package init(
    person: PersonID, removed: [Count], documents: Int, brief: Int = 0, briefUntil: CivilDate? = nil, waiting: Int,
    filledAccounts: Int, keptUntil: CivilDate
  ) {
    (self.brief, self.briefUntil) = (brief, briefUntil)
    (self.person, self.removed, self.documents, self.waiting) = (person, removed, documents, waiting)
    (self.filledAccounts, self.keptUntil) = (filledAccounts, keptUntil)
  }

  package struct Count: Sendable, Equatable {
    /// The kind, in the plural.
    package let what: String
    package let count: Int

    package init(_ what: String, _ count: Int) { (self.what, self.count) = (what, count) }
  }
}

/// The retention of the values of a signed submission.
package enum RetentionPeriod: Sendable, Equatable {
  /// Years after the year in which the person's data were erased.
  case years(Int)
  /// Days after the submission ended.
  case days(Int)

  /// The years; nil if the retention is in days.
  package var years: Int? { if case .years(let years) = self { years } else { nil } }
  /// The days; nil if the retention is in years.
  package var days: Int? { if case .days(let days) = self { days } else { nil } }
}
