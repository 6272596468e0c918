import CSodium

/// Whether two byte strings are alike, in a time that tells only their lengths.
package func isEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.count == right.count && sodium_memcmp(left, right, left.count) == 0
}
