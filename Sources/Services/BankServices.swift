import Model
import DataAccess
package import Storage
package import Platform
package import Secrets

/// All services of a bank, over one database.
package final class BankServices: Sendable {
  package let auth: Auth
  package let users: Users
  package let banks: Banks
  package let customers: Customers
  package let accounts: Accounts
  package let accountRegister: AccountRegister
  package let cards: Cards
  package let deals: Deals
  package let notifications: Notifications
  package let settings: Settings
  package let documentOpenings: DocumentOpenings
  package let submissions: Submissions
  package let drafts: Drafts
  package let templates: Templates
  package let versions: Versions
  package let definitionSets: DefinitionSets
  package let availability: Availability
  package let payments: Payments
  package let coreFeed: CoreFeed
  package let deliveries: Deliveries
  package let transfers: OwnTransfers
  package let limits: DailyLimits
  package let providers: Providers
  package let providerPayments: ProviderPayments
  package let messages: Messages
  package let signing: Signing
  package let enrolments: Enrolments
  package let retention: Retention
  package let leases: Leases
  package let internalEntries: InternalEntries
  package let accessExpiry: AccessExpiry
  package let inspection: Inspection
  package let configuration: ServiceConfiguration
  package let clock: Clock
  package let audit: Audit
  package let news: EventFeed
  /// The threads that hash passwords.
  package let pool: WorkerPool
  package let store: any Store
  package let keys: SecretKeys
  /// The clock for leases and other claims of this process; see `HoldingClock`.
  let holding: HoldingClock

  /// Creates the services over a database that has all migrations.
  ///
  /// - Parameters:
  ///   - clock: The current time. By default a `SteadyClock` that continues after the newest audit
  ///     record.
  ///   - holding: The clock for claims. By default `clock`. If `clock` is also omitted and the
  ///     database is a server, its own clock.
  ///   - stepped: Receives each jump of the system clock that the default clock detects.
  package init(
    store: any Store, keys: SecretKeys, configuration: ServiceConfiguration, clock given: Clock? = nil,
    holding heldBy: HoldingClock? = nil,
    stepped: @escaping @Sendable (SteadyClock.Step) -> Void = { _ in }
  ) throws {
    let clock = try given ?? Self.steadyClock(over: store, stepped)
    let isOnServer = store.isRemote && given == nil
    let holding: HoldingClock = heldBy ?? { isOnServer ? nil : clock() }
    self.holding = holding
    pool = WorkerPool("valence.hashing", width: configuration.hashingWidth, capacity: configuration.hashingQueue)
    (self.store, self.keys) = (store, keys)
    (self.configuration, self.clock) = (configuration, clock)
    var audit = Audit(store: store, keys: keys, clock: clock)
    if let run = configuration.run { audit = try audit.began(run) }
    self.audit = audit
    news = EventFeed(store: store, key: keys.current, clock: clock)
    auth = try Auth(
      store: store, pool: pool, key: keys.current, configuration: configuration, audit: audit, clock: clock)
    users = Users(store: store, pool: pool, configuration: configuration, audit: audit, clock: clock)
    banks = try Banks(store: store, audit: audit, clock: clock)
    customers = Customers(store: store, audit: audit, clock: clock)
    accounts = Accounts(store: store, clock: clock)
    accountRegister = AccountRegister(store: store, ownBIC: configuration.ownBIC, audit: audit, clock: clock)
    cards = Cards(store: store, audit: audit, clock: clock)
    deals = Deals(store: store, audit: audit, clock: clock)
    notifications = Notifications(store: store, clock: clock)
    settings = Settings(store: store, audit: audit, clock: clock)
    documentOpenings = DocumentOpenings(store: store, audit: audit)
    coreFeed = CoreFeed(store: store, silence: configuration.coreSilence, audit: audit, clock: clock)
    deliveries = Deliveries(store: store, audit: audit, clock: clock, holding: holding)
    messages = Messages(
      store: store, keys: keys, rules: configuration.messages, days: configuration.execution.days, clock: clock,
      holding: holding)
    signing = Signing(
      store: store, keys: keys, rules: configuration.signing, execution: configuration.execution,
      messages: messages, audit: audit, clock: clock)
    enrolments = Enrolments(
      store: store, keys: keys, rules: configuration.enrolments, auth: auth, messages: messages, audit: audit,
      clock: clock)
    submissions = Submissions(store: store, signing: signing, configuration: configuration, audit: audit, clock: clock)
    drafts = Drafts(store: store, rules: configuration.drafts, clock: clock)
    templates = Templates(store: store, rules: configuration.templates, audit: audit, clock: clock)
    versions = Versions(
      store: store, kept: configuration.versionsKept, textsKept: configuration.retention.longest, audit: audit,
      clock: clock)
    definitionSets = DefinitionSets(store: store, audit: audit, clock: clock)
    availability = try Availability(store: store, audit: audit, clock: clock)
    payments = Payments(ownBIC: configuration.ownBIC, banks: banks, clock: clock)
    transfers = OwnTransfers(clock: clock)
    limits = DailyLimits(store: store, lifetime: configuration.submissionLifetime, audit: audit, clock: clock)
    providers = Providers(store: store, audit: audit)
    providerPayments = ProviderPayments(payments: payments)
    leases = Leases(store: store, clock: holding)
    retention = Retention(
      store: store, rules: configuration.retention, drafts: configuration.drafts, audit: audit, leases: leases,
      clock: clock)
    internalEntries = InternalEntries(store: store, leases: leases)
    accessExpiry = AccessExpiry(store: store, leases: leases, audit: audit, clock: clock)
    inspection = Inspection(store: store)
  }

  private static func steadyClock(
    over store: any Store, _ stepped: @escaping @Sendable (SteadyClock.Step) -> Void
  ) throws -> Clock {
    let steady = try SteadyClock(over: store, reported: stepped)
    return { steady.now }
  }
}
