"""What can be set from outside: command line and environment (``RAMAL_…``)."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent
"""The checkout: templates, static files, locales and migrations lie beside this package."""


class Settings(BaseSettings):
    """The settings of one server.

    ``db`` is the SQLite file. ``allow_hosts`` are host names under which the server may be reached
    besides numbers, local names and this machine's own (protection against DNS rebinding).
    ``public_url`` is where others find it, if that is not what their requests say.
    """

    model_config = SettingsConfigDict(env_prefix="RAMAL_")

    db: Path = Field(default_factory=lambda: user_data_path("ramal", False) / "ramal.sqlite3")
    allow_hosts: tuple[str, ...] = ()
    public_url: str | None = None
