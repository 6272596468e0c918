import Foundation
import JSON

/// A file of cases beside the tests: a JSON list of objects.
enum CaseFile {
  /// The cases of the file with that name.
  static func cases(_ name: String) throws -> [Object] {
    let file = TestServer.root.appending(path: "Tests/ValenceTests/Cases/\(name).json")
    return try Value(reading: Array(Data(contentsOf: file))).array?.compactMap(\.object) ?? []
  }
}

extension Value {
  /// The value as JSON text.
  var text: String {
    var writer = Writer()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
