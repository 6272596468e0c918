package import Atoms

/// What follows a login, as one more operation that only shows: a greeting, and where to go.
package enum WelcomeForm {
  /// The operation that greets somebody by that name and leads to those operations, each at its address.
  package static func operation(
    greeting name: String, leadingTo operations: [(operation: Operation, address: String)]
  ) throws(Diagnostics) -> Operation {
    let welcome = LocalizedText(ru: "Здравствуйте, \(name)", en: "Hello, \(name)")
    let greeting = DefinitionLiteral.Line("text", "greeting", welcome, ("fontSize", "title"))
    let links = operations.enumerated().map { place, lead in
      DefinitionLiteral.Line("link", "operation\(place)", lead.operation.title, ("href", lead.address))
    }
    return try DefinitionLiteral(
      operation: "welcome", title: LocalizedText(ru: "Вы вошли", en: "You are logged in"), atoms: [greeting] + links
    ).compiled(version: "1")
  }
}
