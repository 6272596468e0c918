/// The operator's settings for an application. By default every client version is accepted and no
/// rate is limited.
package struct ApplicationOptions: Sendable {
  /// The oldest accepted client versions and the addresses of updates.
  package var clients = ClientPolicy()
  /// The request rates of persons and addresses, and the origins that may read responses.
  package var rules = RequestRules()
  /// The limits and intervals of event streams.
  package var events = EventRules()
  /// The web client.
  package var web = WebClient()
  /// The logos of service providers.
  package var marks = BrandMarks()
  /// True if the server has a playground, where authors try operation files.
  package var hasPlayground = false

  package init() {}
}
