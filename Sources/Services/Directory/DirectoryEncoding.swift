// The parser would take UTF-8 that calls itself Windows-1251 for Windows-1251 and store names that nobody can read, and
// of what is wrong the other way round it does not tell the place: the bytes are looked at before.

/// The fault of bytes that are not in the encoding that they declare; nil where they are.
func encodingFault(in bytes: [UInt8]) -> DirectoryError? {
  let declared = declaredEncoding(in: bytes)
  switch declared.uppercased() {
  case "WINDOWS-1251", "CP1251":
    if let place = bytes.firstIndex(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) != nil {
      return .wrongEncoding(declared: declared, found: "UTF-8", at: DirectoryPlace(offset: place, in: bytes))
    }
    // The only byte without a character.
    return bytes.firstIndex(of: 0x98).map { wrongByte($0, in: bytes, declared) }
  case "UTF-8":
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    return wrongByte(firstFault(in: bytes), in: bytes, declared)
  default: return .unknownEncoding(declared)
  }
}

private func wrongByte(_ place: Int, in bytes: [UInt8], _ declared: String) -> DirectoryError {
  let byte = place < bytes.count ? "the byte \(String(bytes[place], radix: 16))" : "the end"
  return .wrongEncoding(declared: declared, found: byte, at: DirectoryPlace(offset: place, in: bytes))
}

/// What the XML declaration says; without one it is UTF-8, and a mark of UTF-16 says so by itself.
private func declaredEncoding(in bytes: [UInt8]) -> String {
  if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
  let head = String(decoding: bytes.prefix(200).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
  guard let end = head.firstRange(of: "?>"), let name = head[..<end.lowerBound].firstRange(of: "encoding") else {
    return "UTF-8"
  }
  let value = head[name.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" }
  guard let quote = value.first, quote == "\"" || quote == "'" else { return "UTF-8" }
  return String(value.dropFirst().prefix { $0 != quote })
}

/// The offset of the first byte that is not well-formed UTF-8.
private func firstFault(in bytes: [UInt8]) -> Int {
  var decoder = UTF8()
  var rest = bytes.makeIterator()
  var offset = 0
  while case .scalarValue(let scalar) = decoder.decode(&rest) { offset += UTF8.width(scalar) }
  return offset
}
