"""Regular English verbs and how their pasts are spelled: made by data/recipes/english_verbs.py.

Facts from the SPECIALIST Lexicon (U.S. National Library of Medicine) by way of lemminflect 0.2.3 and from AGID (Kevin
Atkinson) by way of pyinflect 0.5.1, selected and corrected. MIT licence; the notices stand in data/eng/NOTICE.
"""

# verb, its two spellings
DOUBLETS = """
apparel appareled apparelled
arc arced arcked
backpedal backpedaled backpedalled
barrel barreled barrelled
bayonet bayoneted bayonetted
bedevil bedeviled bedevilled
benefit benefited benefitted
bevel beveled bevelled
bias biased biassed
blend blended blent
bless blessed blest
bus bused bussed
canal canalled canaled
cancel canceled cancelled
caravan caravaned caravanned
carol caroled carolled
cavil caviled cavilled
channel channeled channelled
chisel chiseled chiselled
combat combated combatted
counsel counseled counselled
cudgel cudgeled cudgelled
devil deviled devilled
diagram diagrammed diagramed
dial dialed dialled
disembowel disemboweled disembowelled
dishevel disheveled dishevelled
dowel doweled dowelled
drivel driveled drivelled
duel dueled duelled
enamel enameled enamelled
equal equaled equalled
facet faceted facetted
focus focused focussed
fuel fueled fuelled
funnel funneled funnelled
gambol gamboled gambolled
gossip gossiped gossipped
gravel graveled gravelled
grovel groveled grovelled
hiccup hiccuped hiccupped
imperil imperiled imperilled
initial initialed initialled
jewel jeweled jewelled
kennel kenneled kennelled
kernel kerneled kernelled
kidnap kidnapped kidnaped
label labeled labelled
leaflet leafleted leafletted
level leveled levelled
libel libeled libelled
marshal marshaled marshalled
marvel marveled marvelled
metal metaled metalled
model modeled modelled
nickel nickeled nickelled
panel paneled panelled
parallel paralleled parallelled
parcel parceled parcelled
pedal pedaled pedalled
pencil penciled pencilled
pommel pommeled pommelled
program programmed programed
protocol protocoled protocolled
pummel pummeled pummelled
quarrel quarreled quarrelled
ravel raveled ravelled
refocus refocused refocussed
refuel refueled refuelled
relabel relabeled relabelled
remodel remodeled remodelled
revel reveled revelled
ricochet ricocheted ricochetted
rival rivaled rivalled
rowel roweled rowelled
shovel shoveled shovelled
shrivel shriveled shrivelled
signal signaled signalled
snivel sniveled snivelled
snorkel snorkeled snorkelled
spiral spiraled spiralled
stay stayed staid
stencil stenciled stencilled
swivel swiveled swivelled
tablet tableted tabletted
talc talcked talced
tassel tasseled tasselled
teasel teaseled teaselled
thermostat thermostatted thermostated
total totaled totalled
towel toweled towelled
trammel trammeled trammelled
travel traveled travelled
tunnel tunneled tunnelled
unravel unraveled unravelled
victual victualed victualled
worship worshiped worshipped
yodel yodeled yodelled
zinc zincked zinced
"""

# Verbs that double their last letter: plan, planned.
DOUBLING = """
abet abhor acquit admit allot annul backlog backstop bag ban bar bat bed befit beg bin blab blot blur bob bog bootleg
bop brag brim bug bum cap chap char chat chip chop clam clap clip clog clot club commit compel con concur confer cram
crop cup dab dam defer deprogram deter dim dip dis disbar disinter dispel distil dog don dot drag drip drop drug drum
dub eavesdrop embed emit entrap equip excel expel extol fag fan fat fib flag flap flip flit flog flop fob fog format
fret fulfil fur gab gag gas glut grab grin grip grit gum gun gut gyp handicap hem hog hop hug hum imbed impel incur
infer instal instil inter jab jag jam jar jet jog jot jug kid knot lag lam lap leapfrog lip lob log lop lug man map mar
mat mob mop mug nab nag nap net nip nod nonplus nut omit outfit outstrip outwit overlap overstep pad pan pat patrol peg
pen pep permit pet pin pip pit plan plop plot plug pop pot prefer prod prop propel quiz rag ram rap rat readmit rebel
refit reformat regret remit repel retrofit rev rib rig rim rip rob rot rub sag sandbag sap scam scan scar scram scrap
scrub ship shop shred shrug shun sic sidestep sin sip skid skim skin skip slam slap slim slip slog slop slot slug slur
snag snap snip snub sob spam span spar spot spur squat stab star stem step stir stop strap strip strum strut stub stud
stun sub submit sum sup swab swap swat tag tan tap thin throb tin tip top transfer transmit trap trek trim trip trot tug
twin underpin unman unplug unwrap unzip up vet wad wag war web whet whip wig wrap zap zigzag zip
"""

