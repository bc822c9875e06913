"""Irregular English verbs, each with all its accepted pasts: made by data/recipes/english_verbs.py.

Facts from the SPECIALIST Lexicon (U.S. National Library of Medicine) by way of lemminflect 0.2.3 and from AGID (Kevin
Atkinson) by way of pyinflect 0.5.1, selected and corrected. MIT licence; the notices stand in data/eng/NOTICE.
"""

# verb, its pasts
TABLE = """
be was were
get got
have had
do did
let let
say said
put put
tell told
think thought
make made
come came
find found
go went
see saw
leave left
take took
know knew
hear heard
give gave
lose lost
bite bit
hit hit
read read
set set
bring brought
cut cut
hurt hurt
send sent
meet met
shut shut
shit shit shat shitted
shoot shot
feel felt
work worked wrought
keep kept
beat beat
bet bet betted
mean meant
run ran
catch caught
break broke
buy bought
pay paid
spend spent
fall fell
forget forgot
become became
write wrote
rid rid ridded
learn learned learnt
steal stole
stick stuck
build built
win won
sell sold
lie lay
teach taught
hold held
speak spoke
fit fit fitted
grind ground
cost cost
throw threw
quit quit quitted
upset upset
sleep slept
grow grew
begin began
lead led
fight fought
split split
choose chose
spread spread
eat ate
drive drove
stand stood
wake woke waked
blow blew
sit sat
burn burned burnt
lay laid
cast cast
hang hung hanged
wet wet wetted
understand understood
rend rent
bind bound
wind wound
wear wore
feed fed
strike struck
fly flew
hide hid
drink drank
dream dreamed dreamt
bust busted bust
rise rose
draw drew
swear swore
shed shed
dig dug
deal dealt
tear tore
ride rode
burst burst
light lit lighted
sing sang
smell smelled smelt
broadcast broadcast broadcasted
flee fled
bear bore
spoil spoiled spoilt
bend bent
spill spilled spilt
seek sought
sneak snuck sneaked
shake shook
sweep swept
ring rang
slit slit
resend resent
overhear overheard
lend lent
bleed bled
reset reset
thrust thrust
misunderstand misunderstood
spell spelled spelt
forgive forgave
wed wedded wed
freeze froze
string strung
swim swam
dive dove dived
breed bred
sink sank sunk
spin spun
swing swung
input input inputted
spit spat spit
sting stung
lean leaned leant
mistake mistook
withdraw withdrew
rebuild rebuilt
output output
plead pleaded pled
forecast forecast forecasted
creep crept
slide slid
unpay unpaid
weep wept
awake awoke awaked
withhold withheld
mislead misled
slay slew
repay repaid
rebind rebound
fling flung
shine shone shined
forbid forbade forbad
misread misread
onset onset
leap leapt leaped
speed sped speeded
overcome overcame
spring sprang sprung
arise arose
foretell foretold
clothe clothed clad
cling clung
offset offset
outburst outburst
overdo overdid
prepay prepaid
sweat sweated sweat
outcast outcast
stink stank stunk
kneel knelt kneeled
inbreed inbred
beset beset
bid bade bid
undergo underwent
knit knitted knit
overwork overworked overwrought
rewrite rewrote
tread trod
outbid outbid outbade
misspell misspelled misspelt
reread reread
outdo outdid
undercut undercut
oversee oversaw
uphold upheld
sublet sublet
behold beheld
overtake overtook
foresee foresaw
withstand withstood
thrive thrived throve
bereave bereft bereaved
overshoot overshot
redo redid
overpay overpaid
undertake undertook
underpay underpaid
telecast telecast telecasted
undo undid
handhold handheld
wring wrung
befall befell
sling slung
mislay mislaid
smite smote
outgrow outgrew
oversleep overslept
remake remade
unsay unsaid
overthrow overthrew
overlie overlay
mishear misheard
upshoot upshot
weave wove weaved
shrink shrank shrunk
overrun overran
preset preset
inlet inlet
dwell dwelt dwelled
babysit babysat
overcast overcast
proofread proofread
bespeak bespoke
waylay waylaid
heave heaved hove
outset outset
outrun outran
recast recast
shoe shod shoed
inlay inlaid
override overrode
misspend misspent
spellbind spellbound
beget begot
strive strove strived
unstick unstuck
unmake unmade
sunburn sunburned sunburnt
oversell oversold
unbind unbound
relend relent
recut recut
unsell unsold
forsake forsook
resell resold
stride strode
browbeat browbeat
rework reworked rewrought
breastfeed breastfed
abide abided abode
underbid underbid
gird girded girt
rethink rethought
slink slunk
partake partook
retell retold
overfeed overfed
cleave cleaved cleft clove
misspeak misspoke
retake retook
hamstring hamstrung
undersell undersold
rewind rewound
overlay overlaid
bide bided boded
forethink forethought
intercut intercut
chide chided chid
stave staved stove
webcast webcast
alight alighted alit
outshine outshone
rerun reran
beseech beseeched besought
typecast typecast
outfight outfought
rebroadcast rebroadcast
thunderstrike thunderstruck
underfeed underfed
unwind unwound
outsell outsold
unfreeze unfroze
backlight backlit backlighted
simulcast simulcast
daydream daydreamed daydreamt
crossbreed crossbred
inset inset
miscast miscast
unlearn unlearned unlearnt
unclothe unclothed unclad
unstring unstrung
outdraw outdrew
overspend overspent
backbite backbit
backslide backslid
begird begirded begirt
bestride bestrode
betake betook
bethink bethought
countersink countersank
deepfreeze deepfroze
floodlight floodlighted floodlit
forbear forbore
forego forewent forwent
foreknow foreknew
foresay foresaid
forespend forespent
foreswear forswore foreswore
forgo forewent forwent
forspend forspent
forswear forswore foreswore
frostbite frostbit
gainsay gainsaid
ghostwrite ghostwrote
housebreak housebroke
indwell indwelt indwelled
interbreed interbred
interweave interweaved interwove
jacklight jacklit jacklighted
jerrybuild jerrybuilt
joyride joyrode
landslide landslid
lipread lipread
misdeal misdealt
misdo misdid
misgive misgave
mishit mishit
misthrow misthrew
nosedive nosedove nosedived
outhit outhit
outlay outlaid
outride outrode
outspend outspent
outwear outwore
outwork outworked outwrought
overbear overbore
overbid overbid
overbuild overbuilt
overbuy overbought
overdraw overdrew
overeat overate
overfly overflew
overgrow overgrew
overhang overhung
overleap overleapt overleaped
overset overset
overspill overspilled overspilt
overspread overspread
overwrite overwrote
prebuild prebuilt
precast precast
precut precut
preshrink preshrank preshrunk
reawake reawoke reawaked
rebid rebid
redraw redrew
refind refound
refreeze refroze
regrind reground
regrow regrew
rehang rehung rehanged
rehear reheard
relearn relearned relearnt
relight relit relighted
resit resat
respell respelled respelt
restring restrung
reteach retaught
retread retrod
reweave rewove reweaved
rewed rewedded rewed
shrive shrove
skydive skydove skydived
spoonfeed spoonfed
spotlight spotlit spotlighted
troubleshoot troubleshot
typeset typeset
typewrite typewrote
unbend unbent
undergird undergirded undergirt
underlet underlet
underlie underlay
underset underset
undershoot undershot
underspend underspent
underthrust underthrust
underwrite underwrote
unset unset
unshoe unshod unshoed
unsling unslung
unteach untaught
unthink unthought
untread untrod
upcast upcast
upsweep upswept
upthrust upthrust
windburn windburned windburnt
beleap beleapt beleaped
besit besat
beweep bewept
blacklead blackled
bottlefeed bottlefed
bowstring bowstrung
bullshit bullshat bullshitted
caretake caretook
cheerlead cheerled
cliffhang cliffhung
colorbreed colorbred
counterbid counterbid
counterdraw counterdrew
counterstrike counterstruck
crapshoot crapshot
daresay daresaid
daylight daylighted daylit
defreeze defroze
delead deled
dogfight dogfought
enclothe enclothed enclad
enfreeze enfroze
engird engirded engirt
finedraw finedrew
firefight firefought
fistfight fistfought
flyblow flyblew
forebear forebore
forefeel forefelt
forelay forelaid
foreread foreread
forerun foreran
forespeak forespoke
forspeak forspoke
gainstrive gainstrove
greenlight greenlit greenlighted
gunfight gunfought
hagride hagrode
halterbreak halterbroke
handbuild handbuilt
handwrite handwrote
heartbreak heartbroke
horseshoe horseshod horseshoed
housekeep housekept
housesit housesat
implead impleaded impled
infight infought
interdeal interdealt
intergrow intergrew
interlay interlaid
interlend interlent
interplead interpleaded interpled
interwork interworked interwrought
inwork inworked inwrought
misbecome misbecame
misbegin misbegan
misbind misbound
misbuild misbuilt
mischoose mischose
miscut miscut
misdraw misdrew
misdrive misdrove
miseat misate
misfeed misfed
misgrow misgrew
miskeep miskept
misknow misknew
mislearn mislearned mislearnt
mislight mislit mislighted
mismake mismade
mismeet mismet
misplead mispleaded mispled
missay missaid
missee missaw
missend missent
misset misset
misstrike misstruck
misteach mistaught
mistell mistold
misthink misthought
miswrite miswrote
mowburn mowburned mowburnt
naysay naysaid
onlay onlaid
outbreak outbroke
outbreed outbred
outbuild outbuilt
outburn outburned outburnt
outbuy outbought
outcatch outcaught
outchide outchided outchid
outdream outdreamed outdreamt
outdrink outdrank
outdrive outdrove
outeat outate
outfeel outfelt
outfind outfound
outfly outflew
outgive outgave
outgo outwent
outhear outheard
outkeep outkept
outlead outled
outleap outleapt outleaped
outlearn outlearned outlearnt
outread outread
outsay outsaid
outsee outsaw
outshoot outshot
outsing outsang
outsit outsat
outsleep outslept
outsmell outsmelled outsmelt
outspeak outspoke
outspeed outsped outspeeded
outspell outspelled outspelt
outspring outsprung
outstand outstood
outstrike outstruck
outswear outswore
outsweep outswept
outswim outswam
outswing outswung
outtell outtold
outthink outthought
outthrow outthrew
outthrust outthrust
outweep outwept
outwrite outwrote
overbeat overbeat
overbet overbet overbetted
overblow overblew
overbreed overbred
overburn overburned overburnt
overcatch overcaught
overclothe overclothed overclad
overcut overcut
overdrink overdrank
overdrive overdrove
overfall overfell
overget overgot
overgird overgirded overgirt
overhit overhit
overhold overheld
overkeep overkept
overlend overlent
overlet overlet
overlight overlit overlighted
overread overread
overspin overspun
overstand overstood
overstrike overstruck
overswim overswam
overswing overswung
overthink overthought
overwear overwore
overwet overwet overwetted
prebid prebid
prebind prebound
prebuy prebought
prechoose prechose
prefreeze prefroze
presell presold
pretell pretold
prework preworked prewrought
prizefight prizefought
rearise rearose
rebegin rebegan
rebite rebit
rebreed rebred
rebuy rebought
recatch recaught
rechoose rechose
reclothe reclothed reclad
redeal redealt
redream redreamed redreamt
redrive redrove
refall refell
refeed refed
refeel refelt
refight refought
refly reflew
regive regave
relet relet
remeet remet
replead repleaded repled
rerise rerose
resay resaid
resee resaw
reseek resought
reshine reshone reshined
reshoe reshod
reshoot reshot
respeak respoke
resplit resplit
respread respread
respring resprang resprung
restrike restruck
restrive restrove
rewake rewoke rewaked
rewet rewet rewetted
rewin rewon
sharpshoot sharpshot
sightsee sightsaw
skywrite skywrote
soothsay soothsaid
straphang straphung
subbreed subbred
sunrise sunrose
unbeget unbegot
unbespeak unbespoke
unbuild unbuilt
underbite underbit
underbuild underbuilt
underbuy underbought
underclothe underclothed underclad
underdraw underdrew
undereat underate
underrun underran
underwork underworked underwrought
undraw undrew
unget ungot
ungird ungirded ungirt
unhang unhung unhanged
unlay unlaid
unlead unled
unshed unshed
unshut unshut
unspeak unspoke
unswear unswore
unwork unworked unwrought
unwrite unwrote
upbear upbore
upbind upbound
upbreak upbroke
upbuild upbuilt
upcatch upcaught
updive updove updived
updraw updrew
upfling upflung
upgird upgirded upgirt
upgrow upgrew
uphang uphung
uplay uplaid
uplead upled
upleap upleapt upleaped
uplight uplit uplighted
uprise uprose
uprun upran
upsend upsent
upspeak upspoke
upspring upsprang upsprung
upstand upstood
upswing upswung
upthrow upthrew
winterfeed winterfed
wiredraw wiredrew
"""
