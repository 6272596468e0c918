import JSON

/// The entry point of libFuzzer. The input is a JSON text.
///
/// Both parsers must not crash and must agree. The parsed value must be written as JSON that is
/// parsed as the same value. The canonical form must be its own canonical form.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do {
    let value = try Value(reading: bytes)
    let outlined = try? Outline(of: bytes).root.value
    precondition(outlined == value, "the outline has another value")
    var writer = Writer()
    writer.value(value)
    precondition((try? Value(reading: writer.bytes)) == value, "the written JSON has another value")
    let canonical = value.canonical
    let again = try? Value(reading: canonical)
    precondition(again?.canonical == canonical, "the canonical form is not its own canonical form")
  } catch {
    precondition((0...bytes.count).contains(error.offset), "fault outside the text: \(error)")
    precondition(!error.message.isEmpty)
    do {
      _ = try Outline(of: bytes)
      preconditionFailure("the outline accepts a text that the reader rejects: \(error)")
    } catch let other {
      precondition(other == error, "the parsers report different faults: \(error), \(other)")
    }
  }
  return 0
}