# Verbs that take -ed, -d after e, or -ied for y after a consonant: walk, love, try.
PLAIN = """
abandon abase abate abbreviate abdicate abduct abjure abolish abort abound abrade abridge abscess abscond absolve absorb
abstain abstract abuse accede accelerate accent accentuate accept access acclaim acclimate accommodate accompany
accomplish accord accost account accredit accrue accumulate accuse accustom ace ache achieve acknowledge acquaint
acquiesce acquire act activate adapt add addict addle address adhere adjourn adjudge adjudicate adjust administer
administrate admire admonish adopt adore adorn adulterate advance advantage advertise advise advocate aerate affect
affiliate affirm affix afflict afford affront age aggravate aggrieve agitate agonize agree aid ail aim air airbrush
airlift alarm alert alienate align allege alleviate allocate allow allude ally alphabetize alter alternate amalgamate
amass amaze amble ambush amend amortize amount amplify amputate amuse analyze anchor anger angle animate annex annexe
annihilate annotate announce annoy anoint answer antagonize anticipate antiquate apologize appall appeal appear appease
append applaud apply appoint apportion appraise appreciate apprehend apprentice apprise approach appropriate approve
approximate arch archive argue arm arouse arraign arrange array arrest arrive articulate ascend ascertain ascribe ask
asphyxiate aspirate aspire assail assassinate assault assemble assert assess assign assimilate assist associate assort
assuage assume assure astonish astound atone atrophy attach attack attain attempt attend attenuate attest attire attract
attribute attune auction audit audition augment authenticate author authorize autograph automate autopsy avail avenge
average avert avoid avow await awaken award awe ax axe babble baby back backdate backfire backtrack badge badger baffle
bail bait bake balance bale balk ball balloon bamboozle band bandage bandy bang banish bank bankrupt baptize barb
barbecue bare bargain barge bark barricade barter base bash bask bastardize baste bate bath bathe batten batter battle
bawl beach bead beam beard beautify becalm beckon bedazzle bedeck beef beep befoul befriend befuddle beggar begrudge
beguile behave behead belch beleaguer believe belittle bellow belly belong belt bemuse benumb bequeath berate berth
besiege besmirch best bestow betray betroth better bewilder bewitch bicker bifurcate bike bilk bill billet billow binge
biopsy bisect bitch black blackball blacken blacklist blackmail blame blanch blank blanket blaspheme blast blaze bleach
blemish blight blind blindfold blink blinker blister blitz bloat block blockade blood bloody bloom blossom bludgeon
bluff blunder blunt blurt blush board boast boggle boil bolster bolt bomb bombard bond bone boo book bookmark boom boost
boot booze border bore borrow boss botch bother bottle bottom bounce bound bow bowl box boycott brace bracket braid
brain brainstorm brainwash braise brake branch brand brandish brave breach breast breathe breeze brew bribe brick bridge
bridle brief brighten bristle broach broaden broadside broil broker bronze brood brook brown browse bruise brush
brutalize bubble buck buckle budge budget buff buffer buffet bugger bulge bulk bull bulldoze bully bump bunch bundle
bung bungle bunk buoy burden burglarize burgle burnish burp burrow bury busy butcher butt butter button buzz cable cache
cage cajole cake calcify calculate calibrate call callus calm camouflage camp campaign candy cane cannibalize canonize
cantilever canvass capitalize capitulate captain caption captivate capture carbonate card care careen caress caricature
carjack carpet carry cart carve cascade case cash cashier castrate catalog catalogue catalyze catapult categorize cater
cause cauterize caution cave cease cede celebrate cement censor censure center centralize certify chafe chaff chain
chair chalk challenge champion chance change chant chaperon chaperone characterize charge charm chart charter chase
chastise chatter chauffeur cheapen cheat check checker checkmate cheer cherish chew chicken chill chime chirp chlorinate
chloroform chock choke chomp choreograph christen chronicle chuck chuckle churn cinch circle circulate circumcise
circumnavigate circumscribe circumvent cite civilize claim clamber clamor clamp clarify clash clasp class classify claw
clean cleanse clear clench clerk click climax climb clinch cloak clobber clock cloister clone close closet cloud clown
cluck clue clump clunk cluster clutch clutter coach coagulate coalesce coast coat coax cobble cock cocoon coddle code
codify coerce coexist coil coin coincide coke collaborate collapse collar collate collect collide collude colonize color
colour comb combine comfort command commandeer commemorate commence commend comment commercialize commission commune
communicate commute compact compare compartmentalize compensate compete compile complain complement complete complicate
compliment comply compose compound comprehend compress comprise compromise compute computerize conceal concede conceive
concentrate concern conclude concoct condemn condense condescend condition condone conduct confederate confess confide
configure confine confirm confiscate conflict conform confound confront confuse congeal congest congratulate congregate
conjoin conjugate conjure conk connect connive conquer conscript consecrate consent conserve consider consign consist
console consolidate consort conspire constipate constitute constrain constrict construct construe consult consume
consummate contact contain contaminate contemplate contend content contest continue contort contour contract contradict
contrast contravene contribute contrive contuse convene converge converse convert convey convict convince convulse cook
cool coop cooperate coordinate cope copulate copy copyright cordon cork corn corner correct correspond corroborate
corrode corrugate corrupt cosign costume couch cough count counter counteract counterattack counterfeit countermand
countersign couple course court cover covet cow cower crack crackle cradle craft cramp crane crank crash crate crater
crave crawl craze creak cream crease create credit cremate crest crew crimp cringe crinkle cripple crisp crisscross
criticize critique croak crochet crock crook cross crosscheck crouch crowd crown crucify cruise crumble crumple crunch
crush crust cry cube cuckold cuddle cue cuff cull culminate cultivate culture curate curb curdle cure curl curry curtail
curve cushion customize cycle dabble dally damage damn dampen dance dangle dapple darken darn dart dash date daub daunt
dawn daze dazzle deactivate deaden deadlock deafen debase debate debauch debit debrief debunk debut decaffeinate decamp
decant decapitate decay decease deceive decentralize decide decimate decipher deck declare declassify decline decode
decommission decompose decontaminate decorate decoy decrease decree decriminalize decry dedicate deduce deduct deem
deepen deface defame default defeat defecate defect defend defile define deflate deflect deforest deform defraud defrost
defuse defy degenerate degrade dehydrate deify deign deject delay delegate delete deliberate delight delineate deliver
delude deluge delve demand demean demilitarize demobilize demolish demonstrate demoralize demote denature denigrate
denote denounce dent denude deny depart depend depict deplete deplore deploy deport depose deposit deprave depress
deprive deputize derail derange deregulate deride derive descend describe desecrate desensitize desert deserve desiccate
design designate desire desolate despair despatch despise despoil destabilize destine destroy detach detail detain
detect deteriorate determine detest dethrone detonate detour devalue devastate develop develope deviate devise devolve
devote devour diagnose diaper dice dictate die differ differentiate diffuse digest digitize dignify dilate dilute
diminish dimple dine direct dirty disable disadvantage disaffect disagree disallow disappear disappoint disapprove
disarm disassemble disassociate disavow disband disbelieve disburse discard discern discharge discipline disclose
discolor disconcert disconnect discontent discontinue discount discourage discover discredit discriminate discuss
disdain disembark disembody disenchant disenfranchise disengage disfigure disgrace disguise disgust dish dishearten
dishonor disillusion disincline disinfect disinherit disintegrate disjoint dislike dislocate dislodge dismantle dismay
dismember dismiss dismount disobey disorder disorganize disorient disown disparage dispatch dispense disperse dispirit
displace display displease dispose dispossess disprove dispute disqualify disregard disrespect disrobe disrupt
dissatisfy dissect disseminate dissipate dissolve dissuade distance distemper distend distill distinguish distort
distract distress distribute distrust disturb disuse ditch diverge diversify divert divest divide divine divorce divulge
divvy dock doctor document dodge dole doll dome domesticate dominate donate doodle doom dope dose dote double doubt
douse down downgrade download downplay downsize dowse doze draft drain dramatize drape dread dredge drench dress dribble
drift drill drizzle drone drool droop drown dry duck dull dumbfound dump dunk dupe duplicate dust dwarf dwindle dye
dynamite earmark earn ease ebb echo eclipse edge edit educate efface effect egg ejaculate eject eke elaborate elapse
elate elbow elect electrify electrocute elevate elicit eliminate elongate elope elude emaciate email emanate emancipate
emasculate embalm embargo embark embarrass embellish embezzle embitter emblazon embody embolden emboss embrace embroider
embroil emerge emigrate empathize emphasize employ empower empty emulate enable enact enamor encamp encapsulate encase
enchant encircle enclose encode encompass encounter encourage encroach encrust encrypt encumber end endanger endear
endeavor endorse endow endure energize enfeeble enfold enforce engage engender engineer engorge engrave engross engulf
enhance enjoin enjoy enlarge enlighten enlist enliven enmesh ennoble enquire enrage enrapture enrich enroll ensconce
enshrine enshroud enslave ensnare ensue ensure entail entangle enter entertain enthrall enthrone enthuse entice entitle
entomb entrance entreat entrench entrust entwine envisage envision envy epitomize equalize equate eradicate erase erect
erode err erupt escalate escape escort espouse establish esteem estimate estrange etch eulogize evacuate evade evaluate
evaporate even evict evidence evince eviscerate evoke evolve exacerbate exact exaggerate exalt examine exasperate
excavate exceed except exchange excise excite exclaim exclude excommunicate excrete excuse execute exemplify exempt
exercise exert exhale exhaust exhibit exhilarate exhort exhume exile exist exit exonerate exorcise expand expect
expedite expend experience experiment expire explain explode exploit explore export expose expound express expropriate
expunge extend exterminate extinguish extort extract extradite extrapolate extricate extrude exude exult eye fabricate
face facilitate factor fade fail faint fake falsify falter fame familiarize famish fancy fantasize fare farm fart
fascinate fashion fast fasten fate father fathom fatigue fatten fault favor fawn fax faze fear feast feather feature
federate fee feign fell fence fend ferment ferret ferry fertilize fester festoon fetch fetter fever fictionalize fiddle
field figure filch file fill film filter finalize finance fine finesse finger fingerprint finish fink fire firm fish fix
fixate fizzle flabbergast flail flake flame flank flare flash flatten flatter flaunt flaw flay fleck fleece flesh flex
flick flicker flinch flirt float flock flood floor floss flounder flourish flout flow flower fluctuate fluff flummox
flunk flush fluster flute flutter foam foil foist fold follow foment fondle fool foot forage force ford foreclose
foreshorten forest forestall forewarn forfeit forge fork form formalize formulate fornicate fortify forward fossilize
foster foul found founder fox fracture fragment frame franchise fraternize fray frazzle freak freckle free freight
frequent freshen fricassee frighten frill fringe frisk fritter front frost frown fruit frustrate fry fudge fulfill
fumble fume fumigate function fund funk furnish furrow further fuse fuss gain gall gallop galvanize gamble game gang
gape garble garland garner garnish garrison garrote garrotte gash gasp gate gather gauge gawk gaze gear generalize
generate gentrify germinate gestate gesture ghost gift giggle girdle gladden glance glare glass glaze gleam glean glide
glimpse glisten glitter gloat glorify glory gloss glove glow glue gnarl gnash gnaw goad gobble golf goof goose gore
gorge gouge govern grace grade graduate graft grain grandfather grant granulate grapple grasp grass grate gratify
gravitate graze grease greet grieve grill groan groom groove grope gross ground group growl grumble grunt guarantee
guard guess guide guillotine gulp gurgle gush guzzle habituate hack haggle hail hallow hallucinate halo halt halve
hammer hamper hand handcraft handcuff handle handpick hanker happen harangue harass harbor harden harm harmonize harness
harpoon harry harvest hash hassle hasten hatch hate haul haunt hawk haze head headline headquarter heal heap hearten
heat heckle hedge heed heel heighten helicopter help hemorrhage herald herd hesitate hew hex hibernate highlight hijack
hike hinder hinge hint hire hiss hitch hitchhike hoard hobble hock hoe hoist hole holler hollow home homogenize hone
honeycomb honeymoon honk honor hoodwink hook hoot hope horn horrify horse hose hospitalize host hound house hover howl
huddle huff humble humidify humiliate humor hump hunch hunger hunker hunt hurdle hurl hurry hurtle hush hustle hybridize
hydrate hydrogenate hype hyphenate hypnotize hypothesize ice idealize identify idolize ignite ignore illuminate
illustrate image imagine imbibe imbue imitate immerse immigrate immobilize immortalize immunize immure impact impair
impale impart impeach impede impersonate impinge implant implement implicate implode implore imply import importune
impose impound impoverish impregnate impress imprint imprison improve improvise impugn impute inaugurate incapacitate
incarcerate incarnate incense inch incinerate incise incite incline include inconvenience incorporate increase
incriminate incubate inculcate indemnify indent indenture index indicate indict individualize indoctrinate induce induct
indulge industrialize inebriate infatuate infect infest infiltrate inflate inflict influence inform infringe infuriate
infuse ingest ingratiate inhabit inhale inherit inhibit initialize initiate inject injure ink inoculate inquire inscribe
inseminate insert insinuate insist inspect inspire install instigate instill institute institutionalize instruct
insulate insult insure integrate intend intensify interact intercede intercept interconnect interest interface interfere
interlace interlink interlock intermingle intern internalize interpret interrelate interrogate interrupt intersect
intersperse intertwine intervene interview intimate intimidate intoxicate intrigue introduce introvert intrude intuit
inundate inure invade invalid invalidate invent inventory invert invest investigate invigorate invite invoice invoke
involve ionize irk iron irradiate irrigate irritate isolate issue itch itemize jack jacket jackknife jade jail jangle
jazz jeer jeopardize jerk jettison jiggle jilt jimmy jinx join joint joke jolt jostle journey judge juggle juice jumble
jump junk justify juxtapose keel key kick kill kindle kink kiss knead knee knife knight knock knuckle kowtow labor lace
lacerate lack lacquer lactate lame lament laminate lance land landscape languish lapse lard lash last latch lather laud
laugh launch launder lavish layer leach leaf leak lease leash lecture leech leer legalize legitimize lengthen lessen
letter leverage levitate levy liaise liberate license lick lift lighten like liken limit limp line linger link liquefy
liquidate liquify list listen litter live liven load loan loathe lobby localize locate lock lodge loft long look loom
loop loose loosen loot lord love low lower lubricate luck lull lumber lump lunch lunge lurch lure lurk lust lynch
macerate machine madden magnetize magnify mail maim maintain major malfunction malign malt maltreat manacle manage
mandate maneuver mangle manhandle manicure manifest manipulate manufacture marble march marinate mark market maroon
marry martyr mash mask masquerade mass massacre massage master mastermind masturbate match mate materialize matriculate
matter mature maul maximize measure mechanize meddle mediate medicate meditate meld mellow melt memorialize memorize
menace mend mention mentor merge merit mesh mesmerize mess message metabolize metamorphose metastasize mete meter
microwave migrate mike mildew militarize milk mill mime mimeograph mince mind mine mingle miniaturize minimize minister
minor mint mire mirror misappropriate misbehave miscalculate miscarry misconstrue miscount misdiagnose misdirect misfire
misguide mishandle misidentify misinform misinterpret misjudge mismanage mismatch misplace mispronounce misquote
misrepresent miss mistime mistreat mistrust misuse mitigate moan mobilize mock moderate modernize modify modulate
moisten mold molest molt monitor monkey monopolize moon moor mope mortar mortgage mortify mother motion motivate motor
motorize mottle mount mourn mouth move mow muck muddle muddy muff muffle mulch mull multiply mumble mummify munch murder
murmur muscle muse mushroom muss muster mutate mute mutilate mutiny mutter muzzle mystify nail name nark narrate narrow
nationalize naturalize nauseate navigate near necessitate neck need needle negate neglect negotiate nest nestle network
neuter neutralize nibble nick nickname nix nominate normalize nose notarize notch note notice notify nourish nudge
nullify numb number nurse nurture obey object obligate oblige obliterate obscure observe obsess obstruct obtain occasion
occlude occupy offend offer officiate offload ogle oil okay ooze open operate oppose oppress opt optimize option orbit
orchestrate ordain order organize orient orientate originate ornament orphan ossify ostracize oust outclass outflank
outfox outlast outlaw outline outlive outmaneuver outnumber outperform outplay outrage outrank outsmart outsource
outstay outstretch outvote outweigh overawe overbook overburden overcharge overcook overcrowd overdose overdress
overestimate overexpose overextend overflow overhaul overheat overindulge overload overlook overplay overpopulate
overpower overrate overreach overreact overrule overshadow oversimplify oversize overstate overstay overstock overtax
overturn overuse overwhelm owe own oxidize oxygenate pace pacify pack package paddle padlock page pain paint pair pal
pale pall palm pamper pancake pander pant paper parachute parade paralyze parch pardon pare park parlay parole parry
part participate partition partner party pass paste pasteurize patch patent patronize pattern pause paw pawn peak peck
peddle pee peek peel peep peer pelt penalize penetrate pension people pepper perceive perch percolate perfect perforate
perform perfume perish perjure perk perm permeate perpetrate perpetuate perplex persecute persevere persist personalize
personify perspire persuade pertain perturb peruse pervade pervert pester peter petition petrify phase phone photocopy
photograph phrase pick picket pickle picture piece pierce pigeonhole piggyback pile pilfer pill pillage pilot pimp pinch
pine ping pink pinpoint pioneer pipe pique pirate piss pitch pity pivot placate place plagiarize plague plait plant
plaster plate plateau play please pleasure pleat pledge plough plow pluck plumb plume plummet plump plunder plunge ply
poach pocket point poise poison poke polarize police polish politicize poll pollinate pollute ponder pool poop
popularize populate pore port portray pose posit position possess post postdate postmark postpone postulate pounce pound
pour pout powder power practice practise praise prance pray preach prearrange precede precipitate preclude preconceive
predate predestine predetermine predicate predict predispose preempt prefabricate preface preheat prejudge prejudice
premeditate premier premiere premise preoccupy preordain prepackage prepare prerecord prescribe present preserve preside
press pressure pressurize presume pretend prevail prevent preview prey price prick pride prime print prioritize
privatize privilege prize probe proceed process proclaim procure produce profane profess proffer profile programme
progress prohibit project proliferate prolong promise promote prompt promulgate prong pronounce proof propagate prophesy
proportion propose proposition proscribe prosecute prospect prosper prostitute prostrate protect protest protract prove
provide provision provoke prowl prune pry psych psyche psychoanalyze publicize publish pucker puff puke pull pulp pulse
pulverize pump punch punctuate puncture punish punt purchase puree purge purify purloin purport purpose purr purse
pursue push putrefy putt putter puzzle quadruple quake qualify quantify quarantine quarry quarter quash queer quell
quench query question queue quicken quiet quilt quintuple quiver quote race rack radiate radio raffle rage raid rail
railroad rain raise rake rally ramble ramp rampage randomize range rank ransack ransom rant rape rarefy rate ratify
ration rationalize rattle ravage rave ravish reach react reactivate readjust ready reaffirm realign realize reallocate
ream reanimate reap reappear reappoint rear rearm rearrange reason reassemble reassert reassess reassign reassure
reawaken rebound rebuff rebuke recall recant recapture recede receive recess recharge recheck reciprocate recite reckon
reclaim reclassify recline recognize recoil recollect recombine recommend reconcile recondition reconfigure reconnect
reconsider reconstitute reconstruct reconvene record recount recoup recover recreate recruit rectify recuperate recycle
redden redecorate rededicate redeem redefine redeploy redesign redirect rediscover redistribute redouble redraft redress
reduce reek reel reelect reemerge reenact reenlist reenter reestablish reevaluate reexamine reference refill refinance
refine refinish reflect reform refract refrain refresh refrigerate refund refurbish refuse refute regain regale regard
regenerate regiment register regress regroup regulate regurgitate rehabilitate rehash rehearse reheat rehire reign
reimburse rein reincarnate reinforce reinsert reinstall reinstate reinterpret reinvent reinvest reissue reiterate reject
rejoice rejoin rejuvenate rekindle relapse relate relax release relegate relent relieve relinquish relish relive reload
relocate rely remain remainder remand remark remarry remedy remember remind reminisce remove rename render rendezvous
renege renegotiate renew renounce renovate rent reopen reorder reorganize repackage repaint repair repatriate repeal
repeat repent replace replay replenish replicate reply report repose repossess represent repress reprieve reprimand
reprint reproach reproduce repudiate repulse request require requisition requite reroute reschedule rescind rescue
research resemble resent reserve resettle reside resign resist resolve resonate resort resound respect respond rest
restart restate restock restore restrain restrict restructure result resume resupply resurface resurrect resuscitate
retain retaliate retard retch retire retool retouch retrace retract retrain retreat retrieve retry return retype reunite
reupholster reuse revamp reveal revenge reverberate revere reverse revert review revile revise revisit revitalize revive
revoke revolt revolutionize revolve reward rewire rhyme riddle ridicule rifle right rile rinse riot ripen ripple risk
rivet roam roar roast robe rock rocket roll romanticize roof room root rope rotate rough round rouse rout route rove row
rubberize ruffle ruin rule rumble rummage rumor rumple rupture rush rust rustle sabotage sack sacrifice sadden saddle
safeguard sail salary salt salute salvage sample sanctify sanction sand sandwich sanitize sate satiate satisfy saturate
saunter savage save savor saw scald scale scallop scalp scamper scandalize scapegoat scare scatter scavenge scent
schedule scheme schlepp school scoff scold scoop scoot scope scorch score scorn scour scourge scout scramble scrape
scratch scrawl scream screech screen screw scribble scrimp script scroll scrounge scrunch scrutinize scuff scuffle
sculpt sculpture scupper scurry scuttle seal sear search season seat secede seclude second secrete section secure sedate
seduce seed seem seep segment segregate segue seize select sense sensitize sentence separate sequence sequester serenade
serialize serve service settle sever sew sex shack shackle shade shadow shaft shame shampoo shanghai shape share sharpen
shatter shave shear sheathe sheet shell shelter shelve shepherd shield shift shimmer shimmy shipwreck shirk shiver shock
shoo shoplift shore short shortchange shorten shortlist shoulder shout shove show showcase shower shriek shroud shuck
shudder shuffle shunt shush shutter shuttle shy sicken side sideline sideswipe sidetrack sift sigh sight sign signify
silence silhouette silt silver simmer simplify simulate singe single siphon sire site situate size sizzle skate
skedaddle sketch skew skewer ski skill skimp skirt skyrocket slack slacken slander slant slash slate slaughter slave
sleepwalk slice slight slither slobber slope slosh slouch slough slow slumber slump slurp smack smart smarten smash
smear smelt smile smirk smoke smooth smother smudge smuggle snack snake snare snarl snatch sneer sneeze sniff snipe
snitch snooker snoop snore snort snow snowball snuff snuggle soak soap soar sober socialize sock soften soil solder
soldier solicit solidify solve soothe sophisticate sort sound soundproof soup sour source souse sow space spangle spank
spare spark sparkle spatter spawn spay spear spearhead specialize specify speckle speculate spew spice spike spirit
splash splatter splay splice splinter splurge sponge sponsor spoof spook spoon sport spout sprain sprawl spray sprinkle
sprint sprout spruce spurn sputter spy squabble squander square squash squawk squeak squeal squeeze squint squire squirm
squirt stabilize stable stack staff stage stagger stagnate stain stake stalk stall stammer stamp stampede standardize
staple starch stare start startle starve stash state station steady steam steel steep steer stereotype sterilize stew
stiff stiffen stifle stigmatize still stilt stimulate stipulate stitch stock stockpile stoke stomp stone stonewall stoop
store storm stow straddle strafe straighten strain strand strangle strangulate stratify stray streak stream streamline
strengthen stress stretch strew stroke stroll structure struggle study stuff stumble stump stunt stupefy stutter style
stylize stymie subcontract subdivide subdue subject subjugate sublimate submerge subordinate suborn subpoena subscribe
subside subsidize substantiate substitute subsume subtitle subtract subvert succeed succumb suck sucker suckle suction
sue suffer suffice suffocate suffuse sugar sugarcoat suggest suit sulk sully summarize summon sunder supercharge
superimpose supervise supplant supplement supply support suppose suppress surf surface surge surmise surmount surpass
surprise surrender surround survey survive suspect suspend sustain suture swaddle swallow swamp swarm swathe sway
sweeten swell swerve swill swindle swipe swirl switch swoon swoop symbolize sympathize synchronize syncopate syndicate
synthesize systematize table tabulate tack tackle tail tailor taint talk tally tame tamper tangle tango tank tantalize
tape taper tarnish task taste tatter tattle taunt tax taxi team tease tee teem teeter telegraph telephone televise temp
temper tempt tend tender tenderize tense tent tenure term terminate terrace terrify terrorize test testify tether
texture thank thatch thaw theorize thicken thieve thirst thrash thread threaten thrill throne throng throttle thumb
thump thunder thwart tick ticket tickle tidy tie tier tighten tile till tilt time ting tinge tingle tinker tinkle tint
tiptoe tire titillate title toast toddle toe toil tolerate toll tone tongue tool toot topple torment torque torture
touch tough toughen tour tousle tout tow tower toy trace track trade trademark trail train tramp trample transact
transcend transcribe transfigure transform transfuse transgress transition translate transmute transpire transplant
transport transpose trash traumatize traverse trawl treasure treat treble tree tremble trench trespass trick trickle
trifle trigger triple triumph troll troop trouble trounce truck trudge trump trumpet truncate trundle truss trust try
tuck tumble tune turf turn tussle tutor tweak tweet twine twinkle twirl twist twitch type typify ulcerate unblock
unbuckle unburden unbutton uncork uncouple uncover undercharge underestimate underline undermine underplay underrate
underscore undersign understate understudy undervalue undress unearth unfasten unfetter unfold unfurl unhinge unhook
uniform unify unionize unite unlatch unleash unload unlock unmask unnerve unpack unroll unscramble unscrew unseal unseat
unsettle unsheathe untangle untie unveil upbraid update upgrade upholster uplift upload uproot upstage upturn urge
urinate use usher usurp utilize utter vacate vacation vaccinate vacuum validate value vamp vandalize vanish vanquish
vaporize variegate varnish vary vault vaunt vector veer vegetate veil venerate vent ventilate venture verify vest veto
vex vibrate victimize video videotape vie view vilify vindicate violate visit visualize voice void volunteer vomit vote
vouch vouchsafe vow voyage vulcanize waddle wade waft wage wager wail wait waive waken walk wall wallop wallow wallpaper
waltz wander wane wangle want ward warehouse warm warn warp warrant wash waste watch water watermark wave waver wax
weaken wean weary weasel weather wedge wee weed weigh weight welch welcome weld well welsh westernize whack wheedle
wheel whelp whimper whine whirl whisk whisper whistle white whiten whitewash whittle whizz whoop wick widen wield wiggle
wilt wince winch wing wink winnow winter wipe wire wise wish wither witness wobble wolf wonder woo wood word worm worry
worsen wound wow wrack wrangle wreak wreathe wreck wrench wrest wrestle wriggle wrinkle writhe wrong xerox yank yawn
yearn yell yellow yield yoke zero zing zipper zone zoom
"""
