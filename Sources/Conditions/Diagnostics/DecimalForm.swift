package import JSON

/// The decimal places that a computed number can have, derived from its expression.
///
/// A form is a list of alternatives, such as the two results of a TERNARY. Each known alternative
/// is a polynomial with exact coefficients, so `$sum * 0.5 * 2` has the places of `$sum`.
package struct DecimalForm: Sendable {
  /// The largest number of decimal places of a value.
  package enum Places: Sendable, Hashable {
    /// The expression does not determine the number.
    case unknown
    case limited(Int)
    /// A quotient that does not terminate.
    case endless
  }

  /// A variable part of a polynomial, with the decimal places of its values.
  struct Variable: Sendable, Hashable {
    let name: String
    let places: Int
  }

  enum Alternative: Sendable {
    case unknown
    case endless
    /// The coefficient of each product of variables; the variables are sorted by name.
    case polynomial([[Variable]: Decimal])
  }

  /// The maximum number of alternatives of a form, and of terms of a polynomial.
  private static let maximum = 12

  let alternatives: [Alternative]

  init(_ alternatives: [Alternative]) {
    self.alternatives = alternatives.count > Self.maximum ? [.unknown] : alternatives
  }

  static let unknown = DecimalForm([.unknown])
  static let endless = DecimalForm([.endless])

  /// Creates the form of a value with that many decimal places. Equal names denote equal values.
  package init(named name: String, places: Int) {
    self.init([.polynomial([[Variable(name: name, places: places)]: Decimal(1)])])
  }

  /// Creates the form of a value that is one of these numbers.
  package init(oneOf numbers: [Decimal]) { self.init(numbers.map { .polynomial([[]: $0]) }) }

  /// The largest number of decimal places of an alternative; unknown alternatives are ignored.
  package var places: Places {
    var most: Int?
    for alternative in alternatives {
      switch alternative {
      case .unknown: continue
      case .endless: return .endless
      case .polynomial(let terms): most = max(most ?? 0, Self.places(of: terms))
      }
    }
    return most.map(Places.limited) ?? .unknown
  }

  static func places(of terms: [[Variable]: Decimal]) -> Int {
    terms.reduce(0) { most, term in
      max(most, term.key.reduce(-term.value.normalized.exponent) { $0 + $1.places })
    }
  }
}

// MARK: Arithmetic

extension DecimalForm {
  var negated: DecimalForm {
    DecimalForm(
      alternatives.map { alternative in
        guard case .polynomial(let terms) = alternative else { return alternative }
        return .polynomial(terms.mapValues(\.negated))
      })
  }

  /// Returns the form of a value of either form.
  func or(_ other: DecimalForm) -> DecimalForm { DecimalForm(alternatives + other.alternatives) }

  func adding(_ other: DecimalForm) -> DecimalForm {
    combined(with: other) { left, right in
      var sum = left
      for (variables, coefficient) in right {
        guard let total = (sum[variables] ?? Decimal(0)).adding(coefficient) else { return .unknown }
        sum[variables] = total == Decimal(0) ? nil : total
      }
      return sum.count > Self.maximum ? .unknown : .polynomial(sum)
    }
  }

  func multiplied(by other: DecimalForm) -> DecimalForm {
    combined(with: other) { left, right in
      guard left.count * right.count <= Self.maximum else { return .unknown }
      var product: [[Variable]: Decimal] = [:]
      for (these, a) in left {
        for (those, b) in right {
          let variables = (these + those).sorted { $0.name < $1.name }
          guard variables.count <= Self.maximum, let coefficient = a.multiplied(by: b),
            let total = (product[variables] ?? Decimal(0)).adding(coefficient)
          else { return .unknown }
          product[variables] = total == Decimal(0) ? nil : total
        }
      }
      return .polynomial(product)
    }
  }

  /// Returns the form of the quotient. A divisor that is not constant gives an endless quotient.
  func divided(by other: DecimalForm) -> DecimalForm {
    DecimalForm(
      alternatives.flatMap { left in
        other.alternatives.map { right in
          guard case .polynomial(let divisors) = right, divisors.count == 1, let divisor = divisors[[]] else {
            return .endless
          }
          switch left {
          case .endless: return .endless
          case .unknown: return Self.quotient(Decimal(1), divisor) == nil ? .endless : .unknown
          case .polynomial(let terms):
            let quotients = terms.compactMapValues { Self.quotient($0, divisor) }
            return quotients.count == terms.count ? .polynomial(quotients) : .endless
          }
        }
      })
  }

  /// Returns the quotient if it terminates.
  private static func quotient(_ number: Decimal, _ divisor: Decimal) -> Decimal? {
    guard let quotient = number.divided(by: divisor), quotient.multiplied(by: divisor) == number else { return nil }
    return quotient
  }

  /// Returns the form with at most `maximum` decimal places. `name` denotes the rounded value.
  func rounded(to maximum: Int, named name: String) -> DecimalForm {
    DecimalForm(
      alternatives.flatMap { alternative -> [Alternative] in
        if case .polynomial(let terms) = alternative, Self.places(of: terms) <= maximum { return [alternative] }
        return DecimalForm(named: name, places: maximum).alternatives
      })
  }

  /// Combines each alternative with each one of another form. An endless operand gives an endless
  /// result, otherwise an unknown operand an unknown one.
  private func combined(
    with other: DecimalForm, _ combine: ([[Variable]: Decimal], [[Variable]: Decimal]) -> Alternative
  ) -> DecimalForm {
    guard alternatives.count * other.alternatives.count <= Self.maximum else { return .unknown }
    return DecimalForm(
      alternatives.flatMap { left in
        other.alternatives.map { right in
          switch (left, right) {
          case (.polynomial(let a), .polynomial(let b)): combine(a, b)
          case (.endless, _), (_, .endless): .endless
          default: .unknown
          }
        }
      })
  }
}
