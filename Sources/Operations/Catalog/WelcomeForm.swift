package import Atoms

/// What follows a login, as one more operation that only shows: a greeting, and where to go.
package enum WelcomeForm {
  /// The operation that greets somebody by that name and leads to those operations.
  package static func operation(
    greeting name: String, leadingTo operations: [Operation]
  ) throws(Diagnostics) -> Operation {
    let welcome = LocalizedText(ru: "Здравствуйте, \(name)", en: "Hello, \(name)")
    let greeting = DefinitionLiteral.Line("text", "greeting", welcome, ("fontSize", "title"))
    let links = operations.enumerated().map { place, operation in
      DefinitionLiteral.Line("link", "operation\(place)", operation.title, ("href", "/operations/\(operation.id)"))
    }
    return try DefinitionLiteral(
      operation: "welcome", title: LocalizedText(ru: "Вы вошли", en: "You are logged in"), atoms: [greeting] + links
    ).compiled(version: "1")
  }
}
