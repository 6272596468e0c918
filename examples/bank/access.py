"""Access checks: none, one fixed token, or tokens by OAuth 2 client credentials."""
import base64
import binascii
import hmac
import secrets
import time
from urllib.parse import unquote_plus


def _same(one, other):
    return hmac.compare_digest(one.encode(), other.encode())


class Access:
    def __init__(self, token, oauth, client, secret, seconds, now=time.monotonic):
        self.token, self.oauth, self.client, self.secret, self.seconds, self.now = token, oauth, client, secret, seconds, now
        self.ends = {}

    def allows(self, path, authorization):
        """Returns whether a request with this Authorization header may ask for a path."""
        if self.token is None and (not self.oauth or path == "/oauth/token"):
            return True
        scheme, _, token = (authorization or "").partition(" ")
        if scheme.lower() != "bearer":
            return False
        if self.token is not None:
            return _same(token.strip(), self.token)
        return self.ends.get(token.strip(), 0) > self.now()

    def knows(self, authorization):
        """Returns whether a Basic header names the client and its secret, each form-encoded (RFC 6749, 2.3.1)."""
        scheme, _, credentials = (authorization or "").partition(" ")
        if scheme.lower() != "basic":
            return False
        try:
            client, colon, secret = base64.b64decode(credentials.strip(), validate=True).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            return False
        return bool(colon) and _same(unquote_plus(client), self.client) and _same(unquote_plus(secret), self.secret)

    def issue(self):
        """Returns a new token, and drops those that have ended."""
        now = self.now()
        self.ends = {token: end for token, end in self.ends.items() if end > now}
        token = secrets.token_urlsafe(24)
        self.ends[token] = now + self.seconds
        return token
