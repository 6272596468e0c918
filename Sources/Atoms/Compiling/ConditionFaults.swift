package import Conditions
package import SourceText

extension Fault {
  /// Returns the fault with a longer remedy.
  package func adding(remedy: String) -> Fault {
    remedy.isEmpty ? self : Fault(range: range, problem, remedy: ending + remedy, as: code)
  }

  /// Returns the fault of a name that only the items of a list have.
  func onlyInItems(of list: String) -> Fault {
    Fault(range: range, "\(message): it is only available in items of `\(list)`", as: code)
  }
}

extension FindingCode {
  /// The code for a fault of a condition, an expression or a placeholder.
  fileprivate init(_ code: Fault.Code) {
    self =
      switch code {
      case .syntax: .conditionSyntax
      case .type: .conditionType
      case .unknownName: .unknownName
      case .unknownField: .unknownField
      case .ambiguousName: .ambiguousName
      case .limit: .limit
      }
  }
}

extension Diagnostics {
  /// Adds the fault of a condition or an expression as an error.
  package mutating func error(_ fault: Fault, at location: Location) {
    error(FindingCode(fault.code), fault.problem, remedy: fault.ending, at: location)
  }

  /// The maximum length of a condition or expression in bytes.
  ///
  /// Checking compares the parts of a condition with each other, so the cost grows faster than the
  /// length.
  static let maxBytesOfCondition = 16_384

  /// Returns true if the text is short enough to compile as a condition; otherwise adds an error.
  package mutating func isShort(_ text: String, at location: Location) -> Bool {
    let maximum = Self.maxBytesOfCondition
    if text.utf8.count <= maximum { return true }
    error(.limit, "a condition has at most \(maximum) bytes, and this one has \(text.utf8.count)", at: location)
    return false
  }
}
