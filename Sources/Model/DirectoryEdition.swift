package import Essentials

/// Which BIC directory one is: that of a day, and on that day of a version where the file tells it.
package struct DirectoryEdition: Equatable, Sendable {
  /// The day from which it is in force (`BusinessDay`).
  package let businessDay: CivilDate
  /// The version (`DirectoryVersion`).
  package let version: Int?

  /// An edition.
  package init(businessDay: CivilDate, version: Int?) {
    self.businessDay = businessDay
    self.version = version
  }

  /// Whether it comes before another; of two of one day that do not both tell their version neither does.
  package func isOlder(than other: DirectoryEdition) -> Bool {
    if businessDay != other.businessDay { return businessDay < other.businessDay }
    guard let version, let present = other.version else { return false }
    return version < present
  }
}

extension DirectoryEdition: CustomStringConvertible {
  /// Such as `2023-05-18` or `2023-05-18, version 2`.
  package var description: String { "\(businessDay)" + (version.map { ", version \($0)" } ?? "") }
}
