#ifndef VALENCE_CSODIUM_H
#define VALENCE_CSODIUM_H
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* One part of an encoded hash, `size` bytes up to `end`: where the next part begins, or NULL. */
static inline const char *valence_hash_part(const char *text, unsigned char *bytes, size_t size, char end) {
  size_t found = 0;
  const char *next = NULL;
  if (sodium_base642bin(bytes, size, text, strlen(text), NULL, &found, &next, sodium_base64_VARIANT_ORIGINAL_NO_PADDING) != 0)
    return NULL;
  return found == size && *next == end ? next + 1 : NULL;
}

/* Whether a password is the one of an argon2id hash: 1 it is, 0 it is not or the hash is none, -1 nobody knows, because the
   memory cannot be had. crypto_pwhash_str_verify answers -1 with EINVAL to a wrong password and to a lack of memory alike;
   so the hash is computed here, where only a lack of memory can fail, and compared in constant time. */
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
