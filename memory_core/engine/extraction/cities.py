"""Names of large or well-known cities: they tell a place from a firm where the words around a name do not."""

from __future__ import annotations

from memory_core.engine.extraction.lexicon import words

CITIES = words(
    "aarhus aberdeen abu_dhabi abuja accra addis_ababa adelaide ahmedabad aleppo alexandria algiers alicante almaty amman amsterdam ankara"
    " antalya antwerp athens atlanta auckland augsburg austin baghdad baku bangalore bengaluru bangkok barcelona basel bath beijing beirut"
    " belfast belgrade belo_horizonte bergen berlin bern bielefeld bilbao birmingham bogota bogotá bologna bonn bordeaux boston brasilia"
    " bratislava bremen brighton brisbane bristol brno brussels bucharest budapest buenos_aires cairo calgary cambridge canberra cape_town"
    " caracas cardiff casablanca charlotte chennai chicago cleveland coimbra cologne colombo copenhagen cordoba córdoba cork cracow krakow"
    " kraków curitiba dakar dallas damascus delhi denver detroit dhaka doha dortmund dresden dubai dublin duisburg durban düsseldorf"
    " dusseldorf edinburgh eindhoven essen florence fortaleza frankfurt freiburg galway gdansk gdańsk geneva genoa ghent glasgow"
    " gothenburg göteborg graz granada grenoble groningen hull guadalajara guangzhou hamburg hanoi hanover hannover harare havana heidelberg"
    " helsinki hiroshima ho_chi_minh_city hong_kong honolulu houston hyderabad innsbruck istanbul jaipur jakarta jeddah jerusalem"
    " johannesburg kabul kampala karachi kathmandu kigali kingston kobe kolkata kuala_lumpur kyiv kiev kyoto la_paz lagos lahore lausanne"
    " las_vegas leeds leicester leipzig lille lima limassol linköping linz lisbon lisboa liverpool ljubljana london los_angeles luanda"
    " lund luxembourg lviv lyon maastricht madrid mainz malaga málaga malmö malmo manchester manila mannheim marrakesh marseille"
    " medellin medellín melbourne memphis mexico_city miami milan milano minneapolis minsk monterrey montevideo montpellier montreal"
    " moscow mumbai munich münchen münster nagoya nairobi nantes naples nashville new_delhi new_orleans new_york new_york_city newcastle"
    " nice nicosia nottingham nuremberg odesa odense orlando osaka oslo ottawa oxford palermo paris perth philadelphia phoenix pisa"
    " pittsburgh plymouth porto porto_alegre portland poznan poznań prague pretoria pune quebec quito rabat recife reykjavik riga"
    " rio_de_janeiro riyadh rome roma rotterdam salvador salzburg san_antonio san_diego san_francisco san_jose santiago sao_paulo são_paulo"
    " sapporo sarajevo seattle seoul sevilla seville shanghai sheffield shenzhen singapore skopje sofia southampton split stavanger"
    " stockholm strasbourg stuttgart sydney taipei tallinn tampa tampere tashkent tbilisi tehran tel_aviv thessaloniki tirana tokyo"
    " toronto toulouse trieste tromsø trondheim tunis turin turku uppsala utrecht valencia vancouver venice verona vienna wien vilnius"
    " warsaw washington wellington winnipeg wrocław wuhan würzburg yerevan yokohama york zagreb zaragoza zurich zürich västerås örebro"
    " köln nürnberg genève bruxelles praha warszawa lisbonne londres 東京 大阪 京都 名古屋 札幌 福岡 横浜 神戸 北京 上海 深圳 广州 台北"
)
