"""Words of a text, for the parts that count words themselves."""

import re

_WORD = re.compile(r"\w\w+")

STOP_WORDS = frozenset(
    _WORD.findall("""
    about above across after afterwards again against all almost alone along already also although always am
    among amongst an and another any anyhow anyone anything anyway anywhere are around as at back be became
    because become becomes becoming been before beforehand behind being below beside besides between beyond
    both but by can cannot could did do does doing done down due during each either else elsewhere enough etc
    even ever every everyone everything everywhere except few first for former formerly from further get give
    go had has have having he hence her here hereafter hereby herein hers herself him himself his how however
    ie if in indeed instead into is it its itself last latter least less made many may me meanwhile might more
    moreover most mostly much must my myself namely neither never nevertheless next no nobody none nor not
    nothing now nowhere of off often on once one only onto or other others otherwise our ours ourselves out
    over own per perhaps please rather re same see seem seemed seeming seems several she should since so some
    somehow someone something sometime sometimes somewhere still such than that the their theirs them
    themselves then thence there thereafter thereby therefore therein thereupon these they this those though
    through throughout thus to together too toward towards under until up upon us very via was we well were
    what whatever when whence whenever where whereafter whereas whereby wherein wherever whether which while
    whither who whoever whole whom whose why will with within without would yet you your yours yourself
    yourselves
    """)
)
"""English words that say nothing about a subject."""


def words(text: str) -> list[str]:
    """Return the lower-case words of two or more characters, stop words left out."""
    return [word for word in _WORD.findall(text.lower()) if word not in STOP_WORDS]
