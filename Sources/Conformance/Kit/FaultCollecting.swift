import Atoms
import Definitions
import SourceText

/// A reader of objects that collects their faults.
protocol FaultCollecting {
  var diagnostics: Diagnostics { get set }
}

extension FaultCollecting {
  /// Returns the members of an object; nil after adding a fault for any other node.
  mutating func properties(of node: SourceNode, _ noun: String) -> Properties? {
    guard let entries = node.mapping else {
      diagnostics.error(.wrongShape, "\(noun) is an object, not \(node.noun)", at: node.location)
      return nil
    }
    return Properties(entries, at: node.location)
  }

  /// Adds the faults of an object, and a fault for each member that was not read.
  mutating func finish(_ line: inout Properties, _ noun: String) {
    line.refuseTheRest(of: noun)
    diagnostics.append(line.diagnostics)
  }
}
