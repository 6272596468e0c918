import SourceText
import Authoring
import Definitions
import Atoms
import JSON
import Operations

/// The entry point of libFuzzer; its input is a definition file's text, after the first byte the part of the set that it is of.
///
/// Whatever the file, checking it must end without a crash and within seconds; every fault of a refused file can be drawn;
/// and an operation that is taken answers three questions, writes its tree, its graph and its schema.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let part = bytes.first.flatMap(FuzzedPart.init(letter:)) else { return 0 }
  let file = DefinitionFile(name: "fuzzed/\(part.fileName)", bytes: Array(bytes.dropFirst()))
  switch part {
  case .calendar:
    draw { () throws(Diagnostics) in _ = try CalendarFile.calendar(file.bytes, name: file.name) }
  case .scenarios:
    draw { () throws(Diagnostics) in
      let scenarios = try ScenarioFile(
        file.bytes, name: file.name, operations: ShippedSet.catalog.operations, vocabulary: .bank)
      for failure in scenarios.run().all { precondition(!"\(failure)".isEmpty) }
    }
  case .operations, .fragments, .locales, .tables: check(ShippedSet.alone(file, as: part))
  case .screens, .routes, .flows: check(ShippedSet.whole(with: file, as: part))
  }
  return 0
}

/// Checks a set, and tries every operation of one without faults.
private func check(_ files: DefinitionFiles) {
  do throws(Catalog.Failure) {
    let catalog = try Catalog(files, vocabulary: .bank)
    for warning in catalog.warnings.sorted { precondition(!"\(warning)".isEmpty) }
    // The shipped operations of a whole set are tried by the tests.
    if !files.isWhole { for operation in catalog.operations { FuzzedOperation.attempt(operation) } }
  } catch {
    guard case .faults(let faults) = error else { preconditionFailure("not read: \(error)") }
    draw(faults)
  }
}

/// Draws the faults that `body` throws.
private func draw(_ body: () throws(Diagnostics) -> Void) {
  do throws(Diagnostics) { try body() } catch { draw(error) }
}

private func draw(_ faults: Diagnostics) {
  precondition(faults.hasErrors, "refused without a fault")
  for fault in faults.sorted {
    precondition(fault.location.line >= 1 && fault.location.column >= 1, "a fault outside of the file: \(fault)")
    precondition(!"\(fault)".isEmpty)
  }
}
