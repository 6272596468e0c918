import Storage
import TestDatabases
import Testing

@testable import PostgreSQLStorage

struct SingleRowQueryTests {
  @Test("A query for the first row computes only one row on the server") func computesOneRow() throws {
    let store = try PostgreSQLStore(OwnServer.shared.get().database())
    defer { store.close() }
    try store.change { try $0.execute("CREATE SEQUENCE counted") }
    let query = Query("SELECT nextval('counted') FROM generate_series(1, 1000)")
    for round in 1...3 {
      let found = try store.change { transaction in
        [
          try transaction.first("SELECT nextval('counted') FROM generate_series(1, 1000)") { (row) throws(StoreError) in
            try row.get(0, as: Int.self)
          }, try transaction.first(query) { (row) throws(StoreError) in try row.get(0, as: Int.self) },
        ]
      }
      #expect(found == [round * 2 - 1, round * 2])
    }
    let all = try store.change { transaction in
      try transaction.all("SELECT nextval('counted') FROM generate_series(1, 1000)") { (row) throws(StoreError) in
        try row.get(0, as: Int.self)
      }
    }
    #expect(all.count == 1000)
  }

  @Test("A query for the first row with FOR UPDATE locks all of its rows") func locksAllRows() throws {
    let store = try PostgreSQLStore(OwnServer.shared.get().database())
    let other = try PostgreSQLStore(store.address)
    defer { for one in [store, other] { one.close() } }
    try store.change { transaction in
      try transaction.execute("CREATE TABLE head (number BIGINT PRIMARY KEY)")
      try transaction.execute("INSERT INTO head (number) VALUES (1), (2)")
    }
    let free = try store.change { transaction in
      _ = try transaction.first("SELECT number FROM head ORDER BY number FOR UPDATE") { _ in true }
      return try other.change { transaction in
        try transaction.all("SELECT number FROM head ORDER BY number FOR UPDATE SKIP LOCKED") {
          (row) throws(StoreError) in try row.get(0, as: Int.self)
        }
      }
    }
    #expect(free == [])
  }

  @Test(
    "Only a SELECT without a row limit or lock accepts an added LIMIT",
    arguments: [
      ("SELECT a FROM b", true), ("  select a from b where c = $1 order by d desc", true),
      ("SELECT a FROM b UNION ALL SELECT c FROM d", true), ("SELECT (SELECT a FROM b LIMIT 1)", true),
      ("SELECT 'LIMIT', \"limit\" FROM b", true), ("SELECT 'it''s; LIMIT' FROM b", true),
      ("SELECT a FROM b -- LIMIT\nWHERE c", true), ("SELECT limits FROM b", true),
      ("SELECT substring(a FROM 1 FOR 2) FROM b", true),
      ("SELECT a FROM b LIMIT 2", false), ("SELECT a FROM b limit $1", false), ("SELECT a FROM b OFFSET 1", false),
      ("SELECT a FROM b FETCH FIRST 2 ROWS ONLY", false), ("SELECT a FROM b FOR NO KEY UPDATE", false),
      ("INSERT INTO b (a) VALUES ($1) RETURNING a", false), ("UPDATE b SET a = 1 RETURNING a", false),
      ("WITH c AS (DELETE FROM b RETURNING a) SELECT a FROM c", false), ("VALUES (1), (2)", false), ("", false),
      ("SELECT a FROM b; SELECT c", false), ("SELECT $$LIMIT$$", false), ("SELECT E'\\'' FROM b LIMIT 2", false),
      ("SELECT a /* LIMIT */ FROM b", false), ("SELECT 'a", false), ("SELECT (a", false),
    ])
  func addsLimitToPlainSelect(_ text: String, takes: Bool) {
    #expect(SingleRowQuery.takesLimit(text) == takes)
  }
}
