import CSQLite
import Platform
import Storage

/// A prepared statement. It is finalized on deinitialization.
final class PreparedStatement: Cursor {
  let handle: OpaquePointer
  private let database: OpaquePointer
  /// The argument index, from 0, for each SQLite parameter.
  private let argumentOfParameter: [Int]
  /// A buffer for short texts and blobs during execution, so that SQLite does not copy them.
  private let memory: UnsafeMutablePointer<CChar>
  /// The size of `memory` in bytes.
  private let room: Int
  /// True if SQLite holds copies of arguments.
  private var hasCopies = false
  /// True during execution. A nested use of the same statement prepares another one.
  var isBusy = false
  /// True if the last step failed and the statement has not been reset.
  private(set) var hasFailed = false

  /// Prepares the statement at `text`, which is `length` bytes of UTF-8.
  init(_ text: UnsafePointer<CChar>, length: Int32, on database: OpaquePointer) throws(StoreError) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(database, text, length, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else {
      let sql = String(
        decoding: UnsafeRawBufferPointer(start: text, count: Int(length)), as: UTF8.self)
      if code == SQLITE_OK { throw StoreError(code: SQLITE_MISUSE, message: "empty statement", sql: sql) }
      throw StoreError(code, on: database, sql: sql)
    }
    handle = prepared
    self.database = database
    do {
      argumentOfParameter = try Self.parameters(of: prepared)
    } catch {
      // `deinit` does not run if an initializer throws.
      sqlite3_finalize(prepared)
      throw error
    }
    room = argumentOfParameter.isEmpty ? 0 : 256 + 64 * argumentOfParameter.count
    memory = .allocate(capacity: room)
  }

  /// Returns the argument index of each parameter.
  ///
  /// For SQLite `$1` is a name, and names are numbered in order of appearance, so that `$2` may
  /// come before `$1`. Here, as in PostgreSQL, `$1` is always the first argument.
  private static func parameters(of handle: OpaquePointer) throws(StoreError) -> [Int] {
    let count = Int(sqlite3_bind_parameter_count(handle))
    var arguments: [Int] = []
    for index in 0..<count {
      let name = sqlite3_bind_parameter_name(handle, Int32(index + 1)).map { String(cString: $0) } ?? "?"
      guard name.first == "$", let place = Int(name.dropFirst()), (1...count).contains(place) else {
        let sql = sqlite3_sql(handle).map { String(cString: $0) } ?? ""
        throw StoreError(code: SQLITE_MISUSE, message: "parameter \(name) is not one of $1 to $\(count)", sql: sql)
      }
      arguments.append(place - 1)
    }
    return arguments
  }

  deinit {
    sqlite3_finalize(handle)
    memory.deallocate()
  }

