#ifndef VALENCE_CSODIUM_H
#define VALENCE_CSODIUM_H
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* Decodes one part of an encoded hash, `size` bytes of base64 up to the character `end`.
   Returns the start of the next part, or NULL when the part has another size or form. */
static inline const char *valence_hash_part(const char *text, unsigned char *bytes, size_t size, char end) {
  size_t found = 0;
  const char *next = NULL;
  if (sodium_base642bin(bytes, size, text, strlen(text), NULL, &found, &next, sodium_base64_VARIANT_ORIGINAL_NO_PADDING) != 0)
    return NULL;
  return found == size && *next == end ? next + 1 : NULL;
}

/* Verifies a password against an encoded argon2id hash.
   Returns 1 when it matches, and -1 when memory runs out. Returns 0 when it does not match, when the hash is malformed,
   and when hash or password exceed libsodium's limits.
   crypto_pwhash_str_verify returns -1 with EINVAL both for a wrong password and for a lack of memory. So this function
   computes the hash itself, which only a lack of memory can make fail, and compares in constant time. */
static inline int valence_password_verify(const char *hash, const char *password, unsigned long long length) {
  unsigned char salt[crypto_pwhash_SALTBYTES], expected[32], found[32];
  unsigned long long memory = 0, passes = 0;
  int salted = 0;
  if (sscanf(hash, "$argon2id$v=19$m=%10llu,t=%10llu,p=1$%n", &memory, &passes, &salted) != 2 || salted == 0) return 0;
  const char *rest = valence_hash_part(hash + salted, salt, sizeof salt, '$');
  if (rest == NULL || valence_hash_part(rest, expected, sizeof expected, '\0') == NULL) return 0;
  if (passes < crypto_pwhash_OPSLIMIT_MIN || passes > crypto_pwhash_OPSLIMIT_MAX) return 0;
  if (memory < crypto_pwhash_MEMLIMIT_MIN / 1024 || memory > crypto_pwhash_MEMLIMIT_MAX / 1024) return 0;
  if (length > crypto_pwhash_PASSWD_MAX) return 0;
  if (crypto_pwhash(found, sizeof found, password, length, salt, passes, (size_t)memory * 1024,
                    crypto_pwhash_ALG_ARGON2ID13) != 0)
    return -1;
  int isEqual = sodium_memcmp(found, expected, sizeof found) == 0;
  sodium_memzero(found, sizeof found);
  return isEqual;
}
#endif
