"""Words that tell what a name is a name of. Small tables of common knowledge, not a gazetteer."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MONTHS = _words(
    "January February March April May June July August September October November December "
    "Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec"
)

NUMBER_WORDS = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion first "
    "second third fourth fifth sixth seventh eighth ninth tenth once twice dozen"
)

ORGANISATION_WORDS = _words(
    "university college school institute academy company corporation inc ltd records entertainment pictures studios "
    "productions network channel association league club party army navy police department ministry agency committee "
    "council commission union federation foundation bank group band orchestra team church museum hospital times post "
    "magazine press airlines motors games software technologies congress parliament senate court nba nfl nasa un fbi "
    "bbc nbc cbs abc hbo mtv marvel disney netflix"
)

PERSON_WORDS = _words(
    "mr mrs ms dr sir lady lord king queen prince princess president senator governor mayor general captain actor "
    "actress singer director producer writer author novelist poet player wrestler rapper musician composer politician "
    "scientist philosopher emperor pope saint by comedian journalist painter"
)

COUNTRIES = frozenset(
    """afghanistan|albania|algeria|argentina|armenia|australia|austria|azerbaijan|bangladesh|belarus|belgium|bolivia|
    bosnia|brazil|britain|great britain|bulgaria|cambodia|cameroon|canada|chile|china|colombia|costa rica|croatia|cuba|
    cyprus|czech republic|denmark|dominican republic|ecuador|egypt|england|estonia|ethiopia|europe|finland|france|
    georgia|germany|ghana|greece|guatemala|haiti|honduras|hong kong|hungary|iceland|india|indonesia|iran|iraq|ireland|
    israel|italy|jamaica|japan|jordan|kazakhstan|kenya|kosovo|kuwait|latvia|lebanon|liberia|libya|lithuania|luxembourg|
    malaysia|mali|malta|mexico|moldova|mongolia|montenegro|morocco|myanmar|nepal|netherlands|the netherlands|
    new zealand|nicaragua|nigeria|north korea|northern ireland|norway|pakistan|palestine|panama|paraguay|peru|
    philippines|poland|portugal|puerto rico|qatar|romania|russia|rwanda|saudi arabia|scotland|senegal|serbia|singapore|
    slovakia|slovenia|somalia|south africa|south korea|soviet union|the soviet union|spain|sri lanka|sudan|sweden|
    switzerland|syria|taiwan|tanzania|thailand|tunisia|turkey|uganda|ukraine|united arab emirates|united kingdom|
    the united kingdom|united states|the united states|united states of america|the united states of america|uruguay|
    uzbekistan|venezuela|vietnam|wales|yemen|zambia|zimbabwe|africa|asia|america|north america|south america|u.s.|u.k.|
    us|uk|usa|alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|hawaii|idaho|illinois|
    indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|
    nebraska|nevada|new hampshire|new jersey|new mexico|new york|new york city|north carolina|north dakota|ohio|
    oklahoma|oregon|pennsylvania|rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|
    washington|west virginia|wisconsin|wyoming|london|paris|berlin|rome|madrid|tokyo|los angeles|chicago|hollywood|
    boston|toronto|sydney|moscow|beijing|manhattan|brooklyn""".replace("\n", "")
    .replace("    ", "")
    .split("|")
)
"""Countries, continents, states of the United States, and a few cities."""

NATIONALITIES = _words(
    "afghan african albanian algerian american arab argentine argentinian armenian asian australian austrian "
    "bangladeshi belarusian belgian bolivian bosnian brazilian british bulgarian cambodian cameroonian canadian "
    "catalan chilean chinese colombian croatian cuban cypriot czech danish dutch ecuadorian egyptian english estonian "
    "ethiopian european filipino finnish french georgian german ghanaian greek haitian hungarian icelandic indian "
    "indonesian iranian iraqi irish israeli italian jamaican japanese jewish jordanian kenyan korean kurdish latin "
    "latvian lebanese libyan lithuanian malaysian maltese mexican mongolian moroccan nepalese nigerian norwegian "
    "pakistani palestinian panamanian persian peruvian polish portuguese puerto romanian russian saudi scottish "
    "serbian singaporean slovak slovenian somali soviet spanish swedish swiss syrian taiwanese thai tibetan tunisian "
    "turkish ugandan ukrainian uruguayan venezuelan vietnamese welsh christian catholic muslim islamic buddhist hindu "
    "protestant democratic republican democrat hispanic"
)
"""Peoples, languages and creeds, as adjectives."""
