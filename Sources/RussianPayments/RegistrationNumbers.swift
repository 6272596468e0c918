/// A taxpayer's number: 10 digits for an organisation, 12 for a person, or the 5-digit code (KIO)
/// of a foreign organisation.
///
/// Rules: FNS order MMV-7-6/435@ of 29.06.2012 for the check digits, the FNS schemas for the first
/// two digits.
///
///     INN.verify("7707083893")               // nil
///     INN.verify("7707083894")?.description  // "check-digit, position 10, found 4, expected 3"
///     INN.verify("0000000000")               // .leadingZeros
public enum INN {
  /// Returns the first fault of an INN, or nil if it is valid.
  ///
  /// - A KIO has no check digit.
  /// - The INN of a foreign organisation starts with 9909 and follows the rule for all 10-digit
  ///   numbers.
  /// - All zeros satisfy every check digit. They are rejected because no tax office has the code
  ///   00.
  public static func verify(_ inn: String) -> Reason? {
    if let reason = inn.fault(where: { scalar, _ in scalar.isDigit }) { return reason }
    if let reason = inn.fault(lengths: 5...5, 10...10, 12...12) { return reason }
    let digits = digits(of: inn)
    if digits.count == 5 { return inn.isZeros ? .zeros : nil }
    if digits[0] == 0, digits[1] == 0 { return .leadingZeros }
    for weights in digits.count == 10 ? [organisation] : [personFirst, personSecond] {
      let place = weights.count
      let expected = zip(weights, digits).reduce(0) { $0 + $1.0 * $1.1 } % 11 % 10
      if digits[place] != expected {
        return .checkDigit(position: place + 1, found: digits[place], expected: expected)
      }
    }
    return nil
  }

  private static let organisation = [2, 4, 10, 3, 5, 9, 4, 6, 8]
  private static let personFirst = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
  private static let personSecond = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
}

/// The code of the reason for registration with a tax office: office (1-4), reason (5-6) and serial
/// number (7-9).
///
/// Rule: the pattern of the FNS schemas. A KPP has no check digit.
///
///     KPP.verify("773601001")       // nil
///     KPP.verify("7709AB002")       // nil: the reason code may have letters
///     KPP.verify("77070838")?.code  // "length"
public enum KPP {
  /// Returns the first fault of a KPP, or nil if it is valid. The reason (positions 5 and 6) may
  /// contain capital Latin letters.
  public static func verify(_ kpp: String) -> Reason? {
    let fault = kpp.fault { scalar, position in
      scalar.isDigit || (scalar.isCapital && (position == 5 || position == 6))
    }
    if let reason = fault ?? kpp.fault(lengths: 9...9) { return reason }
    return kpp.hasPrefix("00") ? .leadingZeros : nil
  }
}

/// An organisation's number in the state register: 13 digits, the first of which is 1 or 5.
///
/// Rule: the check digit is the last digit of the remainder by 11 of the number in the first twelve
/// digits. A number that starts with 2 belongs to a record and does not identify an organisation.
/// Confidence: high.
///
///     OGRN.verify("1027700132195")        // nil
///     OGRN.verify("1027700132196")?.code  // "check-digit"
public enum OGRN {
  /// Returns the first fault of an OGRN, or nil if it is valid.
  public static func verify(_ ogrn: String) -> Reason? {
    register(ogrn, length: 13, first: ["1", "5"], modulus: 11)
  }

  /// Returns the first fault of an OGRN or OGRNIP.
  fileprivate static func register(_ text: String, length: Int, first: [String], modulus: Int) -> Reason? {
    if let reason = text.fault(where: { scalar, _ in scalar.isDigit }) ?? text.fault(length: length) { return reason }
    if !first.contains(String(text.prefix(1))) { return .prefix(String(text.prefix(1)), allowed: first) }
    let digits = digits(of: text)
    let expected = digits.dropLast().reduce(0) { ($0 * 10 + $1) % modulus } % 10
    return digits[length - 1] == expected
      ? nil : .checkDigit(position: length, found: digits[length - 1], expected: expected)
  }
}

/// A sole trader's number in the state register: 15 digits, the first of which is 3.
///
/// Rule: the check digit is the last digit of the remainder by 13 of the number in the first
/// fourteen digits. Confidence: high.
///
///     OGRNIP.verify("304500116000050")        // nil
///     OGRNIP.verify("304500116000051")?.code  // "check-digit"
public enum OGRNIP {
  /// Returns the first fault of an OGRNIP, or nil if it is valid.
  public static func verify(_ ogrnip: String) -> Reason? {
    OGRN.register(ogrnip, length: 15, first: ["3"], modulus: 13)
  }
}

/// A person's insurance account number: 11 digits, or the printed form `NNN-NNN-NNN NN`, also with
/// spaces for the hyphens.
///
/// Rule: the Pension Fund's instruction (consultant.ru LAW_124607, paragraph 8). The first nine
/// digits are multiplied by 9 to 1 and added up. The check digits are the remainder by 101 of the
/// sum, or 00 if it is 100. Numbers up to 001-001-998 have no check digits. Zeros are rejected.
/// Confidence: high.
///
///     SNILS.verify("112-233-445 95")     // nil
///     SNILS.verify("11223344594")?.code  // "check-digit"
public enum SNILS {
  /// Returns the first fault of a SNILS, or nil if it is valid.
  public static func verify(_ snils: String) -> Reason? {
    let isPrinted = snils.unicodeScalars.count == 14
    let fault = snils.fault { scalar, position in
      switch position {
      case 4 where isPrinted, 8 where isPrinted: scalar == "-" || scalar == " "
      case 12 where isPrinted: scalar == " "
      default: scalar.isDigit
      }
    }
    if let fault { return fault }
    let digits = snils.utf8.filter { $0 &- 0x30 < 10 }.map { Int($0) - 0x30 }
    guard digits.count == 11 else { return .length(snils.unicodeScalars.count, allowed: [11...11]) }
    if digits[..<9].allSatisfy({ $0 == 0 }) { return .zeros }
    guard digits[..<9].reduce(0, { $0 * 10 + $1 }) > 1_001_998 else { return nil }
    let sum = (0..<9).reduce(0) { $0 + digits[$1] * (9 - $1) }
    let expected = sum % 101 % 100
    let found = digits[9] * 10 + digits[10]
    return found == expected
      ? nil : .checkDigit(position: isPrinted ? 13 : 10, found: found, expected: expected)
  }
}
