/// The characters with a decomposition of several characters that are never composed.
///
/// Written by `generate-table` from the Unicode character database 14.0.0. An entry is a
/// hexadecimal code point and a semicolon.
enum CompositionExclusions {
  /// The entries, sorted by code point.
  static let entries: StaticString = """
    344; 958; 959; 95A; 95B; 95C; 95D; 95E; 95F; 9DC; 9DD; 9DF; A33; A36; A59; A5A; A5B; A5E; B5C; B5D; F43; F4D; F52; \
    F57; F5C; F69; F73; F75; F76; F78; F81; F93; F9D; FA2; FA7; FAC; FB9; 1F71; 1F73; 1F75; 1F77; 1F79; 1F7B; 1F7D; \
    1FBB; 1FC9; 1FCB; 1FD3; 1FDB; 1FE3; 1FEB; 1FEE; 1FF9; 1FFB; 212B; 2ADC; FB1D; FB1F; FB2A; FB2B; FB2C; FB2D; FB2E; \
    FB2F; FB30; FB31; FB32; FB33; FB34; FB35; FB36; FB38; FB39; FB3A; FB3B; FB3C; FB3E; FB40; FB41; FB43; FB44; FB46; \
    FB47; FB48; FB49; FB4A; FB4B; FB4C; FB4D; FB4E; 1D15E; 1D15F; 1D160; 1D161; 1D162; 1D163; 1D164; 1D1BB; 1D1BC; \
    1D1BD; 1D1BE; 1D1BF; 1D1C0;
    """
}
