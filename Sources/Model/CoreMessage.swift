/// A text of the bank's core that is shown to the person.
package struct CoreMessage: Sendable, Equatable {
  /// In Russian, or in the only language there is.
  package let text: String
  /// In English, where the core has said it in both.
  package let english: String?

  /// A text, and its English where there is one.
  package init(_ text: String, english: String? = nil) {
    self.text = text
    self.english = english
  }
}
