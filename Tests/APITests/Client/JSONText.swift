import Foundation

/// JSON of models, by Foundation's coders.
enum JSONText {
  static func read<Model: Decodable>(_ bytes: [UInt8]) throws -> Model {
    try JSONDecoder().decode(Model.self, from: Data(bytes))
  }

  static func written(_ model: some Encodable) throws -> [UInt8] { Array(try JSONEncoder().encode(model)) }
}
