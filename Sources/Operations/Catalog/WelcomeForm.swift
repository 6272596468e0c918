package import Atoms

/// What follows a login, as one more operation that only shows: a greeting, and where to go.
package enum WelcomeForm {
  /// The operation that greets somebody by that name and leads to those operations.
  package static func operation(
    greeting name: String, leadingTo operations: [Operation]
  ) throws(Diagnostics) -> Operation {
    let greeting = [
      ("text", DefinitionLiteral.word("greeting")),
      ("caption", DefinitionLiteral.caption(LocalizedText(ru: "Здравствуйте, \(name)", en: "Hello, \(name)"))),
      ("fontSize", DefinitionLiteral.word("title")),
    ]
    let links = operations.enumerated().map { place, operation in
      [
        ("link", DefinitionLiteral.word("operation\(place)")),
        ("caption", DefinitionLiteral.caption(operation.title)),
        ("href", DefinitionLiteral.word("/operations/\(operation.id)")),
      ]
    }
    let definition = DefinitionLiteral(
      operation: "welcome", title: LocalizedText(ru: "Вы вошли", en: "You are logged in"), atoms: [greeting] + links)
    return try OperationCompiler.compile(definition.root, version: "1", with: Vocabulary())
  }
}
