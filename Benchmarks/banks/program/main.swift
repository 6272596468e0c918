import Atoms
import BICDirectory
import DemoData
import FoundationEssentials
import JSON
import Model
import Operations
import SQLiteStorage
import Secrets
import Services
import Storage

// `make FILE` writes a directory of 1,700 entries. `measure FILE` reads and imports it in this
// process, and times lookups and searches.

func seconds(_ work: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try work()
  let elapsed = (ContinuousClock.now - start).components
  return Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
}

/// Returns the time of one repetition in the fastest of twenty rounds of `times` repetitions.
func quickest(of times: Int, _ work: (Int) -> Void) -> Double {
  (0..<20).map { _ in seconds { for turn in 0..<times { work(turn) } } / Double(times) }.min() ?? 0
}

func report(_ what: String, _ figure: Double, _ unit: String, target: Double? = nil) {
  let rounded = (figure * 100).rounded() / 100
  let padded = what + String(repeating: " ", count: max(1, 58 - what.count)) + "\(rounded) \(unit)"
  print(padded + (target.map { "   target \($0) \(unit)\(figure <= $0 ? "" : ", MISSED")" } ?? ""))
}

func measure(_ path: String) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "valence-banks-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let database = try Database(path: folder.appending(path: "database.sqlite").path)
  let migrator = Migrator(try Migration.load(directory: "migrations/sqlite")) { Digest(of: $0).bytes }
  try database.exclusively { _ = try migrator.apply(to: $0) }
  guard let own = BIC(Demo.ownBIC) else { return }
  let services = try BankServices(
    store: database, keys: SecretKeys(SecretKey()), configuration: ServiceConfiguration(ownBIC: own))

  var file: DirectoryFile?
  let reading = try seconds { file = try DirectoryFile.read(contentsOf: path) }
  guard let file else { return }
  report("reading and judging \(file.entries.count) entries", reading * 1e3, "ms")
  report(
    "importing them into an empty directory",
    try seconds {
      print("  \(try services.banks.importDirectory(file).wait())")
    } * 1e3, "ms")
  report("importing them again", try seconds { _ = try services.banks.importDirectory(file).wait() } * 1e3, "ms")

  let bics = file.entries.map(\.bic).shuffled()
  let keys = bics.map { Value.string($0.rawValue) }
  var found = 0
  let plain = quickest(of: keys.count) { if services.banks.bank(bics[$0]) != nil { found += 1 } }
  let whole = quickest(of: keys.count) {
    if case .found? = try? Lookups.answer(of: "bank", for: keys[$0], services) { found += 1 }
  }
  guard found == keys.count * 40 else { return print("only \(found) of \(keys.count * 40) were found") }
  report("a bank by its BIC", plain * 1e9, "ns")
  report("a look-up, from the typed BIC to the answer's fields", whole * 1e6, "µs", target: 1)
  for text in ["севербанк", "пром", "банк", "о", "0410", "доверие тула", ""] {
    var rows = 0
    let time = quickest(of: 20) { _ in rows = services.banks.search(text, limit: 50)?.elements.count ?? 0 }
    report("searching \"\(text)\", the first \(rows) rows", time * 1e6, "µs")
  }
  database.close()
}

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "make" where arguments.count == 3:
  var maker = DirectoryMaker()
  let bytes = maker.file(entries: 1_700)
  try Data(bytes).write(to: URL(filePath: arguments[2]))
  print("1700 entries, \(bytes.count) bytes, \(Set((0..<1_700).map(DirectoryMaker.bic)).count) BICs")
case "measure" where arguments.count == 3: try measure(arguments[2])
default: print("banks-benchmark make FILE | measure FILE")
}
