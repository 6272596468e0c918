package import API
package import HTTPServer
package import Services
package import Storage

package struct HostSettings {
  let database: BankDatabase
  /// The bank's days in its time zone.
  let day: BankDay
  /// The senders of messages to people.
  let senders: ChosenSenders
  /// Returns the configuration of the port with this certificate.
  let listener: (TLSIdentity?) throws -> ServerConfiguration
  /// Sets the rules of the services.
  let configure: (inout ServiceConfiguration, BusinessDays) -> Void

  /// The address of the port, as given by the operator.
  package var host = "127.0.0.1"
  package var certificate = CertificateFiles(certificate: nil, key: nil)
  /// The certificate at the start; nil without TLS.
  package var identity: TLSIdentity?
  package var metrics = MetricsListener(port: nil, host: "127.0.0.1")

  /// The directory of definitions, calendar and marks.
  package var configuration = "config"
  package var definitions = DefinitionSource.files
  /// True if changed definition files are reloaded.
  package var isWatching = false
  package var web = "web"
  /// The path of the bank's style sheet.
  package var webTheme: String?
  /// True if `/playground` and `/gallery` are served.
  package var hasPlayground = false
  /// The directory with the drawing cases of the conformance kit, for the gallery.
  package var drawings: String?

  /// The connections to the bank's systems.
  package var systems = SystemSettings()
  /// The time from which submissions get the next business day; nil for midnight.
  package var cutOff: CutOff?
  /// The oldest supported clients.
  package var clients = ClientPolicy()
  /// The request rates and trusted origins.
  package var rules = RequestRules()
  package var events = EventRules()

  /// The limits of the database writer.
  package var writeLimits = WriteLimits()
  /// True if the check for damage is skipped.
  package var skipsDatabaseCheck = false
  /// The seconds for which the server continues to serve after the signal to stop.
  package var drainSeconds = 0
  /// True if demo data is created.
  package var isDemo = false

  package init(
    database: BankDatabase, day: BankDay, senders: ChosenSenders,
    listener: @escaping (TLSIdentity?) throws -> ServerConfiguration,
    configure: @escaping (inout ServiceConfiguration, BusinessDays) -> Void
  ) {
    self.database = database
    self.day = day
    self.senders = senders
    self.listener = listener
    self.configure = configure
  }
}
