extension PaymentQR {
  /// The keys of GOST R 56042-2014, the five mandatory ones first.
  public enum Key: String, Sendable, CaseIterable {
    /// The payee's name.
    case name = "Name"
    /// The payee's account.
    case personalAccount = "PersonalAcc"
    /// The payee's bank.
    case bankName = "BankName"
    /// The payee's BIC.
    case bic = "BIC"
    /// The correspondent account of the payee's bank; `0` if the bank has none.
    case correspondentAccount = "CorrespAcc"
    /// The sum in kopecks.
    case sum = "Sum"
    /// The purpose of the payment.
    case purpose = "Purpose"
    /// The payee's INN.
    case payeeINN = "PayeeINN"
    /// The payer's INN.
    case payerINN = "PayerINN"
    /// Field 101, the payer's status.
    case drawerStatus = "DrawerStatus"
    /// Field 103, the payee's KPP.
    case kpp = "KPP"
    /// Field 104, the KBK.
    case cbc = "CBC"
    /// Field 105, the OKTMO.
    case oktmo = "OKTMO"
    /// Field 106, the reason of the payment.
    case paytReason = "PaytReason"
    /// Field 107, the tax period.
    case taxPeriod = "TaxPeriod"
    /// Field 108, the document's number.
    case docNo = "DocNo"
    /// Field 109, the document's day.
    case docDate = "DocDate"
    /// Field 110, the kind of tax payment.
    case taxPaytKind = "TaxPaytKind"
    /// Field 22, the UIN.
    case uin = "UIN"
    /// The payer's family name.
    case lastName = "LastName"
    /// The payer's given name.
    case firstName = "FirstName"
    /// The payer's patronymic.
    case middleName = "MiddleName"
    /// The payer's address.
    case payerAddress = "PayerAddress"
    /// A personal account in the budget system.
    case personalAccountNumber = "PersonalAccount"
    /// The index of the payment document.
    case docIdx = "DocIdx"
    /// The payer's SNILS.
    case pensAcc = "PensAcc"
    /// The number of a contract.
    case contract = "Contract"
    /// The payer's account with the payee.
    case persAcc = "PersAcc"
    /// The number of a flat.
    case flat = "Flat"
    /// The payer's telephone.
    case phone = "Phone"
    /// The kind of the payer's document.
    case payerIdType = "PayerIdType"
    /// The number of the payer's document.
    case payerIdNum = "PayerIdNum"
    /// The name of a child or pupil.
    case childFio = "ChildFio"
    /// A date of birth.
    case birthDate = "BirthDate"
    /// The due date of the bill.
    case paymTerm = "PaymTerm"
    /// The period that the payment covers.
    case paymPeriod = "PaymPeriod"
    /// The kind of payment.
    case category = "Category"
    /// The code of a service or meter.
    case serviceName = "ServiceName"
    /// The number of a meter.
    case counterId = "CounterId"
    /// The reading of a meter.
    case counterVal = "CounterVal"
    /// The number of the bill.
    case quittId = "QuittId"
    /// The date of the bill.
    case quittDate = "QuittDate"
    /// The number of a school or hospital.
    case instNum = "InstNum"
    /// A class or group.
    case classNum = "ClassNum"
    /// The name of a teacher or doctor.
    case specFio = "SpecFio"
    /// Insurance, a fine or another addition.
    case addAmount = "AddAmount"
    /// The number of a ruling.
    case ruleId = "RuleId"
    /// The number of an enforcement.
    case execId = "ExecId"
    /// The kind of payment in a register.
    case regType = "RegType"
    /// The kind of payment by the sender's own code.
    case techCode = "TechCode"

    /// Finds the key, ignoring case; nil if the standard does not contain it.
    init?(written name: String) {
      guard let key = Self.byName[name.lowercased()] else { return nil }
      self = key
    }

    /// The mandatory keys, in the order of the standard.
    public static let mandatory: [Key] = [.name, .personalAccount, .bankName, .bic, .correspondentAccount]

    private static let byName: [String: Key] = {
      var keys = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })
      // The Rust library of if0ne uses this spelling.
      keys["taxpaykind"] = .taxPaytKind
      return keys
    }()
  }
}
