/// The money of an account that the bank's core owns, from the core's balances and entries.
///
/// The available amount is the core's last one, moved by the entries since then. Each reservation
/// counts once: `spendable(less:)` subtracts those that the core's amount does not include.
package struct MirrorBalance: Sendable, Equatable {
  /// The sum of the booked entries.
  package private(set) var booked: Int64 = 0
  /// The core's available amount, moved by the entries since its last balance.
  package private(set) var available: Int64 = 0
  /// The last row of the feed that `available` includes; nil if the core does not name one.
  package private(set) var taken: Int64?
  /// The booked amount of the last balance less the sum of the entries before it. The account is
  /// unsure until a balance agrees.
  package private(set) var unexplained: Int64 = 0
  /// The number of balances, by which a later line finds whether one arrived since.
  package private(set) var balances: Int64 = 0

  /// Creates the balance of a new account.
  package init() {}

  /// Money that a signed submission needs.
  package struct Reservation: Sendable, Equatable {
    /// The amount, above zero.
    package let amount: Int64
    /// The row of the feed; nil for a submission that a service carries out.
    package let row: Int64?

    package init(_ amount: Int64, row: Int64?) { (self.amount, self.row) = (amount, row) }
  }

  /// A debit that the core has reserved and not booked yet.
  package struct Pending: Sendable, Equatable {
    /// The change of the available amount: zero or below.
    let moved: Int64
    /// The number of balances before it.
    let balances: Int64
  }

  /// True if the core's available amount includes a reservation.
  package func includes(_ reservation: Reservation) -> Bool {
    guard let row = reservation.row, let taken else { return false }
    return row <= taken
  }

  /// The amount that can be spent; nil while the account is unsure. `reservations` are those of
  /// submissions that are neither rejected nor in the entries.
  package func spendable(less reservations: some Sequence<Reservation>) -> Int64? {
    guard unexplained == 0 else { return nil }
    return reservations.reduce(available) { includes($1) ? $0 : $0 - $1.amount }
  }

  /// Takes a balance of the core.
  package mutating func take(booked total: Int64, available free: Int64, taken row: Int64?) {
    unexplained = total - booked
    available = free
    if let row { taken = row }
    balances += 1
  }

  /// Takes a booked entry, with the reservation of its submission if this is the first entry of it,
  /// and with the pending entry that it replaces.
  package mutating func take(_ amount: Int64, of reservation: Reservation? = nil, replacing pending: Pending? = nil) {
    booked += amount
    available += amount + included(reservation) - (pending?.moved ?? 0)
  }

  /// Takes a pending entry. Incoming money is available only when it is booked.
  package mutating func takePending(_ amount: Int64, of reservation: Reservation? = nil) -> Pending {
    available += min(0, amount) + included(reservation)
    return Pending(moved: min(0, amount), balances: balances)
  }

  /// Takes the end of a pending entry that was not booked.
  package mutating func cancel(_ pending: Pending) {
    // The last balance may have been computed after this end.
    if pending.balances == balances { available -= pending.moved }
  }

  /// The amount of a reservation that `available` includes: its entry must not count twice.
  private func included(_ reservation: Reservation?) -> Int64 {
    guard let reservation, includes(reservation) else { return 0 }
    return reservation.amount
  }
}
