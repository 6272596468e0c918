import Foundation
import JSON

/// Returns the rows of a file in `Cases`.
func cases(_ file: String) throws -> [Value] {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
  let data = try Data(contentsOf: folder.appending(path: file))
  return try Value(reading: [UInt8](data)).array ?? []
}
