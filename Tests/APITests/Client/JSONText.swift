import Foundation

/// Models as the bytes of JSON, by Foundation's coders: as any program would use them.
enum JSONText {
  static func read<Model: Decodable>(_ bytes: [UInt8]) throws -> Model {
    try JSONDecoder().decode(Model.self, from: Data(bytes))
  }

  static func written(_ model: some Encodable) throws -> [UInt8] { Array(try JSONEncoder().encode(model)) }
}
