package import API
package import HTTPServer
package import Services
package import Storage

/// The settings of a `Host`.
package struct HostSettings {
  /// The database of the bank.
  let database: BankDatabase
  /// The days of the bank in its time zone.
  let day: BankDay
  /// The senders of messages to people.
  let senders: ChosenSenders
  /// Returns the configuration of the port with this certificate.
  let listener: (TLSIdentity?) throws -> ServerConfiguration
  /// Applies the rules of the services.
  let configure: (inout ServiceConfiguration, BusinessDays) -> Void

  /// The address of the port, as the operator wrote it.
  package var host = "127.0.0.1"
  /// The files of the certificate.
  package var certificate = CertificateFiles(certificate: nil, key: nil)
  /// The certificate that they had at the start; nil without TLS.
  package var identity: TLSIdentity?
  /// The port of the metrics.
  package var metrics = MetricsListener(port: nil, host: "127.0.0.1")

  /// The directory of definitions, calendar and marks.
  package var configuration = "config"
  /// The source of the definitions.
  package var definitions = DefinitionSource.files
  /// True if changed files are read again.
  package var isWatching = false
  /// The directory of the web client.
  package var web = "web"
  /// The bank's own style sheet.
  package var webTheme: String?
  /// True if the playground is served.
  package var hasPlayground = false

  /// The bank's systems.
  package var systems = SystemSettings()
  /// The time from which submissions get the next business day; nil for midnight.
  package var cutOff: CutOff?
  /// The oldest clients that are served.
  package var clients = ClientPolicy()
  /// The rates of requests and trusted origins.
  package var rules = RequestRules()
  /// The rules of event streams.
  package var events = EventRules()

  /// The limits of the database's writer.
  package var writeLimits = WriteLimits()
  /// True if the database is not checked for damage.
  package var skipsDatabaseCheck = false
  /// The seconds for which the server answers requests after the signal to stop.
  package var drainSeconds = 0
  /// True if demo data is filled in.
  package var isDemo = false

  /// Creates settings, all others with their defaults.
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