  /// The text of the statement, without arguments.
  var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  /// Binds all parameters. Throws if the number of arguments differs from the number of parameters.
  func bind(_ arguments: [any Bindable]) throws(StoreError) {
    guard argumentOfParameter.count == arguments.count else {
      throw StoreError(
        code: SQLITE_RANGE, message: "\(argumentOfParameter.count) parameters, \(arguments.count) arguments", sql: sql)
    }
    var used = 0
    for (offset, place) in argumentOfParameter.enumerated() {
      let index = Int32(offset + 1)
      let code =
        switch arguments[place].stored {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .real(let number): sqlite3_bind_double(handle, index, number)
        case .text(var text):
          text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
              kept(characters, &used).map { sqlite3_bind_text(handle, index, $0, Int32(characters.count), nil) }
                ?? valence_sqlite3_bind_text(handle, index, characters.baseAddress, Int32(characters.count))
            }
          }
        case .identifier(let high, let low): bind(high, low, at: index, &used)
        case .blob(let bytes):
          bytes.isEmpty
            ? sqlite3_bind_zeroblob(handle, index, 0)
            : bytes.withUnsafeBytes { bytes in
              bytes.withMemoryRebound(to: CChar.self) { characters in
                kept(characters, &used).map { sqlite3_bind_blob(handle, index, $0, Int32(characters.count), nil) }
                  ?? valence_sqlite3_bind_blob(handle, index, characters.baseAddress, Int32(characters.count))
              }
            }
        }
      guard code == SQLITE_OK else { throw StoreError(code, on: database, sql: sql) }
    }
  }

  /// Copies an argument to `memory`. Returns nil if it does not fit, so that SQLite must copy it.
  private func kept(_ argument: UnsafeBufferPointer<CChar>, _ used: inout Int) -> UnsafePointer<CChar>? {
    guard let start = argument.baseAddress, argument.count <= room - used else {
      hasCopies = true
      return nil
    }
    let copy = memory + used
    copy.update(from: start, count: argument.count)
    used += argument.count
    return UnsafePointer(copy)
  }

  /// Binds an identifier as its canonical 36 characters.
  private func bind(_ high: UInt64, _ low: UInt64, at index: Int32, _ used: inout Int) -> Int32 {
    let length = IdentifierText.length
    guard room - used >= length else {
      hasCopies = true
      return withUnsafeTemporaryAllocation(of: CChar.self, capacity: length) { text in
        if let start = text.baseAddress { IdentifierText.write(high, low, to: start) }
        return valence_sqlite3_bind_text(handle, index, text.baseAddress, Int32(length))
      }
    }
    let text = memory + used
    IdentifierText.write(high, low, to: text)
    used += length
    return sqlite3_bind_text(handle, index, text, Int32(length), nil)
  }

  /// Steps to the next row. Returns false at the end.
  func step() throws(StoreError) -> Bool {
    let code = sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default:
      hasFailed = true
      throw StoreError(code, on: database, sql: sql)
    }
  }

  /// Resets the statement for its next use and frees SQLite's copies of arguments.
  func reset() {
    hasFailed = false
    // The result repeats the error of the last step, which was already thrown.
    sqlite3_reset(handle)
    // Each use binds all parameters before it steps, so bindings to `memory` may remain. Only
    // copies that SQLite holds are freed.
    guard hasCopies else { return }
    sqlite3_clear_bindings(handle)
    hasCopies = false
  }

  func mismatch(_ place: Int, _ type: Any.Type) -> StoreError {
    let name = sqlite3_column_name(handle, Int32(place)).map { String(cString: $0) } ?? "\(place)"
    return StoreError(code: SQLITE_MISMATCH, message: "column \(name) contains no \(type)", sql: sql)
  }

  func identifier(_ place: Int) throws(StoreError) -> (high: UInt64, low: UInt64)? {
    guard place >= 0, place < Int(sqlite3_column_count(handle)) else {
      throw StoreError(code: SQLITE_RANGE, message: "no column \(place)", sql: sql)
    }
    let index = Int32(place)
    guard sqlite3_column_type(handle, index) == SQLITE_TEXT, let text = sqlite3_column_text(handle, index) else {
      return nil
    }
    var (high, low): (UInt64, UInt64) = (0, 0)
    let isRead = valence_sqlite3_read_identifier(text, sqlite3_column_bytes(handle, index), &high, &low)
    return isRead == 0 ? nil : (high, low)
  }

  func isNull(_ place: Int) -> Bool { sqlite3_column_type(handle, Int32(place)) == SQLITE_NULL }

  func stored(_ place: Int) throws(StoreError) -> StoredValue {
    guard place >= 0, place < Int(sqlite3_column_count(handle)) else {
      throw StoreError(code: SQLITE_RANGE, message: "no column \(place)", sql: sql)
    }
    let index = Int32(place)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
    case SQLITE_TEXT:
      guard let text = sqlite3_column_text(handle, index) else { return .null }
      let count = Int(sqlite3_column_bytes(handle, index))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      guard let bytes = sqlite3_column_blob(handle, index) else { return .blob([]) }
      return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, index)))))
    default: return .null
    }
  }
}
