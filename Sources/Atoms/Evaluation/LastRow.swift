import Conditions

/// The search for the last of computed rows (`until`).
struct RowEnd {
  /// The condition; nil if the number of rows alone decides.
  ///
  /// Also nil after it was unknown or could not be evaluated in a row, because the last row is not
  /// known then.
  private(set) var until: Condition?
  /// The reason why the condition is unknown in a row; nil if it is known in all rows.
  private(set) var doubt: UnknownReason?
  /// True if the condition could not be evaluated in a row.
  private(set) var isFailed = false

  init(until: Condition?) { self.until = until }

  /// Ends the search without a last row.
  mutating func stop(_ doubt: UnknownReason?) { (until, self.doubt, isFailed) = (nil, doubt, doubt == nil) }
}

extension Evaluation {
  /// Returns true if the row in the slots is the last one.
  ///
  /// A condition that is unknown or cannot be evaluated ends nothing, so the rows continue to their
  /// number.
  mutating func ends(_ end: inout RowEnd, rowsOf template: ItemTemplate) -> Bool {
    let noted = failures.count
    doubt = nil
    let isLast = holds(end.until, of: operation.atoms[template.place], "until", failingTo: false)
    if let doubt {
      end.stop(doubt)
    } else if failures.count > noted {
      end.stop(nil)
    }
    return isLast
  }
}
