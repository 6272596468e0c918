import Atoms

extension Links {
  /// Links of an operation as the server gives them: the engine itself knows no address.
  init(of operation: Operation) {
    self.init(
      evaluate: "/operations/\(operation.id)/evaluate",
      draft: operation.effect == nil || operation.isPublic ? nil : "/drafts/\(operation.id)", routes: "/routes?url=",
      actions: [
        .submit: Action("POST", "/operations/\(operation.id)/submissions"), .cancel: Action("GET", "/operations"),
      ])
  }
}
