import JSON

/// The entry point of libFuzzer; its input is bytes that a client may send as JSON.
///
/// Whatever the input, both readers must end without a crash and agree; and what is read must be written as JSON that
/// reads as the same value, in the writer's form and in the canonical one.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do {
    let value = try Value(reading: bytes)
    let outlined = try? Outline(of: bytes).root.value
    precondition(outlined == value, "the outline reads another value")
    var writer = Writer()
    writer.value(value)
    precondition((try? Value(reading: writer.bytes)) == value, "what is written reads as another value")
    let canonical = value.canonical
    let again = try? Value(reading: canonical)
    precondition(again?.canonical == canonical, "the canonical form is not its own")
  } catch {
    precondition((0...bytes.count).contains(error.offset), "a fault beyond the text: \(error)")
    precondition(!error.message.isEmpty)
    do {
      _ = try Outline(of: bytes)
      preconditionFailure("the outline takes what the reader refuses: \(error)")
    } catch let other {
      precondition(other == error, "the readers tell of other faults: \(error), \(other)")
    }
  }
  return 0
}
