"""Who holds which seat: the browser's secret key, and the names people sit under.

A browser gets one random key, in a cookie that no script can read; the database keeps only its
hash. A seat belongs to the browser whose key's hash stands on it.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Sequence

from fastapi import Request, Response

from app.tables import Seat, Table

COOKIE = "ramal"
_KEPT = 400 * 24 * 60 * 60  # seconds: as long as browsers keep a cookie at the most
_KEY = re.compile(r"[A-Za-z0-9_-]{43}")
MAX_NAME = 30
_JOINERS = "\u200c\u200d"  # without them some scripts and emoji fall apart
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters by name only
_ALIKE = str.maketrans(  # casefolded: Cyrillic and Greek, small or capital like Latin
    "авекмнорстухіјѕԁԛԝαβεικμνορτυχ", "abekmhopctyxijsdqwabeikmvoptyx", _JOINERS + "\ufe0e\ufe0f"
)


def key_of(request: Request) -> str | None:
    """The key that the browser sent, if it is one."""
    key = request.cookies.get(COOKIE, "")
    return key if _KEY.fullmatch(key) else None


def new_key() -> str:
    """A key that nobody can guess: 256 random bits."""
    return secrets.token_urlsafe(32)


def hash_of(key: str) -> str:
    """What is stored of a key. A plain hash does: there is no guessing 256 random bits."""
    return hashlib.sha256(key.encode()).hexdigest()


def give_key(request: Request, response: Response, key: str) -> None:
    """Let the browser keep its key; over https it is never sent in the clear."""
    response.set_cookie(
        COOKIE,
        key,
        max_age=_KEPT,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def held_by(key: str | None, table: Table) -> tuple[Seat, ...]:
    """The seats of this table that the browser with this key holds."""
    held = hash_of(key) if key else None
    return tuple(seat for seat in table.seats if held is not None and seat.key_hash == held)


def clean_name(text: str) -> str:
    """A name as it is kept: NFC, single spaces, trimmed; empty if nothing visible is left.

    Raises ValueError if it is longer than 30 visible characters or holds control or direction
    characters, with which one name could be made to look like another.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    kinds = [unicodedata.category(char) for char in name if char not in _JOINERS]
    if not {"Cc", "Cf", "Cs", "Co", "Cn"}.isdisjoint(kinds) or not _BLANKS.isdisjoint(name):
        raise ValueError("a name has visible characters only")
    visible = sum(not kind.startswith("M") for kind in kinds)
    if visible > MAX_NAME or len(name) > 3 * MAX_NAME:
        raise ValueError("a name has at most 30 characters")
    return name if visible else ""


def different(names: Sequence[str]) -> tuple[str, ...]:
    """The names, of which those that look like an earlier one get a number: Ana, Ana 2."""
    seen: set[str] = set()
    told = []
    for name in names:
        unlike, number = name, 1
        while _look(unlike) in seen:
            number += 1
            unlike = f"{name} {number}"
        seen.add(_look(unlike))
        told.append(unlike)
    return tuple(told)


def _look(name: str) -> str:
    """What a name has in common with those that can be taken for it."""
    return unicodedata.normalize("NFKC", name).casefold().translate(_ALIKE)
