import Atoms

extension Links {
  /// Creates the links that the server supplies for an operation.
  init(of operation: Operation) {
    self.init(
      evaluate: "/operations/\(operation.id)/evaluate",
      draft: operation.effect == nil || operation.isPublic ? nil : "/drafts/\(operation.id)", routes: "/routes?url=",
      documents: "/documents/",
      actions: [
        .submit: Action("POST", "/operations/\(operation.id)/submissions"), .cancel: Action("GET", "/operations"),
      ])
  }
}
