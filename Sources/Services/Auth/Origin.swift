package import Model

/// Where a request to log in comes from.
package struct Origin: Sendable {
  /// The address of the other end; nil where it is none.
  package let address: NetworkAddress?
  /// What the client calls itself, such as `ios/3.2`; nil where it does not say.
  package let client: String?

  /// An origin at that address.
  package init(address: String, client: String? = nil) {
    self.address = NetworkAddress(address)
    self.client = client
  }
}
