import Model
import Testing

struct NetworkAddressTests {
  @Test(
    "An IP address is reduced to its /24 or /48 network",
    arguments: [
      ("203.0.113.77", "203.0.113.0/24"), ("0.0.0.0", "0.0.0.0/24"), ("255.255.255.255", "255.255.255.0/24"),
      ("::ffff:203.0.113.77", "203.0.113.0/24"), ("2001:db8:1:2::1", "2001:db8:1::/48"), ("::1", "0:0:0::/48"),
      ("2001:DB8:ABCD:12:0:0:0:1", "2001:db8:abcd::/48"), ("64:ff9b::203.0.113.77", "64:ff9b:0::/48"),
    ])
  func reducesAddressToNetwork(_ text: String, _ network: String) {
    #expect(NetworkAddress(text)?.neighbourhood == network)
  }

  @Test(
    "A malformed IP address is rejected",
    arguments: [
      "", "unknown", "203.0.113", "203.0.113.256", "203.0.113.7 ", "+1.2.3.4", "1.2.3.4.5", "203.0.113.0077", ":",
      ":::",
      "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "g::", "1:2:3:4:5:6:7::8", "::1%eth0", "+1::",
    ])
  func rejectsMalformedAddress(_ text: String) { #expect(NetworkAddress(text) == nil) }

  @Test("An IPv6 /64 network or a single IPv4 address identifies a subscriber") func groupsIPv6AddressesBySubscriber() {
    #expect(
      NetworkAddress("2001:db8:1:2::1")?.subscriber == NetworkAddress("2001:db8:1:2:ffff:1:2:3")?.subscriber)
    #expect(NetworkAddress("2001:db8:1:2::1")?.subscriber != NetworkAddress("2001:db8:1:3::1")?.subscriber)
    #expect(NetworkAddress("203.0.113.7")?.subscriber != NetworkAddress("203.0.113.8")?.subscriber)
  }
}
