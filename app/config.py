"""What can be set from outside: command line and environment (``RAMAL_…``, ``DATABASE_URL``)."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent
"""The checkout: templates, static files, locales and migrations lie beside this package."""


class Settings(BaseSettings):
    """The settings of one server.

    ``db`` is the SQLite file; a ``database_url`` names a PostgreSQL instead. ``public_url`` is
    where people find the server, if it knows, and ``local_name`` what the home network calls it.
    ``allow_hosts`` are host names under which it may be reached besides these, numbers, local names
    and this machine's own (protection against DNS rebinding).
    Tables at which nothing has happened for ``keep_days`` are taken away; 0 keeps them for ever.
    """

    model_config = SettingsConfigDict(env_prefix="RAMAL_", validate_by_name=True)

    db: Path = Field(default_factory=lambda: user_data_path("ramal", False) / "ramal.sqlite3")
    database_url: str = Field(default="", validation_alias="DATABASE_URL")
    public_url: str = Field(default="", pattern=r"^(https?://[^/\s]+/?)?$")
    local_name: str = ""
    allow_hosts: tuple[str, ...] = ()
    keep_days: int = Field(default=180, ge=0)

    @property
    def database(self) -> Path | str:
        """Where the tables are kept."""
        return self.database_url or self.db

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names that the server answers to besides those that are always right."""
        public = urlsplit(self.public_url).hostname
        return (*self.allow_hosts, *([public] if public else ()))
