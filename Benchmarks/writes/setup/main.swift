import DemoData
import FoundationEssentials
import Dates
import Model
import DataAccess
import SQLiteStorage
import Storage
import Secrets
import Services

// `writes-setup DATABASE PEOPLE [EMPLOYEES]`
//
// Creates a database with people, each with an account, a security matrix and a session. Prints a
// line for each: the token, the account's number, and the cells with their codes as `A1=0123`.
//
// With EMPLOYEES, all people may also pay from the account of one company, whose employees have
// accounts of the bank. `DATABASE.company` has the same lines with the company's account.
// `DATABASE.employees` has a line for each employee's account.

/// The arguments or the database are unusable.
struct Unusable: Error {}

let arguments = CommandLine.arguments
guard (3...4).contains(arguments.count), let count = Int(arguments[2]), count > 0,
  let employed = arguments.count == 4 ? Int(arguments[3]) : 0
else { throw Unusable() }
let path = arguments[1]
let database = try Database(path: path)
let migrator = Migrator(try Migration.load(directory: "migrations/sqlite")) { Digest(of: $0).bytes }
try database.exclusively { _ = try migrator.apply(to: $0) }
guard let own = BIC(Demo.ownBIC) else { throw Unusable() }
var configuration = ServiceConfiguration(ownBIC: own)
configuration.passwordCost = .minimum
let services = try BankServices(
  store: database, keys: try SecretKeyFile(path: "\(path).key").loadOrCreate(), configuration: configuration)
_ = try Demo.fill(services)

/// Returns a customer's account, with the key for the bank's BIC.
@Sendable func customer(_ serial: Int) throws -> AccountNumber {
  let digits = "\(Demo.ownBIC.suffix(3))408178100\(String(repeating: "0", count: 11 - "\(serial)".count))\(serial)"
  let sum = zip(digits, 0...).reduce(0) { $0 + ($1.0.wholeNumberValue ?? 0) * [7, 1, 3][$1.1 % 3] }
  guard let number = AccountNumber("40817810\(sum * 3 % 10)\(digits.suffix(11))") else { throw Unusable() }
  return number
}

let firstEmployee = 2_000_000
let company = try customer(firstEmployee - 1)
var companyLines: [String] = []
if employed > 0 {
  try database.exclusively { connection in
    try connection.transaction {
      let (accounts, now) = (AccountDAO(Connection(connection)), Instant.systemNow)
      guard let equity = try accounts.findInternal(.equity, .rub) else { throw Unusable() }
      for serial in -1..<employed {
        try AccountRegisterDAO(Connection(connection)).insert(
          try customer(firstEmployee + serial), .rub, of: nil, product: nil, disabled: false, at: now)
      }
      try LedgerDAO(Connection(connection)).insert(
        Transfer(
          debit: equity, credit: company, amount: Money(minor: 10_000_000_000_00, .rub), purpose: "Входящий остаток",
          submission: nil), at: now)
    }
  }
  let lines = try (0..<employed).map { try customer(firstEmployee + $0).rawValue + "\n" }
  try Data(lines.joined().utf8).write(to: URL(filePath: "\(path).employees"))
}
for place in 0..<count {
  let (login, password) = ("payer\(place)", "a long password \(place)")
  let person = try services.users.add(login: login, name: "Плательщик", password: password).wait()
  guard let account = AccountNumber("40817810" + String(100_000_000_000 + place)) else { throw Unusable() }
  try database.exclusively { connection in
    try connection.transaction {
      let (accounts, now) = (AccountDAO(Connection(connection)), Instant.systemNow)
      guard let equity = try accounts.findInternal(.equity, .rub) else { throw Unusable() }
      try AccountRegisterDAO(Connection(connection)).insert(
        account, .rub, of: nil, product: nil, disabled: false, at: now)
      try AccountAccessDAO(Connection(connection)).put(
        account, person: person.id, .owner, caption: "Текущий", until: nil)
      if employed > 0 {
        try AccountAccessDAO(Connection(connection)).put(
          company, person: person.id, .owner, caption: "Зарплаты", until: nil)
      }
      try LedgerDAO(Connection(connection)).insert(
        Transfer(
          debit: equity, credit: account, amount: Money(minor: 100_000_000_00, .rub), purpose: "Входящий остаток",
          submission: nil), at: now)
    }
  }
  let codes = try services.signing.issueMatrix(person.id).wait()
  let token = try services.auth.login(login, password: password, from: Origin(address: "127.0.0.1")).wait().token
  let cells = codes.map { "\($0.key.rawValue)=\($0.value)" }.joined(separator: " ")
  print(token, account.rawValue, cells)
  companyLines.append("\(token) \(company.rawValue) \(cells)\n")
}
if employed > 0 { try Data(companyLines.joined().utf8).write(to: URL(filePath: "\(path).company")) }
database.close()
