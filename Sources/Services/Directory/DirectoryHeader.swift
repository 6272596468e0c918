import Model

/// What the root element of a directory file says of the whole file.
struct DirectoryHeader {
  /// What the file holds.
  let scope: DirectoryFile.Scope
  /// Which directory it makes.
  let edition: DirectoryEdition

  /// The header that the root's attributes write.
  init(_ attributes: [String: String], at place: DirectoryPlace) throws(DirectoryError) {
    let code = attributes["InfoTypeCode"]
    guard let scope = code.flatMap(DirectoryFile.Scope.init) else {
      throw .header(attribute: "InfoTypeCode", text: code, expected: "FIRR or SIRR", at: place)
    }
    let day = attributes["BusinessDay"]
    guard let businessDay = day.flatMap({ CivilDate($0) }) else {
      throw .header(attribute: "BusinessDay", text: day, expected: "a date, YYYY-MM-DD", at: place)
    }
    self.scope = scope
    edition = DirectoryEdition(
      businessDay: businessDay, version: attributes["DirectoryVersion"].flatMap { Int($0) })
  }
}
