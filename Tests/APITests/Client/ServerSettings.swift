import Definitions
import API
import Atoms
import Foundation
import Operations
import TestBank
import Testing

extension TestServer {
  /// Serves only the payment order, with one text of its file replaced.
  func servePaymentOrder(_ text: String, as instead: String) throws {
    let file = Self.root.appending(path: "config/operations/pp.quick.yaml").path
    let operation = try String(contentsOfFile: file, encoding: .utf8)
    try #require(operation.contains(text))
    let changed = Array(operation.replacing(text, with: instead).utf8)
    let files = DefinitionFiles(operations: [DefinitionFile(name: "pp.quick.yaml", bytes: changed)])
    try definitions.serve(try Catalog(files, vocabulary: .bank))
  }

  /// Returns a server that requires version 1.5 of the client for iOS.
  static func servingNewerClients() throws -> TestServer {
    try TestServer(
      clients: ClientPolicy(
        minimum: MinimumClient([ClientProgram("ios/1.5")].compactMap(\.self)),
        updates: ["ios": "https://example.org/app"]))
  }
}
