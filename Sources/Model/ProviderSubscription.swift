/// A number under which a provider knows a person.
package struct ProviderSubscription: Sendable, Equatable {
  /// The provider's id.
  package let provider: String
  /// The number.
  package let account: String
  /// What the person calls it.
  package let caption: String

  /// A number at a provider.
  package init(provider: String, account: String, caption: String) {
    (self.provider, self.account, self.caption) = (provider, account, caption)
  }
}
