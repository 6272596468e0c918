import Texts
import Atoms
import HTTPServer
import JSON

/// The query parameter of a form that was drawn with cleared inputs: `?cleared=note,lines.what`.
///
/// A client that does not know `entered: true` omits an empty value, which means the preset. The form's own links therefore
/// name the inputs whose absent value is null.
enum ClearedQuery {
  /// The name of the parameter.
  private static let name = "cleared"
  /// The description of the parameter.
  static let document = ParameterDocument(
    name, "of a form that was drawn with cleared inputs: their paths, as the form's link has them",
    .targetSchema)

  /// Returns the parameter with these paths, percent-encoded.
  static func text(of paths: [String]) -> String { "\(name)=\(paths.map(percentEncoded).joined(separator: ","))" }

  /// Returns the values that a form sends, with null for each input that the query names and the client has omitted.
  static func completed(_ values: Object, of operation: Operation, _ call: Call) -> Object {
    guard !call.request.query.isEmpty, let paths = call.query(name) else { return values }
    return operation.posted(values, clearing: paths.split(separator: ",").map(String.init))
  }
}
