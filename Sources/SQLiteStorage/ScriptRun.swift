import CSQLite
import Storage

extension SQLiteConnection {
  /// Runs the statements of a script one after the other, such as a migration. The error of a
  /// failure has the failed statement and its line.
  func run(statementsOf script: String) throws(StoreError) {
    var failure: StoreError?
    script.withCString { text in
      let end = strlen(text)
      var start = 0
      while failure == nil, start < end {
        var statement: OpaquePointer?
        var rest: UnsafePointer<CChar>?
        var code = sqlite3_prepare_v2(handle, text + start, -1, &statement, &rest)
        let isPrepared = code == SQLITE_OK
        // Nil is a comment or blanks at the end of the script.
        if isPrepared, statement != nil {
          repeat { code = sqlite3_step(statement) } while code == SQLITE_ROW
          if code == SQLITE_DONE { code = SQLITE_OK }
        }
        let next = isPrepared ? rest.map { $0 - text } ?? end : end
        if code != SQLITE_OK {
          let place = ScriptStatement(in: Array(script.utf8), start..<next)
          failure = StoreError(code, on: handle, sql: place.text).of(place)
        }
        sqlite3_finalize(statement)
        start = next
      }
    }
    if let failure { throw failure }
  }
}
