/// The values of a route's parameters, stored as ranges of the path and decoded on each access.
package struct Parameters: Sendable {
  package let names: [String]

  private let path: String
  private let places: Places

  /// Creates parameters with `names` whose values are at `places` in `path`.
  init(names: [String], path: String, places: Places) {
    self.names = names
    self.path = path
    self.places = places
  }

  /// The decoded value of a parameter; nil if the route has no such parameter or the value is not
  /// valid percent-encoding.
  package subscript(name: String) -> String? {
    for index in names.indices where names[index] == name { return value(index) }
    return nil
  }

  private func value(_ index: Int) -> String? {
    var path = path
    let place = places[index]
    return path.withUTF8 { path in
      let bytes = UnsafeBufferPointer(rebasing: path[place])
      // Most values, such as identifiers, need no decoding.
      if bytes.position(of: UInt8(ascii: "%")) == nil, !bytes.hasNonASCII {
        return String(decoding: bytes, as: UTF8.self)
      }
      return try? PercentEncoding.decode(bytes)
    }
  }
}

/// Up to four ranges of a path, stored inline.
struct Places: Sendable {
  /// Maximum number of parameters in a route.
  static let limit = 4

  private var bounds: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  /// Byte range of the parameter at `index`, 0 to 3.
  subscript(index: Int) -> Range<Int> {
    get {
      let packed =
        switch index {
        case 0: bounds.0
        case 1: bounds.1
        case 2: bounds.2
        default: bounds.3
        }
      return Int(packed >> 32)..<Int(packed & 0xFFFF_FFFF)
    }
    set {
      let packed = UInt64(newValue.lowerBound) << 32 | UInt64(newValue.upperBound)
      switch index {
      case 0: bounds.0 = packed
      case 1: bounds.1 = packed
      case 2: bounds.2 = packed
      default: bounds.3 = packed
      }
    }
  }
}
