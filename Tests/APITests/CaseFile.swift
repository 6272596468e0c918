import Foundation
import JSON
import TestBank

/// A file of cases beside the tests: a JSON list of objects.
enum CaseFile {
  /// The cases of the file with that name.
  static func cases(_ name: String) throws -> [Object] {
    let file = TestServer.root.appending(path: "Tests/APITests/Cases/\(name).json")
    return try Value(reading: Array(Data(contentsOf: file))).array?.compactMap(\.object) ?? []
  }
}
