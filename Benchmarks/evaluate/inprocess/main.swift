import Texts
import API
import Atoms
import DemoData
import HTTPServer
import JSON
import Logging
import Model
import Operations
import SQLiteStorage
import Secrets
import Services
import Storage

// Times `POST /operations/pp.quick/evaluate` inside the process, on one thread and without sockets,
// as a whole and by parts. Arguments: the number of requests (200000), the repository (.).
let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 200_000
let root = CommandLine.arguments.dropFirst(2).first ?? "."

let database = try Database.temporary()
let migrator = Migrator(try Migration.load(directory: "\(root)/migrations/sqlite")) { Digest(of: $0).bytes }
try database.exclusively { _ = try migrator.apply(to: $0) }
guard let bic = BIC(Demo.ownBIC), let day = BankDay(timeZone: "Europe/Moscow") else { throw CancellationError() }
let services = try BankServices(
  store: database, keys: SecretKeys(SecretKey()), configuration: ServiceConfiguration(ownBIC: bic))
let access = try Demo.fill(services)
let catalog = try Catalog(directory: "\(root)/config/operations", vocabulary: .bank)
let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
let parts = ApplicationParts(services, catalog, day: day, log: silent)
let application = try Application(parts, access: silent)
let token = try services.auth.login(access.login, password: access.password, from: Origin(address: "127.0.0.1")).wait()
  .token
let body = Array(
  """
  {"values":{"from":"40817810500000000001","name":"ООО Ромашка и партнёры","inn":"7707083893","kpp":"770701001",\
  "account":"40702810138250123017","bic":"044525225","purpose":"Оплата по счету 12 от 01.02.2026, без НДС",\
  "amount":"100.50"},"changed":["bic"],"commit":true,"revision":7}
  """.utf8)
let headers = Headers([
  ("Host", "127.0.0.1"), ("Content-Type", "application/json"), ("Authorization", "Bearer \(token)"),
])
let request = Request(
  method: .post, path: "/operations/pp.quick/evaluate", headers: headers, body: body, id: "benchmark-1")

func time(_ what: String, _ work: () throws -> Void) rethrows {
  for _ in 0..<(count / 10) { try work() }
  let start = ContinuousClock.now
  for _ in 0..<count { try work() }
  let elapsed = (ContinuousClock.now - start).components
  let nanoseconds = (elapsed.seconds * 1_000_000_000 + elapsed.attoseconds / 1_000_000_000) / Int64(count)
  print("\(what): \(nanoseconds) ns")
}

guard let caller = try services.auth.authenticate(token), let operation = catalog["pp.quick"] else {
  throw CancellationError()
}
/// Returns the answer of a lookup, which is in memory.
func answered(_ lookup: String, _ key: Value) -> LookupAnswer {
  (try? Lookups.answer(of: lookup, for: key, services)) ?? .unavailable
}
struct Nothing: Environment {
  func fact(_ name: String) -> Value { .null }
  func answer(of lookup: String, for key: Value) -> LookupAnswer { answered(lookup, key) }
  var today: String { "2026-11-21" }
}
let values = try Value(reading: body)["values"]?.object ?? Object()
let question = Question(values: values, changed: ["bic"], commit: true)

time("whole request") { _ = application.respond(to: request) }
try time("read the body") { _ = try Value(reading: body) }
try time("authenticate") { _ = try services.auth.authenticate(token) }
time("evaluate, without states") { _ = Evaluation(operation, question, in: .ru, Nothing()) }
time("evaluate and write") {
  var evaluation = Evaluation(operation, question, in: .ru, Nothing())
  var writer = Writer(capacity: 1024)
  evaluation.writeStates(to: &writer, in: .ru)
}
time("look up a bank") { _ = answered("bank", "044525225") }
time("verify an account") {
  _ = Verifications.all[4].reason(["40702810138250123017", "044525225"])
}
