/// Atoms that belong together: its `showIf` covers them all.
package final class GroupKind: NestingKind {
  /// `group`.
  package static let name = "group"

  /// Has no properties of its own.
  package init(_ properties: inout Properties) {}
}
