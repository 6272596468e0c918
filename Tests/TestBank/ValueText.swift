package import JSON

extension Value {
  package var text: String {
    var writer = Writer()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
