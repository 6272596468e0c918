package import JSON

extension Value {
  /// The value as JSON text.
  package var text: String {
    var writer = Writer()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
