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
