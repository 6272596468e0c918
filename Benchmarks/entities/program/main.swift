import Dates
import Glibc
import Model
import DataAccess
import SQLiteStorage
import Storage

// Reads 200 cards in memory repeatedly with each method in turn, and prints the best round of each.
let rounds = 40
let repeats = 25
let connection = try SQLiteConnection(path: ":memory:")
try connection.execute(
  """
  CREATE TABLE card (
    id TEXT NOT NULL PRIMARY KEY, first_digits TEXT NOT NULL, last_digits TEXT NOT NULL, account TEXT NOT NULL,
    caption TEXT NOT NULL, status TEXT NOT NULL, expires TEXT NOT NULL, changed INTEGER NOT NULL, person TEXT NOT NULL,
    place INTEGER NOT NULL, issued INTEGER NOT NULL
  ) STRICT
  """)
let cards = (0..<200).compactMap { number -> Card? in
  guard let masked = MaskedNumber(first: "220000", last: "1234"), let day = CivilDate("2029-08-31"),
    let account = AccountNumber("40817810500000000001")
  else { return nil }
  return Card(
    id: CardID(high: 1, low: UInt64(number)), number: masked, account: account, caption: "Зарплатная",
    status: .active,
    expires: day, changed: Instant(seconds: 1_775_000_000))
}
let table = CardDAO(Connection(connection))
let person = PersonID(high: 1, low: 1)
for card in cards { try table.insert(card, person: person, coreID: nil) }

/// A method of reading, and its best round so far.
struct Way {
  let name: String
  let read: () throws -> Int
  var best = Int.max
}

let list = Query(
  """
  SELECT id, first_digits, last_digits, account, caption, status, expires, changed
  FROM card WHERE person = $1 ORDER BY place, id
  """)
var ways = [
  Way(name: "by hand") {
    try Connection(connection).all(list, person, read: HandCard.read).reduce(0) { $0 + $1.caption.utf8.count }
  },
  Way(name: "declared") { try table.all(person: person).reduce(0) { $0 + $1.caption.utf8.count } },
  Way(name: "key paths") {
    var sum = 0
    try connection.forEachRow(list, [person]) { (row) throws(StoreError) in
      sum += (try? PathCard.read(row))?.caption.utf8.count ?? 0
      return true
    }
    return sum
  },
  Way(name: "Codable") {
    var sum = 0
    try connection.forEachRow(list, [person]) { (row) throws(StoreError) in
      sum += (try? CodableCard.read(row))?.caption.utf8.count ?? 0
      return true
    }
    return sum
  },
]

/// The processor time of this thread in nanoseconds. Other load of the machine has little effect.
func spent() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

let expected = try ways[0].read()
if CommandLine.arguments.count > 1 { ways = ways.filter { $0.name == CommandLine.arguments[1] } }
for _ in 0..<rounds {
  for place in ways.indices {
    let start = spent()
    for _ in 0..<repeats where try ways[place].read() != expected { fatalError("\(ways[place].name) reads otherwise") }
    ways[place].best = min(ways[place].best, spent() - start)
  }
}
print("reading a card of seven fields from a row, best of \(rounds) rounds of \(repeats * cards.count) rows:")
for way in ways { print("  \(way.name): \(way.best / (repeats * cards.count)) ns") }
