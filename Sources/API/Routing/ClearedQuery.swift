import Texts
import Atoms
import HTTPServer
import JSON

/// The query parameter of a form with cleared inputs: `?cleared=note,lines.what`.
///
/// A client that does not support `entered: true` omits an empty value, and an omitted value means
/// the preset. The links of the form therefore list the inputs whose absent value is null.
enum ClearedQuery {
  private static let name = "cleared"
  static let document = ParameterDocument(
    name, "of a form with cleared inputs: their paths, as in the links of the form",
    .targetSchema)

  /// Returns the parameter with percent-encoded paths.
  static func text(of paths: [String]) -> String { "\(name)=\(paths.map(percentEncoded).joined(separator: ","))" }

  /// Returns the posted values, with null for each input in the parameter that the client has
  /// omitted.
  static func completed(_ values: Object, of operation: Operation, _ call: Call) -> Object {
    guard !call.request.query.isEmpty, let paths = call.query(name) else { return values }
    return operation.posted(values, clearing: paths.split(separator: ",").map(String.init))
  }
}
