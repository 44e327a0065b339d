/**
 * Top-level domains after which a bare `name.tld` counts as a link. Country codes in full (ISO 3166 and the few that
 * DNS adds), the general ones that people use. Left out although they exist: those that are file extensions in everyday
 * talk (`py`, `md`, `java`, `mov`, `zip`).
 */
const COUNTRIES =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg ' +
  'ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh ' +
  'gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr ' +
  'kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ' +
  'ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so ' +
  'sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye ' +
  'yt za zm zw';

const GENERAL =
  'com net org edu gov mil int arpa info biz name pro mobi tel asia cat coop jobs museum travel aero post xyz app dev page ' +
  'web site online store shop tech cloud blog wiki news live life world today email chat team work works agency academy ' +
  'art audio band bank bike book build business cafe camp capital care center church city click club codes coffee ' +
  'community company computer consulting cool courses design digital directory domains education energy engineer ' +
  'engineering events exchange expert express family fan farm finance fitness fm foundation fun fund gallery game games ' +
  'global google group guide guru health help host hosting house institute international investments land law legal link ' +
  'loan love ltd management market marketing media money movie network ninja one partners party photo photography photos ' +
  'pictures place plus press productions properties pub radio recipes red rent report rest review reviews rocks run ' +
  'sale school science security services show social software solutions space sport studio style support systems tips ' +
  'tools top tours town toys training tube university uno ventures video vip vision watch website wedding win wtf yoga ' +
  'zone berlin hamburg koeln london nyc paris tokyo wien amsterdam moscow 中国 рф 中國 香港 한국 भारत укр бел';

export const TOP_LEVEL_DOMAINS: ReadonlySet<string> = new Set(`${COUNTRIES} ${GENERAL}`.split(' '));
