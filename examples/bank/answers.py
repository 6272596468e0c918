"""Answers: JSON with exact numbers, and refusals with a code for programs."""
from starlette.responses import Response

import exact


class Answer(Response):
    """A JSON answer with exact numbers."""

    media_type = "application/json"

    def __init__(self, value, status=200, headers=None):
        super().__init__(exact.write(value), status, headers)


def problem(status, code, message=None, headers=None):
    return Answer({"code": code} | ({"message": message} if message else {}), status, headers)


def not_found():
    return problem(404, "NOT_FOUND")
