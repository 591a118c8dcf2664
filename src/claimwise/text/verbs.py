"""Verbs by rule: which word of a sentence is its verb, and the plain form of it. No tagger, no model."""

import re


def listed(text: str) -> frozenset[str]:
    """Return the words of a list that is written as a text."""
    return frozenset(text.split())


BE = frozenset({"is", "are", "was", "were", "am"})
HAVE = frozenset({"has", "have", "had"})
MODALS = frozenset({"can", "could", "will", "would", "should", "may", "might", "must", "shall", "cannot"})
DO = frozenset({"do", "does", "did"})
AUXILIARIES = BE | HAVE | MODALS | DO

_PAST = dict(
    pair.split("/")
    for pair in listed("""
    agreed/agree arose/arise ate/eat became/become began/begin blew/blow bought/buy broke/break brought/bring
    built/build came/come caught/catch chose/choose cost/cost cut/cut dealt/deal did/do died/die drank/drink drew/draw
    drove/drive fell/fall felt/feel fled/flee flew/fly forbade/forbid forgot/forget fought/fight found/find
    froze/freeze gave/give got/get grew/grow held/hold hid/hide hit/hit hurt/hurt kept/keep knew/know laid/lay
    led/lead lied/lie left/leave lent/lend let/let lost/lose made/make meant/mean met/meet overthrew/overthrow
    paid/pay put/put quit/quit ran/run rang/ring read/read rode/ride rose/rise said/say sang/sing sat/sit saw/see
    sent/send set/set shook/shake shot/shoot shut/shut slept/sleep sold/sell spent/spend spoke/speak spread/spread
    stole/steal stood/stand struck/strike swam/swim swore/swear taught/teach thought/think threw/throw told/tell
    took/take tore/tear understood/understand went/go withdrew/withdraw woke/wake won/win wore/wear wrote/write
    """)
)
_PRESENT = listed("""
    accept accuse add admit affect agree aim allow announce appear approve argue arrive ask attack attend ban become
    beat begin believe belong block boost break bring build buy call carry cause change charge cheat claim close come
    confirm contain continue contribute control cost cover create cure cut damage deal declare decline decrease defend
    demand deny depend deserve destroy die disappear discover drink drive drop earn eat employ enable encourage end
    endorse enter exceed exist expect explain expose face fail fall feel fight find fly follow force gain get give go
    grow hate have help hide hold improve include increase infect invent join jump keep kill know lack launch lead
    learn leave let lie live lose love make mean meet move need offer open oppose order outlaw own owe pass pay plan
    play praise predict prevent produce prohibit promise promote protect prove provide publish push quit raise rank
    reach read receive recommend reduce refuse reject release remain remove repeal replace report represent require
    resign restrict return reveal rise rule run save say see seek sell send serve share show sign spend spread stand
    start stay steal stop strengthen suffer suggest support take tell test think threaten transmit travel treat turn
    urge use violate visit vote want warn weaken wear win withdraw work worsen write
""")
_DETERMINERS = listed("""
    the a an this that these those his her its their our my your some any no every each all most many more of in on at
    by for with from to and or than as
""")
_SINGLE_VOWEL_E = re.compile(
    r"[^aeiou](?:a[bcdfgklmnptvz]|i[bcdfgklmnpvz]|o[bcdgklmnptvz]|u[bcdglmnrtz]|ir|ur|ar|or|et)$"
)
_NO_E = re.compile(r"(?:en|er|on|it|op|ow|ay|oy|ey|el|il|al|ar|or|ent|ish|ew|ck|et)$")
_KEEP_E = listed("""
    declar shar compar prepar car scar ignor explor restor stor scor clos los propos expos oppos us caus rais refus
    accus confus releas increas decreas eras purchas promis practis advis argu continu rescu issu valu describ prescrib
    brib bath breath clos delet complet compet describ
""")


def base_of(verb: str) -> str | None:
    """Return the plain form of a verb in the past or the third person; None for what does not look like one."""
    word = verb.lower()
    if word in _PAST:
        return _PAST[word]
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("eed"):
        return None
    if word.endswith("ed") and len(word) > 4:
        return _without_ed(word[:-2])
    return _without_s(word)


def find_verb(words: list[str]) -> int | None:
    """Return the place of the first word that is the verb of a statement: after its subject, not before a noun."""
    for i, word in enumerate(words[1:], start=1):
        before, plain = words[i - 1].lower().strip(",;:"), word.lower().strip(",.;:!?")
        if plain in AUXILIARIES:
            return i
        if before in _DETERMINERS:
            continue
        if word[0].islower() and (plain in _PRESENT or base_of(plain) is not None) and _fits(plain, words, i):
            return i
    return None


def _fits(plain: str, words: list[str], place: int) -> bool:
    """Tell a verb from a participle that goes with a noun ("people infected with …" has its own verb later)."""
    following = words[place + 1].lower() if place + 1 < len(words) else ""
    if plain.endswith("ed") and following in {"by", "with"}:
        return not any(word.lower() in AUXILIARIES for word in words[place + 1 :])
    return True


def _without_ed(stem: str) -> str:
    if stem in _KEEP_E or stem.endswith(("v", "c", "z", "u", "dg", "ang", "eng", "rg", "uag", "rs", "ns", "at", "ps")):
        return stem + "e"
    if stem.endswith(("bl", "pl", "tl", "gl", "dl", "fl", "kl")):
        return stem + "e"
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsfzo":
        return stem[:-1]
    if _SINGLE_VOWEL_E.search(stem) and not _NO_E.search(stem):
        return stem + "e"
    return stem


def _without_s(word: str) -> str | None:
    if not word.endswith("s"):
        return None
    bases = [
        word[:-1],
        *([word[:-2]] if word.endswith("es") else ()),
        *([word[:-3] + "y"] if word.endswith("ies") else ()),
    ]
    return next((base for base in bases if base in _PRESENT), None)
