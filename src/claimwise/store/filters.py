"""Which documents a search may see."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Filters:
    """Only documents dated before `as_of`, and only from these `sources`; no limit where nothing is given.

    A date known only to the year or month counts as its last day, so that nothing later than `as_of` slips in.
    Undated documents are left out by `as_of` unless `allow_undated`.
    """

    as_of: date | None = None
    allow_undated: bool = False
    sources: tuple[str, ...] = ()

    def sql(self) -> str | None:
        """Return the condition for the store, or None for no limit."""
        conditions = []
        if self.as_of is not None:
            dated = f"day < date '{self.as_of.isoformat()}'"
            conditions.append(f"({dated} OR day IS NULL)" if self.allow_undated else dated)
        if self.sources:
            conditions.append(f"source IN ({quoted(self.sources)})")
        return " AND ".join(conditions) or None

    def described(self) -> dict[str, str | bool | list[str]]:
        """Return the limits that are set, for a trace."""
        limits: dict[str, str | bool | list[str]] = {}
        if self.as_of is not None:
            limits |= {"as_of": self.as_of.isoformat(), "allow_undated": self.allow_undated}
        if self.sources:
            limits["sources"] = list(self.sources)
        return limits


NO_FILTERS = Filters()


def quoted(values: tuple[str, ...] | list[str]) -> str:
    """Return values as a list of SQL string literals."""
    return ", ".join("'" + value.replace("'", "''") + "'" for value in values)
