import CSQLite
import Platform
import Storage

/// A prepared statement, finalized with this value.
final class PreparedStatement: Cursor {
  let handle: OpaquePointer
  private let database: OpaquePointer
  /// For each parameter of SQLite, the index of its argument, from 0.
  private let argumentOfParameter: [Int]
  /// Memory of short texts and bytes while the statement runs: SQLite would allocate a copy of each.
  private let memory: UnsafeMutablePointer<CChar>
  /// The size of that memory.
  private let room: Int
  /// True if SQLite holds copies of arguments.
  private var hasCopies = false
  /// True while it is being stepped, so that a nested use prepares another one.
  var isBusy = false
  /// True if the last step failed, until the statement is reset.
  private(set) var hasFailed = false

  /// Prepares the statement at `text`, `length` bytes of UTF-8.
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
      // `deinit` does not run after an initializer that throws.
      sqlite3_finalize(prepared)
      throw error
    }
    room = argumentOfParameter.isEmpty ? 0 : 256 + 64 * argumentOfParameter.count
    memory = .allocate(capacity: room)
  }

  /// Returns the argument index of each parameter.
  ///
  /// SQLite treats `$1` as a name and numbers names by appearance, even `$2` before `$1`. Here, as in PostgreSQL, `$1`
  /// is the first argument wherever it stands.
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

  /// The statement's text, with its parameters unbound.
  var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  /// Binds every parameter; throws if the argument count differs from the parameter count.
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

  /// Copies an argument into the statement's own memory; returns nil if it does not fit, so that SQLite has to copy it.
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

  /// Steps to the next row; returns false at the end.
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

  /// Makes the statement ready for the next use, and releases its arguments.
  func reset() {
    hasFailed = false
    // Its result repeats the error of the last step, which was already thrown.
    sqlite3_reset(handle)
    // The next use binds its own arguments before it steps, so only copies that SQLite holds are let go here.
    guard hasCopies else { return }
    sqlite3_clear_bindings(handle)
    hasCopies = false
  }

  func mismatch(_ place: Int, _ type: Any.Type) -> StoreError {
    let name = sqlite3_column_name(handle, Int32(place)).map { String(cString: $0) } ?? "\(place)"
    return StoreError(code: SQLITE_MISMATCH, message: "column \(name) holds no \(type)", sql: sql)
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
