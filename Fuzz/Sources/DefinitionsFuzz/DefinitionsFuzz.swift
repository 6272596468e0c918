import SourceText
import Authoring
import Definitions
import Atoms
import JSON
import Operations

/// The entry point of libFuzzer. The input is a byte that selects the part of the definition set,
/// and the text of a definition file.
///
/// Checking must not crash. Every fault of a rejected file must have a description. A valid
/// operation is evaluated and submitted, and its tree, graph and schema are written.
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
  case .operations, .fragments, .kinds, .locales, .tables: check(ShippedSet.alone(file, as: part))
  case .screens, .routes, .flows: check(ShippedSet.whole(with: file, as: part))
  }
  return 0
}

/// Checks a set. If it has no faults, tries its operations.
private func check(_ files: DefinitionFiles) {
  do throws(Catalog.Failure) {
    let catalog = try Catalog(files, vocabulary: .bank)
    for warning in catalog.warnings.sorted { precondition(!"\(warning)".isEmpty) }
    // Tests cover the operations of the whole shipped set.
    if !files.isWhole { for operation in catalog.operations { FuzzedOperation.attempt(operation) } }
  } catch {
    guard case .faults(let faults) = error else { preconditionFailure("cannot read the set: \(error)") }
    draw(faults)
  }
}

/// Formats the faults that `body` throws.
private func draw(_ body: () throws(Diagnostics) -> Void) {
  do throws(Diagnostics) { try body() } catch { draw(error) }
}

private func draw(_ faults: Diagnostics) {
  precondition(faults.hasErrors, "rejected without a fault")
  for fault in faults.sorted {
    precondition(fault.location.line >= 1 && fault.location.column >= 1, "fault outside the file: \(fault)")
    precondition(!"\(fault)".isEmpty)
  }
}
