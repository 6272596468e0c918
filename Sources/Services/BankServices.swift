import Model
import DataAccess
package import Storage
package import Platform
package import Secrets

/// All services over one database.
///
///     let configuration = ServiceConfiguration(ownBIC: bic)
///     let services = try BankServices(store: store, keys: keys, configuration: configuration)
///     let token = try services.auth.login("demo", password: "valence-demo").wait().token
///     let caller = try services.auth.authenticate(token)
package final class BankServices: Sendable {
  /// Logins.
  package let auth: Auth
  /// The people who may log in.
  package let users: Users
  /// The BIC directory.
  package let banks: Banks
  /// Accounts and statements.
  package let accounts: Accounts
  /// Cards.
  package let cards: Cards
  /// Deals that the bank offers.
  package let deals: Deals
  /// Notifications of new deals.
  package let notifications: Notifications
  /// People's settings.
  package let settings: Settings
  /// Submissions.
  package let submissions: Submissions
  /// Drafts of forms that are not sent.
  package let drafts: Drafts
  /// Named sets of values to begin with.
  package let templates: Templates
  /// The versions of operations.
  package let versions: Versions
  /// Sets of definitions that several servers serve.
  package let definitionSets: DefinitionSets
  /// Stops of operations by an operator.
  package let availability: Availability
  /// The effect of payments.
  package let payments: Payments
  /// The feed of the bank's core.
  package let coreFeed: CoreFeed
  /// The outbox of submissions that systems of the bank carry out.
  package let deliveries: Deliveries
  /// The effect of transfers between a person's own accounts.
  package let transfers: OwnTransfers
  /// Limits on what people may send in a day.
  package let limits: DailyLimits
  /// Providers of services that people pay.
  package let providers: Providers
  /// The effect of payments to them.
  package let providerPayments: ProviderPayments
  /// Messages to people that leave the bank.
  package let messages: Messages
  /// Signatures.
  package let signing: Signing
  /// Deletion of data whose time is over.
  package let retention: Retention
  /// Work that one of the servers of the database does at a time.
  package let leases: Leases
  /// The entries of the bank's own accounts.
  package let internalEntries: InternalEntries
  /// Checks of the database.
  package let inspection: Inspection
  /// The operator's decisions.
  package let configuration: ServiceConfiguration
  /// The clock of all services.
  package let clock: Clock
  /// The audit.
  package let audit: Audit
  /// News for people.
  package let news: EventFeed
  /// The threads that hash passwords.
  package let pool: WorkerPool
  /// The database.
  package let store: any Store
  /// The keys of keyed digests.
  package let keys: SecretKeys
  /// The time by which this process holds what it has taken.
  let holding: HoldingClock

  /// Services over a database that has all migrations.
  ///
  /// Without `clock`, time is that of a `SteadyClock` that continues after the newest audit record. It calls `stepped`
  /// with jumps of the system's clock.
  ///
  /// Without `holding`, a process holds what it has taken by the clock of a server's database; by `clock` where that is given, and of a
  /// file.
  package init(
    store: any Store, keys: SecretKeys, configuration: ServiceConfiguration, clock given: Clock? = nil,
    holding heldBy: HoldingClock? = nil,
    stepped: @escaping @Sendable (SteadyClock.Step) -> Void = { _ in }
  ) throws {
    let clock: Clock
    if let given {
      clock = given
    } else {
      let steady = try SteadyClock(over: store, reported: stepped)
      clock = { steady.now }
    }
    let isOnServer = store.isRemote && given == nil
    let holding: HoldingClock = heldBy ?? { isOnServer ? nil : clock() }
    self.holding = holding
    pool = WorkerPool("valence.hashing", width: configuration.hashingWidth, capacity: configuration.hashingQueue)
    self.store = store
    self.keys = keys
    self.configuration = configuration
    self.clock = clock
    let audit = Audit(store: store, keys: keys, clock: clock)
    self.audit = audit
    news = EventFeed(store: store, key: keys.current, clock: clock)
    auth = try Auth(
      store: store, pool: pool, key: keys.current, configuration: configuration, audit: audit, clock: clock)
    users = Users(store: store, pool: pool, configuration: configuration, audit: audit, clock: clock)
    banks = try Banks(store: store, audit: audit, clock: clock)
    accounts = Accounts(store: store)
    cards = Cards(store: store, audit: audit, clock: clock)
    deals = Deals(store: store, audit: audit, clock: clock)
    notifications = Notifications(store: store, clock: clock)
    settings = Settings(store: store, audit: audit, clock: clock)
    coreFeed = CoreFeed(store: store, silence: configuration.coreSilence, audit: audit, clock: clock)
    deliveries = Deliveries(store: store, audit: audit, clock: clock, holding: holding)
    messages = Messages(
      store: store, keys: keys, rules: configuration.messages, days: configuration.execution.days, clock: clock,
      holding: holding)
    signing = Signing(
      store: store, keys: keys, rules: configuration.signing, execution: configuration.execution,
      messages: messages, audit: audit, clock: clock)
    submissions = Submissions(
      store: store, signing: signing, configuration: configuration, audit: audit, clock: clock)
    drafts = Drafts(store: store, rules: configuration.drafts, clock: clock)
    templates = Templates(store: store, rules: configuration.templates, audit: audit, clock: clock)
    versions = Versions(store: store, kept: configuration.versionsKept, audit: audit, clock: clock)
    definitionSets = DefinitionSets(store: store, audit: audit, clock: clock)
    availability = try Availability(store: store, audit: audit, clock: clock)
    payments = Payments(ownBIC: configuration.ownBIC, banks: banks, clock: clock)
    transfers = OwnTransfers(clock: clock)
    limits = DailyLimits(
      store: store, lifetime: configuration.submissionLifetime, audit: audit, clock: clock)
    providers = Providers(store: store, audit: audit)
    providerPayments = ProviderPayments(payments: payments)
    leases = Leases(store: store, clock: holding)
    retention = Retention(
      store: store, rules: configuration.retention, drafts: configuration.drafts, audit: audit, leases: leases,
      clock: clock)
    internalEntries = InternalEntries(store: store, leases: leases)
    inspection = Inspection(store: store)
  }
}
