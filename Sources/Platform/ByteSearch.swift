extension [UInt8] {
  /// Returns true if `bytes` is a contiguous part of this array. Suitable for a short `bytes`.
  package func holds(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first else { return true }
    return withUnsafeBytes { all in
      bytes.withUnsafeBytes { wanted in
        guard let start = all.baseAddress, let sought = wanted.baseAddress else { return false }
        var place = 0
        while all.count - place >= wanted.count,
          let found = memchr(start + place, Int32(first), all.count - place - wanted.count + 1)
        {
          if memcmp(found, sought, wanted.count) == 0 { return true }
          place = UnsafeRawPointer(found) - start + 1
        }
        return false
      }
    }
  }
}
