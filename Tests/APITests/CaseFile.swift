import Foundation
import JSON
import TestBank

/// A file of test cases: a JSON array of objects.
enum CaseFile {
  /// Returns the cases of the file `name` in `Cases`.
  static func cases(_ name: String) throws -> [Object] {
    let file = TestServer.root.appending(path: "Tests/APITests/Cases/\(name).json")
    return try Value(reading: Array(Data(contentsOf: file))).array?.compactMap(\.object) ?? []
  }
}
