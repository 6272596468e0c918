/// The operator's choices for an application. By default every client is served, and no rate is limited.
///
///     var options = ApplicationOptions()
///     options.web = try WebClient(directory: "web")
package struct ApplicationOptions: Sendable {
  /// The oldest supported clients, and the addresses of newer ones.
  package var clients = ClientPolicy()
  /// The request rates of persons and addresses, and the origins that may read responses.
  package var rules = RequestRules()
  /// The limits and times of event streams.
  package var events = EventRules()
  /// The client for browsers.
  package var web = WebClient()
  /// The brand marks of providers.
  package var marks = BrandMarks()
  /// True if the playground is served, where authors try operation files.
  package var hasPlayground = false

  /// Creates the default options.
  package init() {}
}
