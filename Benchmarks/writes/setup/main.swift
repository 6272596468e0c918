import Demo
import FoundationEssentials
import Model
import Persistence
import SQLite
import Storage
import Secrets
import Services

// `writes-setup DATABASE PEOPLE`: makes a database with people who have an account, a security matrix and a session each,
// and prints a line for each of them: the token, the account's number, and the cells with their codes as `A1=0123`.

/// The command line, or something that it names, is unusable.
struct Unusable: Error {}

let arguments = CommandLine.arguments
guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else { throw Unusable() }
let path = arguments[1]
let database = try Database(path: path)
let migrator = Migrator(try Migration.load(directory: "migrations")) { Digest(of: $0).bytes }
try database.exclusively { _ = try migrator.apply(to: $0) }
guard let own = BIC(Demo.ownBIC) else { throw Unusable() }
var configuration = ServiceConfiguration(ownBIC: own)
configuration.passwordCost = .minimum
let services = try BankServices(
  store: database, keys: try SecretKeyFile(path: "\(path).key").loadOrCreate(), configuration: configuration)
_ = try Demo.fill(services)
for place in 0..<count {
  let (login, password) = ("payer\(place)", "a long password \(place)")
  let person = try services.users.add(login: login, name: "Плательщик", password: password).wait()
  guard let account = AccountNumber("40817810" + String(100_000_000_000 + place)) else { throw Unusable() }
  try database.exclusively { connection in
    try connection.transaction {
      let (accounts, now) = (AccountDAO(Connection(connection)), Instant.systemNow)
      guard let equity = try accounts.findInternal(.equity, .rub) else { throw Unusable() }
      try accounts.insertCustomer(account, .rub, disabled: false, at: now)
      try accounts.insertAccess(person: person.id, account, isOwner: true, caption: "Текущий", place: 0)
      try LedgerDAO(Connection(connection)).insert(
        Transfer(
          debit: equity, credit: account, amount: Money(minor: 100_000_000_00, .rub), purpose: "Входящий остаток",
          submission: nil), at: now)
    }
  }
  let codes = try services.signing.issueMatrix(person.id).wait()
  let token = try services.auth.login(login, password: password, from: Origin(address: "127.0.0.1")).wait().token
  print(token, account.rawValue, codes.map { "\($0.key.rawValue)=\($0.value)" }.joined(separator: " "))
}
database.close()
