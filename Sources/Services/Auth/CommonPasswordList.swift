// Derived from the password list of zxcvbn 4.5.0, published on PyPI (`frequency_lists.py`). It has
// the letter sequences of at least 4 letters in the 10,000 most frequent passwords, those of at
// least 9 letters in all 30,000, and every password of at least 12 characters. Licence of zxcvbn:
//
// MIT License
//
// Copyright (c) 2016 Daniel Wolf
//
// Permission is hereby granted, free of charge, to any person obtaining a copy
// of this software and associated documentation files (the "Software"), to deal
// in the Software without restriction, including without limitation the rights
// to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
// copies of the Software, and to permit persons to whom the Software is
// furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all
// copies or substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
// IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
// FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
// AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
// LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
// SOFTWARE.

extension CommonPasswords {
  /// The words in the order of their bytes, between blanks and line feeds.
  static let list = """
    010203040506 012345678910 014702580369 01telemike01 102030405060 1111111111zz 111222333000 111222333444555
    112233445566 122333444455555 123123qweqwe 123321456654 123321qweewq 123456654321 123456782000 1234567887654321
    123456789000 12345678900987654321 1234567890987654321 1234567890qaz 1234567890qw 1234567890qwe 1234567890qwerty
    1234567890zzz 123456789101 123456789123 1234567892000 12345678987654321 123456789987654321 123456789abc 123456789asd
    123456789qaz 123456789qqq 123456789qwe 123456789qwer 123456789qwerty 123456789zxc 1234567qwertyu 123456qwerty
    1234qwerasdf 1234qwerasdfzxcv 123qwe456rty 123qweasdzxc 123qwerty123 12qw34er56ty 159753456852 1a2s3d4f5g6h
    1q2w3e4r5t6y 1qa2ws3ed4rf 1qa2ws3ed4rf5tg 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc 1qazxsw23edcvfr4
    23176djivanfros 31217221027711 32615948worms 41d8cd98f00b 4815162342lost 541233432442 59382113kevinp 742617000027
    89231243658s 89876065093rax a123456a a1a2a a1a2a3a a1a2a3a4a a1b2c a1b2c3d a1b2c3d4e a1s2d a1s2d3f a1s2d3f4g
    a1s2d3f4g5h a1s2d3f4g5h6 a2a3a a2a3a4a a2a3a4a5a a2b3c a2b3c4d a2b3c4d5e a2s3d a2s3d4f a2s3d4f5g a2s3d4f5g6h
    a3eilm2s2y a4tech a9387670a aaaa aaaaa aaaaaa aaaaaaa aaabbb aaasss aabbcc aaliyah aardvark aaron aassdd abacab
    abacus abbey abc123456789 abc123abc abcd abcdefg abcxyz abdulla aberdeen abgrtyu abigail abnormal abracadabra
    abrakadabra abraxas abrupt absolut abstr abudfv acacia acapulco access accord account accountbloc aceman acetate
    achilles achtung acidburn acmilan action acura adam adgjmp adgjmptw adidas admin admin18533362 administrator adonai
    adonis adrenalin adrian adriano adrock advent adventur aerosmit aerosmith aeynbr aezakmi afhvfwtdn afrika afrodita
    agassi agent aggie aggies agnieszka agyvorc aikido aikman airborn airborne airbus airforce airjordan airman airplane
    airwolf aisan aishiteru aishwarya ajax ajnjuhfabz akasha akatsuki akira alabama aladdin aladin alain alaska alatam
    albany albatros albert albion alcatel alcatraz alchemy aldebaran alejandr aleksa aleksander aleksandr aleksandra
    alekseeva aleksei aleksey alenka alenushka alessand alessandr alessandro alessia alessio alex alexande alexander
    alexandr alexandra alexandre alexandru alexei alexey alexi alexis alexsander alexsandr alexus alexxx alfa alfalfa
    alfarome alfaromeo alfons algernon alibaba alice aliens aligator alinka alinochka alisher alkaline all4me all4one
    allah allan allblack allblacks allday allegro allen alleycat alligator allison allmine allnight allsop allstar
    allstars allstate alltheway aloha alohomora alpha alphabet alphabeta alphaman alphaomega alpina alpine alskdjfhg
    altair altavista altec alterego alternativa althor altima altoids alucard am4h39d8nh amadeus amadeusptfcor amand
    amanda amarillo amaterasu amateur amateurs amatory amature amazon amber ambers ambrosia amelie americ america
    amerika ameteur amethyst ametuer amidala amiga amigo amigos amonra amor amorcit amore amoremio amores amormi amour
    amstel amsterda amsterdam an83546921an an83546921an13 anaconda anai anakin anakonda anal analsex ananas ananda
    anarchy anastasi anastasija anastasiy anastasiya anastasya anatoliy anderso andover andre andrea andreev andrei
    andrej andrew andrewjackie andrey andromed andromeda andros anduril andyod anechka anfield anfisa angel angela
    angeleye angeleyes angelit angelito angelo4ek angelochek angelofwar angelok angels angelus angie angus anhyeuem
    animal animalsex anime anita anjali ankara anna annie antananarivu antares anteater antelope anthon anthony anthrax
    antigone antivirus anton antonella antoni antonio antonov antoshka anubis aolsucks apache apelsin apokalipsis apollo
    apple applepie apples applesauce appleseed apricot april aprilia apteka aptiva aquafina aqualung aquaman aquarius
    aquila aqwzsx aqwzsxedc arabella aragorn aramis ararat arcadia arcane arcangel archange archangel archery architec
    archon area areyukesc argent argentin argonaut argyle aries arioch arizona arjay armada armageddon armagedon arman
    armani armstron arnaud arrakis arrow arrows arschloch arsena arsenal arsenalfc arslan artem artemis artemka arthur
    artofwar artur aruba asasin asd123asd asd123qwe asdas asdasd asddsa asdf asdfasdf asdffdsa asdfg asdfgh asdfgh123456
    asdfghj asdfghjk asdfghjkl asdfghjkl123 asdfjkl asdfqwer asdfzxcv asdqwe asdzxc asgard ashle ashley asians asimov
    aslan asmodeus aspen aspire aspirine assasin assassin assassins assclown asscock assembler assface assfuck asshol
    asshole assholes asslicker asslover assman assmaster assmunch asssss asswipe assword astalavista asterios asterix
    asthma astonmartin astonvil astonvilla astra astral astro astros athlon athome atlanta atlantida atlantis atlas
    atomic atreides atticus attila auburn auckland2010 audi audia audis auditt auggie augustin augusto aurelie aussie
    austin australi australia autocad avalanch avalanche avalon avangard avanti avatar avenger avgust aviator
    avrillavigne avrora avtoritet awdrgyjilp awesome awnyce awo8rx3wa8t axeman axio ayanami ayrton azamat azazel azert
    azerty azertyui azertyuiop azrael azsxdc azsxdcfv azsxdcfvgb aztec azteca aztecs aztnm azwebitalia azzer babe babel
    babemagn babemagnet baberuth babes baboon babushka baby babybear babyblue babyboy babycake babycakes babydoll
    babyface babygir babygirl babylon babylove bacardi bacchus backbone backdoor backspac backspace badabing badass
    badboy badboys baddest baddog badger badgers badgirl badguy badkarma badlands badman badnaamhere bagels baggies
    baggins baggio bagira bagpuss bahamut bailey bajingan baker balalaika balboa baldeagle balder baldrick baldur ball
    balle baller ballgag ballin balloon balloons balls ballsack ballsdeep balrog baltika baltimor bama bambam bambino
    bamboo banaan banan banana bananas banane bandi bandicoot bandit bang banger bangkok banker banner banshee bantam
    banzai baphomet baraban baracuda baraka barakuda barbados barbara barbarian barbie barcelon barcelona bareback
    barefeet barefoot barfly baritone barkley barks barley barnaby barney barnie baron baronn barracud barracuda barrage
    barrakuda barry barselona barsik bartek bartman bartok basebal baseball basher basket basketba basketbal basketball
    basser basset bassin bassman bassoon bastard bastet bastos batgirl batigol batistuta batma batman bauhaus baura
    bayern baylee bayliner baywatch bazooka bball bbbbbb bbking bcfields bdfyjd bdfyjdf bdsm beach beachbum beaches
    beagle beaker beaks beamer beanbag beaner beanie bear bearcat bearcats beardog bears bearshare beast beastie beater
    beatle beatles beautifu beautiful beauty beaver beavis becca beckham becky becool bedlam bedrock beebop beech
    beefcake beeker beeline beemer beer beerman beerme beethove beetle beezer begemot begemotik behappy behemoth belair
    belinea belize belkin bella bellaco bellagio belle belmont beluga bendover benessere benfica beng bengals benjami
    benji benny beowulf beretta bereza berezuckiy bergkamp berkut berlin bernhard berserk berserker besiktas bestbuy
    bestfriend beszoptad bethan betty bettyboo bettyboop beyonce bgates bhbcrf bhbirf bhbyrf bhjxrf bian biao biatch
    biceps bicycle biedronka bigal bigass bigbad bigballs bigbang bigbear bigben bigbird bigblack bigblock bigblue
    bigbob bigboobs bigbooty bigboss bigboy bigbucks bigbutt bigbutts bigcat bigcock bigd bigdad bigdaddy bigdave
    bigdawg bigdick bigdicks bigdog bigdogg bigfish bigfoot biggdogg biggie biggirl biggles biggun bigguns bigguy
    bighead bigjim bigjoe bigjohn bigmac bigmama bigman bigmike bigmoney bignasty bignuts bigone bigones bigpapa
    bigpenis bigpimp bigpimpi bigpimpin bigpoppa bigpun bigpussy bigred bigsexy bigshow bigstick bigtime bigtit bigtits
    bigtoe bigtruck biguns bigworm biit biker bikers bikini bilbo billabon billabong billgates billiard billows billy
    billyb billybob billyboy bimbo bimmer bing bingo binky binladen biohazard bionic bionicle bird birddog birdhouse
    birdie birdman birthday biscuit bisexual bismarck bismark bismilla bismillah bitch bitchass bitchedup bitches bitchs
    bitchy biteme bizkit bizzare blabla black blackass blackbel blackbelt blackberry blackbir blackbird blackboy
    blackcat blackcoc blackcock blackdick blackdog blackdragon blackhaw blackhawk blackheart blackhole blackhorse
    blackice blackie blackjac blackjack blacklab blackmetal blackops blackout blackrose blacks blackstar blackwhite
    blacky blade bladerunner blades blahblah blaise blake blam blanked blaster blaze blazer blazers bleach blender
    blessed blessing blindax blingbling blink blinky blitz blizzard blobby bloke blonde blondes blondie blondinka blonds
    blondy bloodlust bloods bloomin bloopers blower blowfish blowjob blowjobs blowme bltynbabrfwbz blubber blue blueball
    blueballs bluebear bluebell blueberr bluebird blueboy bluedevi bluedevil bluedevils bluedog bluedragon blueeyes
    bluefish bluejay bluejays bluelight blueman bluemoon bluenose blues bluesky bluesman bluestar blunted blunts boarder
    boater boating bobafett bobber bobby bobbys bobcat bobcats bobdole bobdylan bobert bobmarle bobmarley boeing bogart
    bogdan bogdanova bogey boggie bogota bohica boiler boingo bolero bolitas boliva bolivi bollocks bollox bologna
    bombay bomber bomberman bombers bonanza bond bondage bondarenko bonehead boner boners bones bonethug bonethugs
    bonghit bonghits bongo bongwater bonjour bonjovi bonkers bonnie bonovox bonsai bonzai bonzo boob boobear boobed
    boober boobie boobies booboo boobs boogaloo booger boogers boogie boohoo bookcase bookie bookworm boomboom boomer
    booper booster booter bootie booties bootleg boots bootsie bootsy booty bootycall bootys booyah boozer bopper
    borabora bordeaux boredboi4u boricua boris borisenko borntorun boroda boromir borussia bosco boscoe boss bosshog
    bossman boston boulder bounce bouncer bounty bowhunter bowl bowler bowling bowtie bowwow boxcar boxer boxers boxing
    boxster boxter boy4u2ownnyc boytoy boyz bozo bpgjldsgjldthnf br0d3r brabus bradley bramble brando brandon brandy
    brasil brasilia bravehea braveheart braves bravo brazil breakdance breaker breast breasts breeze breezy bremen
    brenda brenden brent brest brian brianna brians bricks briefs brigada brighton bringiton bristol britney brodie
    broker bronco broncos broodwar brooklyn brother brown browndog browneye browneyes brownie browns bruce brucelee
    brucewayne bruins bruiser bruno brutis brutus bryan bubba bubbaa bubbas bubble bubblebox bubblegum bubbles buceta
    bucker bucket buckeye buckeyes buckshot buckwhea buckwheat bucky budapest buddah buddha buddie buddy buddyboy
    buddydog buddys budgie budlight budlite budman budweise budweiser buffa buffalo buffalos buffer buffet buffett buffy
    buffys bugatti bugger buggy bugman bugsbunn bugsbunny buhjvfybz buick builder bujhmbujhm bukkake bukowski bull
    bulldawg bulldog bulldogs bullet bullfrog bullit bulls bullseye bullshit bullwink bumble bumblebe bumblebee bummer
    bumper bunghole bungle bunnie bunnies bunny bunnys buratino burger burly burner burnout burrito bushed bushel
    bushido businessbabe businka buste buster bustle busty butch butchie butchy butkus butter butterbean buttercu
    buttercup butterfl butterfly buttfuck butthead butthole buttman buttmunch buttons buttplug buzzard buzzer bvgthfnjh
    byajhvfnbrf bynthytn byrjuybnj byteme c2h5oh c3por2d c43dae874d c43qpul5rz cabbage cabernet cableguy caboose cabron
    cactus caddy cadillac cadman caesar cafc cajun calamity calgary cali calibra calico caliente californ californi
    california caligula calimero callisto callofduty callum calvin calypso camaro camaross camber cambiami cambridg
    camden came camel camelot camels cameltoe camero cameron camil camilo camino camper canada canary cancer cancun
    candies candle candy candyass candycane candyman candys cang canine cannabis cannibal cannonda cannondale canon
    cantona canuck canucks capcom capecod capetown capital capitals capoeira capone capri capricor capricorn capslock
    captain caracas carajo caralho caramba caramel caravan cardinal care carebear carefree carling carlito carlitos
    carlos carlsberg carme carmen carmex carnage carnival carol carolina carpedie carpediem carpente carpet carrera
    carrot carrots carsten carter carthage cartman cartoon cartoons carwash casablanca casanova caserta casey caseydog
    cashew cashflow cashmone cashmoney casino casio caspe casper cassandr cassie cassius caster catalin catch catcher
    catdaddy catdog catfight catfish catfood catherin catman catnip cats catter catwoman cavalier caveman cayenne cayman
    cazzo cazzone cbljhtyrj cbr600rr cbr900rr ccbill cccccc cdexswzaq cdh0v99ue cdtnbr cdtnkfyf cdtnkfyrf cdtnkzxjr
    cdznjckfd ceasar ceaser ceckbr cegthgegth cegthgfhjkm celeb celeron celica celine cellphone celtic celticfc celtics
    cement ceng cent centurion cerber cerberus cerebus cerveza cesare cessna cevthrb cezer cfiekz cfitymrf cfkfvfylhf
    cfvceyu cgfhnfr cghfdjxybr cgtwbfkbcn chacal chachi chai chainsaw challeng champ champagn champion champs chance
    changeme chango chao chaos chappy characte charger chargers charisma charl charle charles charli charlie charlies
    charlott charlton charly charmed charon chase chaser cheater cheburashka checker checkers checkit checkmat cheddar
    cheeba cheech cheeks cheeky cheerleaers cheers chees cheese cheetah chelle chelse chelsea chelseafc chemist chemistr
    cherokee cherries cherry cheshire chessie chessmaster cheste chester chesty chevelle chevrole chevrolet chevy chevys
    chewbacc chewbacca chewey chewie chewy cheyanne cheyenne chiara chicago chicco chichi chicken chickens chickenwing
    chickenwing101 chicks chico chief chiefs chiks chilli chillin chillout chilly chimera china chingon chino chinook
    chipmunk chipper chippy chisox chitown chivas chloe chobits chocha chocobo chocolat chocolate chooch choochoo chopin
    chopper choppers chou chowder chris chrisb chrisbln chrisbrown chriss chrissy christ christia christiaan christian
    christin christma christo christop christophe christopher christopher1 christy chrome chronic chrono chronos
    chrysler chuai chuan chuang chubby chucha chuck chuckie chuckles chucky chui chunky chuo churchil ciccio cicero
    cigars cimbom cinder cindy cinnamon cipher cirrus cisco citadel citibank citroen citron citrus civicsi civilwar
    cjdthitycndj cjkysirj cjkywt cjytxrf ckfdbr clancy clapton clarinet clarkkent classic classics claudi claudia
    claymore clemson cleopatr clevelan cliffy climax climber clipper clippers clips clit clitlick clitoris cloggy
    close-up closeup cloud clouds cloudy clover clovis clowns clubpenguin clutch clyde cneltyn cnfkrth cnfnbcnbrf
    cnfybckfd cnhjbntkm cnjvfnjkju cntgfy cntgfyjdf coach cobain cobalt cobra cobras cobraya cocacol cocacola cocaine
    cochise cock cocker cockgobbler cocks cocksuck cocksucker coconut codeblue codered coffee coffees cohiba coke cola
    coldbeer coldplay colegiata collecti collie colnago colombi colombia colorado colors colossus colt coltrane columbo
    comanche combat123654 comcast comein comeon comet comets comicbook comicbookdb comicbooks comicsans commande
    commando commodor compaq compass computador computadora compute computer conan concord concorde concrete condom
    condor cong conker conman connect connor consumer contortionist contour contra contrasena control coochie cooker
    cooki cookie cookies cool coolbean coolbeans coolboy coolcat cooldude cooler coolgirl coolguy coolhand coolio
    coolman coolness coolone cooper coors coorslight cooter copenhag copper corazo corgan corleone cornbread corndog
    cornhole cornholio corolla corona corperfmonsy corrado corsair corsica cortina corvet corvett corvette cosmic cosmo
    cosmos costaric costarica cosworth cougar cougars counterstrike coventry cowboy cowboys cowboyup cowgirl cowman
    coyote cracker crackhead cracksevi crafty cramps crappie crash craving crayon crazy crazybab crazyfrog crazyman
    creampie creamy creatine creative creeper creepers crescent cretin crevice crfprf cricket crimson crispy cristiano
    critter crjhgbjy crocodil cronic crowbar cruise cruiser crumbs crunch crunchy crusader crusher crusty crysis crystal
    csyekz csyjxtr ctdfcnjgjkm cthtuf cthulhu cthutq cthuttdbx cthuttdyf ctrhtn cuan cubalibre cubano cubbies cubs
    cubswin cucumber cuddles cueball cuervo culinary cumeater cumm cummer cumming cumonme cumshot cumslut cumsucker cunt
    cuntfinger cunts cupcake cupoi curious custard custom cutiepie cutlass cutter cvbhyjd cvbhyjdf cvthnm cvtifhbrb
    cvzefh1gk cvzefh1gkc cwoui cxfcnkbdfz cxfcnmt cxfcnmttcnm cxzdsaewq cyber cyberonline cybersex cyborg cyclone
    cyclones cyclops cyecvevhbr cygnus cygnusx cyjdsvujljv cynthia cypher cypress cyrano cytuehjxrf czekolada d8cd98f00b
    dabears dabomb dabulls daddy daddyo daddys daddysgirl daedalus daemon daewoo daffodil daffy daffyduck dagestan
    dagger dagobert daisy daisydog daisymae dakine dakota dale dalejr dallas dalshe damage damager daman dammit damnit
    dance dancer dandelion dandfa dang danger dangerou danie daniel daniil danil danila danilka dank danman danmark
    danni danny dannyboy dante dantes dantheman danzig dapper daredevi daredevil darian darina darkange darkangel
    darkelf darkknight darklord darkman darkmoon darknes darkness darknight darkone darkside darkstar darth darthmaul
    darthvad darthvader dasani dasha dashadasha dashka datsun dave davecole david davidb davidc davidd davide davidj
    davidoff davidruiz davids davinci davis dawg dawgs dawns daydream daytek daytona daywalker dazzle dbnfkbq dbnfkbr
    dbnfkz dbrecz dbrnjh dbrnjhbz dbrnjhjdbx dbrnjhjdyf dctktyyfz dctvcjcfnm dctvgbplf dctvghbdf dctvghbdtn ddddd dddddd
    deadhead deadman deadpool deadspin death deathnote deathrow deathstar debbie deborah decimal deejay deepak deepblue
    deeppurple deepthro deepthroat deerhunt deerhunter deeznuts deeznutz default defcon defender defiant deftones
    deicide dejavu delboy delete delfin delight delphi delphin delpiero delsol delta deltaforce deltas deluxe demo demon
    denali deng deniro denis deniska denni dennis depeche depechemode derevo derf derparol derrick desert designer
    desire deskjet desktop desperado desperados destin destiny destroye detectiv detroit deuce deutsch deutschland devil
    devildog devildriver devilman devilmaycry devilmaycry4 devils devo dewalt dexter dfcbkbcf dfcbkbq dfcbkmtdf dfghjc
    dfhdfhf dfkmltvfh dfkmrbhbz dfkthbz dfkthf dfktynby dfktynbyf dfktynbyrf dfvgbh dfytxrf dharma dhjnvytyjub diabl
    diablo dialog diamant diamante diamon diamond diamonds diana dianochka diao diaper dick dicker dickhead dickie dicks
    dickweed dicky diddle didier diehard diesel dietcoke dieter digger diggler digimon digital digitalprodu dilbert
    dildo dildos dilligaf dillweed dima dimabilan dimas dimasik dimebag dimitri dimples dinamo dinara dindom dinero ding
    dingbat dingdong dingo dinosaur diosesamo dipper dipset dipshit dipstick dirtbag dirtbike dirty dirtydog dirtygirl
    disco discover discus disney diva diver divers divine divx dixie django djdjxrf djivanfros djkjlz djkujuhfl
    dkflbckfd dkflbdjcnjr dkflbr dkflbvbh dkflbvbhjdbx dkflbvbhjdyf dmband dmitriy dmitry dnsadm dobber doberman doctor
    dodge dodger dodgeram dodgers dodges dodgeviper dogbert dogbone dogboy dogbreath dogcat dogface dogfart dogfood dogg
    dogger dogggg doggie doggies doggone doggy doggydog doggys doggystyle doghouse dogma dogman dogmeat dogpound dogs
    dogshit dogwood doit doitnow dokken doktor dolemite dollar dolly dolphi dolphin dolphins domainlock domainlock2005
    domenico dominator domini dominik dominika dominion dominiqu domino domodedovo donald donaldduck donatello donjuan
    donkey donkeykong donna donner dontknow donuts doobie doodah doodie doodle doodles doofus doogie dookie doomsday
    doorknob dortmund dotcom doubled douche dougal doughboy dougie douglas downhill draco dracula drag0n drago dragon
    dragonage dragonba dragonball dragonballz dragonfire dragonfl dragonfly dragons dragonz dragoon dragrace dragster
    drakon draven dream dreamcas dreamcast dreamer dreamers dreamgirl dreams dresden drevil drifter driller drinker
    driver drizzt drjynfrnt droopy dropdead dropkick drowssap drpepper druid drumandbass drummer drumnbass drywall
    dshade dthjybrf dthjybxrf dtkjcbgtl dtxyjcnm duan dublin ducati duchess duck duckhunt duckie duckman ducks ducksoup
    ducky dude dudeman duffer duffman dukenukem dumb2live dumbass dundee dungeon dunhill duracell durango duster dusty
    dustydog dutchess dutchman dvader dyjuy dylan dynamite dynamo dzxtckfd e2w1q e5nclizry eagle eagles earnhard
    earthlin earthlink eastside eastwood easypay eatme eatmenow eatpussy eatshit ebony eclipse edc4rfv edcrfv edcwsxqaz
    eddie edinburg edthom eduard edward eeyore egghead eggman eggplant egorka egorov eight eightbal eightball einstein
    ejaculation ekaterina ekmzyf elbereth elcamino eldiablo eldorado electra electric electro electron elefant elektra
    element elephant elephants eleven elgato elisabet elite elizabet elizabeth elizaveta elodie elpaso elrond elvis
    elvisp elway emachines embalmer emerald emili emily emine eminem emmitt empire empires encore ender energizer
    enforcer engage engineer england enigma enrico enter enterme enternow enterpri enterprise entropy envision epsilon
    epson equinox eragon eraser erasmus erasure erection erfolg eric erica ericsson erotic erotica escaflowne escalade
    escher escorpio escorpion escort eskimo espana espresso esprit esquire essendon estrell estrellit eternal eternity
    ethan ethernet euclid euphoria eureka europa evanescence evangeli evangelion ever everest evergree everlast everques
    everquest everton evgenii evgeniy evgeniya evil evildead evilone evolutio excaliber excalibu excalibur excellen
    excite exigen exigent exkp exodus exotic exploite exploiter explorer express extensa extreme eybdthcbntn eyeball
    f**k f00tball f14tomcat f15eagle f22raptor f3fpht7op fabia fabie fabienn fabienne fabio fabiol fabric facefuck
    facial faggot failsafe fairlane fairway faisal faith fakepass falcon falcons fallen fallenangel fallengun fallout
    falloutboy falstaff famil famili familia family familyguy fanatic fandango fang fantasia fantasti fantasy fantom
    fantomas faraon farcry farida farmboy farscape farside fart farter fartman fartripper fast4u fastball fastcar
    fastcars faster fatass fatboy fatcat fathead fatman fatty favorite fcbarcelona fduecn feanor fearless feather
    feathers federica fedorov feeder feedme feelgood felicidade feline felix fellatio femmes fender fenerbahce feng
    feniks fenix fenris fenway fergie fergus fernand ferrar ferrari ferret fester festus fetish fettish feuerwehr
    feyenoord fghtkm fgjrfkbgcbc fgtkmcby fhctybq fhntvrf fhutynbyf fhvfutljy fialka fibonacci ficken fiddle fidelio
    fidelity fiesta figaro fightclub fighter filimon filippo filter finalfantasy finder finger fire fireball firebird
    fireblad fireblade firedog firefigh firefighter firefly firefox firehawk fireman firenze firestar firestarter
    firestorm firetruck firewall firework first fish fishbone fishcake fisherma fisherman fishes fishface fishhead
    fishin fishing fishon fishtank fishy fister fisting fitness fitter fivestar fkbyjxrf fkbyrf fkg7h4f3v fkmnthyfnbdf
    fkrjujkbr fktrcfylh fktrcfylhf fktrcfylhjd fktrcfylhjdbx fktrcfylhjdf fktrcfylhjdyf fktrcfylth fktrctq fktrcttdf
    fktyeirf fktyrf flamengo flames flamingo flange flanker flapper flash flasher flashman flathead flatron fletch
    flexible flhtyfkby flicks flintsto flintstone flipflop flipmode flipper flippy floppy florian florida flossy
    flounder flowe flower flowers floyd flubber fluff fluffy flvbybcnhfnjh flyboy flyer flyers flyfish flyguy fmale
    fnkfynblf focus foghorn fokker fomoco foobar footbal football footjob footlove footman forall force fordf fordfocus
    fordtruc fordtruck foreplay foreskin forest foreve forever forfun forgetit forklift forlife formatters forme formula
    forsaken fortuna forumwp foryou forzaroma fossil fosters four foxcg foxfire foxhound foxmulder foxtrot foxy foxylady
    fozzie fraggle franc francesc franci francis francisc frank franki frankie franky fre_ak8yj freaks freakshow freaky
    freckles fred freddy frederik frederiksberg freebird freedo freedom freee freefall freeme freepass freeporn freesex
    freespace freestuff freeuser freeway freewill freiheit fremont frenchie frenchy fresh fresno friday friends
    friendste friendster fright frisbee frisco frisky fritz frodo frog frogger froggie froggy frogman frogs froinlaven
    fromvermine front frontera frontier frosch frosty frozenfish fruitbat fruity fsd9shtyu fubar fucing fuck fuck0ff
    fuck_inside fuckall fucke fucked fuckedup fuckem fucker fuckers fuckface fuckfest fuckhead fuckher fucking
    fuckinside fuckit fuckitall fuckm fuckme fuckmehard fuckmenow fuckmyass fuckmylife fuckof fuckoff fuckshit fuckthat
    fuckthemall fucktheworld fuckthis fucku fuckup fuckyeah fuckyo fuckyou fuckyoubitch fuckyouguys fucmy fufnfrhbcnb
    fugazi fujifilm fujitsu fuking fukkc fulcrum fulham fullback fullmetal fullmoon fun4me fungus funhouse funky funny
    funnyman funstuff funtik funtime funtimes furball fusion fussball futbol futurama futyn fuzzball fuzzy fvcnthlfv
    fy.nrf fyfcnfcbz fyfnjkbq fyfnjkmtdbx fyfnjkmtdyf fylhjvtlf fylhtq fynfyfyfhbde fynjirf fynjybyf fytxrf fyutkbyf
    fyutkjxtr fyyeirf fzappa gabber gabby gabrie gabriel gabriell gadget gaell gagarin gagged gagging gaijin galactic
    galadriel galant galary galatasara galatasaray galaxie galaxy galeries galileo galina gallaries galore gambit
    gambler gameboy gamecock gamecocks gamecube gamemaster gameover gamer gamma gandalf gandolf gandon ganesh ganesha
    gangbang gangbanged gangrel gangsta gangster ganja ganjaman ganjubas gannibal garden gareth garfield gargoyle garion
    garter gasman gateway gatit gatito gator gatorade gators gatsby gaucho gaudeamus gawker gayboy gaymen gazelle gbcmrf
    gbgbcmrf gbhfvblf gblfhfcbyf gbpltw gbyudby gcheckout gdtrfb gecko geezer gegcbr geheim geibcnbr geisha gemini
    general generic genesis geng genghis genius geniusnet georg george georgi georgia geraldin gerasimova gerbil gerhard
    germany geronimo gerrard gesperrt getfucked getin getit getlost getmein getmoney getoff getout getsdown getsome
    gfcgjhn gfdkbr gfgfrfhkj gfgfvfvf gfhfcjkmrf gfhfljrc gfhfvgfvgfv gfhjdjp gfhjkm gfhjkmgfhjkm gfhjkmxbr gfhjkzytn
    gfhkfvtyn gfnhbjn gforce gfyfcjybr gfynthf ghbdtn ghbdtnbr ghbdtnbrb ghbdtndctv ghbdtnghbdtn ghbdtngjrf
    ghbdtnrfrltkf ghbjhbntn ghblehjr ghbrjk ghbrjkbcn ghbrjkmyj ghbywtccf ghetto ghhh47hj ghhh47hj7649 ghjatccjh
    ghjcnbnenrf ghjcnbvtyz ghjcnj ghjcnjabkz ghjcnjgbpltw ghjcnjgfhjkm ghjcnjghjcnj ghjcnjnfr ghjcnjq ghjcnjqgfhjkm
    ghjcnjrdfibyj ghjcnjrdfif ghjdthrf ghjgfufylf ghjnbdjcnjzybt ghjnjnbg ghjnjrjk ghjrehfnehf ghjrjgtyrj ghjuhfvbcn
    ghjuhfvvbcn ghjuhfvvf ghjvtntq ghost ghostrider ghtktcnm ghtlfntkm ghtpbltyn giacomo giancarlo gianluca gianni
    giants gibson gideon gigabyte giggle giggles gilgamesh gilles ginge ginger ginola ginscoot giorgi giorgio giraffe
    girfriend girlie girlies girls girsl gitara giulia giveitup giveme gixxer gizmo gizmodo gizmos gizzmo gjdtkbntkm
    gjhjctyjr gjhjkm gjikbdctyf gjkbyf gjkbyjxrf gjkrjdybr gjkysqgbpltw gjytltkmybr gladiato gladiator gladiolus glamour
    glendale glennwei glenwood glider glitter globus glock gmoney gn56gn go2hell goalie goarmy goat goatboy goats goaway
    gobears gobigred goblin goblue gobucks gobucs gocats gocubs godawgs godbless goddess godfathe godfather godisgood
    godisgreat godislove godiva godlike godsmack godspeed godzilla goethe gofast gofish goforit gogators gogeta gohan
    goheels gohogs gohome goirish goku golden goldenboy goldeney goldeneye goldfing goldfinger goldfish goldrush
    goldstar goldwing golf golfball golfclub golfer golfgti golfing golfman golfnut golfpro goliath gollum gomets gonads
    gonavy gong gonzo goober goochi good good4u goodboy goodday gooddog goodfell goodfellas goodgirl goodguy goodie
    goodison goodlife goodluck goodmorning goodone goodpussy goodsex goodstuf goodstuff goodtime goodtimes goodyear
    goofball goofy google gooner goonies goose gooseman gopack gopher gophers gordo gordon gorilla gorillaz gotcha goten
    gotenks goth gotham gothic gotigers gotmilk gotohell gotribe gotyoass govols grace gramma gramps granada grandam
    grandorgue grandpri grandprix granny grant grapeape grapes gratis gravis graywolf grease great greatone greatsex
    greedisgood green greenbay greenday greeneyes greenlantern greenman greens greentea greentree gregor gregory gremlin
    gremlins grendel gretzky greyhoun greywolf griffey griffon grifter grigoryan grils grimace grime grin grinch grinder
    gringo grisha grizzly gromit groove groovy groucho groupd grout growler grumpy grunt gryphon gspot gstring gsxr
    gthcbr gthtcnhjqrf gthtrhtcnjr gtkmvtym gtnhjdbx gtnhjpfdjlcr guai guan guang guardian gubber gucci guesswho
    guildwars guilherme guillaum guillerm guiness guinness guitar guitarman guitars gulliver gulnara gulnaz gumball
    gumbo gumby gundam gunnar gunner gunners gunsling gunslinger gunsmoke gustav guyver gxlmxbewym gy3yt2rgls gymnast
    gymnastic gypsy h2opolo habibi hack hacked hacker hackers hackerz hacking haggis hairball hairy hakr halcyon haley
    halflife halfmoon halibut halifax hallo hallowboy hallowee haloreach hambone hamburg hamish hamlet hammer hammerhe
    hammers hammertime hamper hamster handbag handball handyman hangman hannah hannes hannibal hannover hansol hansolo
    hanswurst hanuman happines happy happyday happydays happydog happyface happylife happyman happyness harald harcore
    hardball hardcock hardcore harddick hardon hardone hardrock hardwareid hardwood hardwork haribo harle harlem harley
    harpoon harpua harrier harry harrypotter harrys harvest hateme hatteras hattrick havana havefun hawaii hawaiian
    hawaiiguy hawker hawkeye hawkeyes hawks hawkwind hawthorn hayabusa hazmat hd764nw5d7e1vb hd764nw5d7e1vb1 headless
    headshot hearts heater heathe heather heaven heavymetal heckfy heckfyxbr hedgehog hedimaptfcor heeled heidi heineken
    heinlein hejmeddig hejsan helen helios helium hell hellas hellbound hellboy hellfire hellno hello hellohel hellokit
    hellokitty hellome hellomoto helloo hellos hellothere hellow helloween helloworld hellraiser hellsing hellspawn
    hellyeah helmet helmut helper helpme hemi hemlock henderso hendrix heng henrik henry hentai henti herbie hercule
    hercules heretic herewego hermes hermione hernande hershey hesoyam hetfield hewlett heynow heyyou hfcgbplzq hfjdk
    hfleuf hfljcnm hfpldfnhb hfytnrb hibernia hickory hidden highbury highheel highland highlander highlife hijodeputa
    hiking hilfiger hillbill hillside hilltop hiphop hippie hippo hippos hiroshi hitachi hithere hitler hitman hiziad
    hjccbz hjcnbckfd hjvfirf hjvfynbrf hobbes hobbit hocke hockey hogtied hogwarts hokies hola holdem holein holger
    holiday holla hollister holly hollywoo hollywood holycow holyshit hombre homeboy homebrew homely homemade homepage
    homer homerj homers homerun homeworld honda hondacbr hondacivic hondas honey honeybear honeybee honeybun honeydew
    honeys hongkong honolulu hoochie hookem hooker hookers hookup hooligan hoops hoosier hoosiers hooter hooters hootie
    hooyah hopeful horatio hores horizon horndog hornet hornets horney horny hornyboy hornyguy hornyman horse horseman
    horsemen horses horsey horus hoser hot4u hotass hotbabe hotbabes hotbox hotboy hotchick hotdog hotdogs hotgirl
    hotgirls hotlegs hotlips hotmama hotman hotone hotpussy hotrats hotred hotrod hotsauce hotsex hotshit hotshot
    hotspur hotstuff hott hottie hotties hottub hotty hotwheels houdini hounddog hounds house housewife housewifes
    houston hover hrdnw hrfzlz hrvatska hsu75kpot htubcnhfwbz htubyf huai hugetits hugoboss hulkster humbug hummer hunte
    hunter hunting hurrican husker huskers huskies husky hustler hxboqg hydro hyperion hypnodanny hyundai iaapptfcor
    iamcool iamgod iampurehaha iampurehaha2 iamtheman iamtheone iawgk ib6ub ibanez ibill ibilljpf ibilltes icarus
    iceberg icecold icecream icecube icehouse iceman icetea iddqd iddqdiddqd iddqdidkfa idefix idontcare idontkno
    idontknow idunno ifoptfcor iforget iforgot iforgotit ignatius igor igorek igromania iguana ihateyou iiyama ijrjkfl
    ijrjkflrf iklo ilikeit ilikepie ilikeporn ilikepussy ilikesex illini illmatic illumina illuminati illusion ilove
    iloveboobies ilovecock ilovedick ilovegirls ilovegod iloveher iloveit ilovejesus ilovelife ilovelucy iloveme
    ilovemusic ilovemyfamily ilovemylife ilovemyself iloveporn ilovepussy ilovesex ilovetits iloveu iloveyo iloveyou
    ilya imation imcool imhorny immortal impala impalass imperator imperium implants impreza imtheman imzadi incest
    inches incognito incubus indahouse indain india indiana indianali indians indica indigo indon indy indycar inferno
    infiniti infinity ingodwetrust inkognito inlove insane insert insertion insertions insider insomnia inspiron install
    installdevic installsqlst installutil integra intel intelinside interacial intercourse interex intermilan interne
    internet intrepid intruder inuyasha invictus invis iomega ip76k iphone ipswich irakli ireland irina irinka irish
    irisha irishka irishman iriska ironhors ironhorse ironmaiden ironman isabe iscool iseedeadpeople ishmael islander
    ismail istanbul istheman italia italiano itisme itsasecret itsme ivanhoe ivanov ivanova iverson iwantsex iwantu
    j3qq4h7h2v j4ye3uz jabber jabroni jachin jack jackal jackass jackdaniels jackdog jackel jacker jackfrost jackie
    jacko jackoff jackpot jackso jackson jacob jadzia jagger jagr jaguar jaguars jaimatadi jakarta jakers jakester
    jamaica james jamesb jamesbon jamesbond jamesbond007 jamesd jamess jamest jamie jammer jammin janet janeway januar
    january janus japanees jared jaredleto jarhead jasmine jason jasons jasper java javelin javie jaybird jaycee jaydee
    jayden jayhawk jayhawks jayman jazzman jazzy jbond jeadmi jedi jediknig jediknight jedimaster jeep jeeper jeepers
    jeepster jeeves jefferso jeffhardy jeffrey jeffro jehovah jelena jello jelly jellybea jellybean jenn jenna jennaj
    jennife jennifer jenny jerem jeremy jericho jerkoff jerry jesper jesse jessejames jessic jessica jessie jester
    jesucrist jesus jesusc jesuschris jesuschrist jesusislord jesuss jesussaves jetbalance jeter jethro jets jetski
    jetson jewboy jewels jezebel jiang jiao jigei743ks jigga jiggaman jigsaw jimandanne jimbeam jimbo jimbob jimmy
    jimmys jing jingle jingles jiong jkbvgbflf jktxrf jktymrf jlbyjxtcndj jledfyxbr jockey jodeci joeblow joebob joecool
    joemama johann johannes john johnboy johncena johndeer johndeere johndoe johngalt johnn johnny johnsmith johnson
    joker jokers jokx7b9du jomama jonatha jonboy jones jonesy jonny jorda jordan jordyn joseluis josep joseph josephin
    joshu joshua joung joyce joyful joystick jrcfyf jrcfyjxrf jsbach juancarlo juancarlos juanito jubilee juggalo
    juggernaut jughead juice juicy julia julie julien jumanji jumbo jumper juneau junebug jungle junio junior juniper
    junkie junkmail junkyard jupiter jurassic just4fun just4me justdoit justforfun justi justice justin justinbiebe
    justinbieber justme juventus jxfhjdfirf k.jdm k.lvbkf k2trix kaboom kabuki kahlua kahuna kajak kakarot kakashi
    kakashka kaktus kalifornia kalina kalleanka kamasutra kamehameha kamikadze kamikaze kamila kamilla kangaroo kansas
    kappa karachi karaganda karamba karamelka karandash karaoke karapuz karate karen karina karolina karolinka kartoshka
    kashmir kasper kasumi katana katarina katerina katerinka katharin kathy katie katrin katten katya katzen kavkaz
    kawasaki kayak kayla kazanova kazantip kbctyjr kbdthgekm kbnthfnehf kcchiefs kcj9wx5n kd189nlcih keeper keepout
    keith kekc keksa kelly keng kenneth kennwort kenny kenobi kenshin kenwood kenworth kenzie kermit kernel kerouac
    kestrel kevin kevins keyboard keystone keywest kfcnjxrf kfgjxrf kfhbcf khalid khongbiet kickass kicker kickflip
    kicksass kidrock kieran kikimora killa killah killbill kille killemall killer killerbee killerman killers killjoy
    killme killroy killyou killzone kilroy kimchi kimmie kimmy kingfish kingfisher kingkong kingpin kings kingsize
    kingston kingtut kinky kipper kirby kirill kirsty kismet kisses kissme kissmyas kissmyass kiteboy kitkat kitten
    kittens kitties kitty kittycat kittykat kittys kiwi kjifhf kjiflm kjkszpj kjrjvjnbd kl?benhavn klaatu klapaucius
    klaste klaster klaudia kleenex kleopatra klingon klizma klondike klopik knickerless knickers knicks knight knights
    knockers knopka knuckles knulla koala kobe kobebryant kochamcie kodak kodiak kojak kokomo kolbasa koleso kolibri
    kolobok kolokol kombat komodo komputer kononenko konovalov konstantin kontakt kontol konyor kookie kool koolaid
    kordell korn koroleva korova koshechka koshka kosmos kosova kostas kostik kostya kotaku kotenok kovalenko kraken
    krasavica krasnodar krasota krasotka kravchenko krishna kristen kristin kristinka krokodil krolik kronos krusty
    krypto krypton ksenia kseniya ksusha kthjxrf ktybyuhfl ktyjxrf kuai kuan kuang kubrick kudos4ever kukolka kume
    kungfu kurtcobain kwiatuszek l3tm31n l58jkdjp labatt labia labrador labtec lacoste lacrimosa lacrosse laddie ladles
    ladybird ladyboy ladybug ladyffesta ladygaga laetitia lagnaf laguna lagwagon laker lakers lakeside lakewood lakings
    lakota lakshmi lalakers lalaland lambchop lambda lamborghini lamborgini lamer lampard lancaste lance lancelot lancer
    lancia landrove landrover landscap lansing lantern lapochka laptop laracroft larisa larry larsson laser laserjet
    lasers lassie lastochka lasttime lasvega lasvegas lateralus latex latinas latino laura lauras lauren laurent
    lavalamp lawman lazarus lazyacres lback lbtest lbvjxrf leafs leahcim learjet leather leavemealone lebowski lebron
    ledzep ledzeppelin leeds leedsutd leeloo leeroy left4dead lefty legacy legend legenda legion legman legoland legolas
    legos lehjxrf leinad lekker lemans lemmein lemming lemmings lemon lemonade lemond leng lennon leno4ka lenochka
    leonid leonidas leopard leopold leroy lesbain lesbean lesbens lesbian lesbians lesbos lespaul lestat letme1n letmei
    letmein letmeinn letmeinnow letmesee letsdoit letsfuck letsgo letsplay level lever leviathan lexingky lexmark lexus
    lfhbyf lfitymrf lfplhfgthvf lfybbk lfybkf lhbjkjubz lhbjkjubz2957704 lhfrjy lian liang liao libero libertad liberty
    libido libra lick licker licking lickit lickme lickpussy licorice lifehack lifeisgood lifesucks light lighter
    lighthou lightnin lightning lights lightsaber likesdick lilbit liliya lilman lilwayne limewire limpbizkit limpone
    limpopo lincoln linda lindros lindsay lindsey lineage lineman linkin linkinpark linus lion lioness lionhear
    lionheart lionking lipton liquid lisa lisboa lisenok lithium litle little littlebear littlebit littlebitch
    littlefuck littlegirl littleguy littlema littleman littleminge littleone littlewhore livelife liverp00l liverpoo
    liverpool liverpoolfc livestrong livewire lizard lizaveta lizzard lizzy ljxtymrf lkjhgfdsaz lkjhgfdsazx llama
    lllooottt loader lobo lobster lockdown locked lockerroom lockout loco locust locutus logan logger logitech loglatin
    loki lokomotiv lolipop lollipop lollol lollypop lolol lololol loloxx lolwut lomonosov londo london lonesome lonestar
    lonewolf longbeach longboard longbow longdick longdong longhair longhorn longhorns longjohn longlegs longshot looker
    lookout lookup looser lopas lopata loploprock loranthos loredana lorien losangel losangeles loser losers
    lost4815162342 lostsoul lothar lotus loudog louis louise love love4ever lovebug lovefeet loveforever lovegod
    lovehate lovehurts loveis loveislife loveit lovel lovelife lovely lovem loveme lovepussy lover loverboy lovergirl
    loverman lovers lovesex lovesexy lovesme lovesporn lovestory loveya loveyou lowdown lowrider loyola lp2568cskt
    lsia9dnb9y ltdjxrf lthgfhjkm ltkmaby ltybcrf ltymub luan luansantana luca lucas lucent lucian lucifer luckie lucky
    luckycharm luckydog luckyman luckyme luckyone luckys ludacris ludmila lugano lugnut lumber lumina lumpy lunchbox
    luojianhua luscious lust lusty luv2epus lvbnhbq lvbnhbtdf lytghjgtnhjdcr m0nk3y m0nkey m2do5bs macaco macaroni
    macbeth macdaddy macgyver machine machoman maciek macintos macintosh mackdaddy mackenzi macman macross madagaskar
    madala madarchod madcat madcow maddie maddison maddog madhatter madina madiso madison madman madmax madness madonna
    maestro mafia magadan maganda magelan magellan magenta maggi maggie maggot magic magician magick magicman magics
    magnavox magnet magneto magnum magnus magoo magpie magpies mahal mahalkita mahalo maiden mailcreated mailcreated5240
    mailman mailru maison majestic major makaka makarenko makarov makaveli makayla makeitso makemoney makoto maksim
    maksimka malachi malaga malaka malakas malcolm malibu malice malina malinka malish mallard mallorca mallrats mama
    mamacita mamamia mamapapa mamas mamita mammamia mammoth mamo4ka mamochka mamont manager manana manatee manchest
    mancheste manchester mancity mandarin mandarinka manders mandingo mandolin mandragora mandrake mandy manfred mang
    mango mangos manhatta maniac mankind mannheim mannn manolo manowar manson mantis mantle mantra manu manuals manue
    manunited manutd mapet mapleleafs maprchem56458 maradona marajade maranello marat marathon marauder marbles marcello
    march marchenko marcin marcius marco marcopolo marcus margarit margaux margosha maria marie marigold marihuana
    marijuan marijuana marika marillion marina marine mariner mariners marines marinka marino mario maripos mariposa
    marishka marius mariya mark marker marketin markhegarty markie markiz markiza marlboro marley marlins marmite maroon
    marseill marseille marsel marsik martesana martian martin martini marty marusya marvin maryjane marykay masamune
    maserati mash masha mashamasha mashka mason massimiliano massive maste master masterbaiting masterbate masterbating
    mastercard masterchief masterkey mastermi mastermind masterp masturbation matador matchbox matematica matematika
    mateusz matisse matri matrix matros matt matteo matthe matthew matthias mattingl matty mature matvei matvey maurici
    maurizio maurolarastefy maveric maverick mavericks maxdog maxell maxfli maxi maxim maxima maxime maximilian maximka
    maximus maxmotives maxpayne maxpower maxwell maxx maxxxx mayday mayfair mayhem mazafaka mazda mazdarx mcdonalds
    mclaren mdogg meadow meandyou meatball meathead meatloaf mechanic medic medion medusa medved medvedeva megadeth
    megafon megaman megan megane megapass megapolis megatron meggie meister melanie meliss melissa mellon mellow
    melnikova melon melons melrose memnoch memorex memphis menace meng mensch menthol mentor mentos meonly meowmeow
    meowmix mephisto mercede mercedes mercury meridian merlin merlot mermaid mersedes mesohorny messi messiah metal
    metalgear metalhead metalica metall metallic metallica methodman methos metoo metroid metropol mets mettss
    mevefalkcakk mexic mexico miami miamo miamor mian miao michae michael michaeljackson michele michelle michi michigan
    mick micke mickey mickeymouse micky micro microlab micron microphone microsof microsoft midget midnight midnite
    midori midway mierda mighty migue mihail mikado mikael mikayla mike mikey mikkel milamber milana milano milashka
    milena milenium miles milfhunter milfnew milhouse milkman milkyway mille millenium miller millerlite millertime
    million millwall mimosa minecraft minecraft123 mingus minhasenha minicooper minime minimoni minnesot minnesota_hp
    minotaur mirage miranda miroslava mischa mischief misfit misfits mishka misiaczek misiek missie mississi misskitty
    missy mister mistral mistress misty mittens miyvarxar mizuno mizzou mjolnir mnbvcxz mobbdeep mobydick modelsne modem
    modena modles mogwai mohawk mojave mojo mojojojo molly mollydog moloko molotok molson momanddad momdad mommie mommy
    momoney momsanaladventure momsuck monaco monalisa monarch monday mondeo mone money moneybag moneymaker moneyman
    moneys mongo mongoose monic monica monies monique monitor monke monkey monkeybo monkeyboy monkeybutt monkeyma
    monkeyman monkeys monolith monopoly monsoon monste monster montag montana montblanc montecar montecarlo monterey
    montgom montreal montrose monty moochie moocow mookie moomoo moonbeam moondog mooner moonligh moonlight moonman
    moonshin moonshine moonstafa moonstar moose mooses mopar mordor moremoney morena morga morgan morgana morganstanley
    morgen morgoth moritz morlii morozov morozova morpheus morrowind mortalkombat morten mortgage morticia mortimer
    mortis moscow moskva mostwanted motdepass motdepasse mothe mother motherfu motherfuck motherlode mothra moto
    motocros motocross motorbike motorcyc motorhead motorola motorolla motown mountain mouse mousepad mouser mouses
    mousey mowgli mozart mpegs mrbill mrbrownxx msorcloledbr mudar mudvayne mufasa muffdive muffdiver muffin muffinman
    muffy mugwump mulder mullet multiplelo multiplelog multiscan multisyn multisync munch munchkin muppet murat
    murcielago murph murphy murzik musashi muschi muscle muscles mushroom music musica musiclover musicman muskie
    muskrat mustafa mustan mustang mustangg mustanggt mustangs mustard mutabor mutant mutley mutter muttley my3sons
    myangel mybaby myboys mycock mydick myfriend mygirl mygirls myhouse mykids mylife mylove mymother myname mynameis
    mynewbots mypass mypasswo mypassword myporn mypussy mysecret myspace mystic mystuff myszka mytime mywife myworld
    myxworld nachos nacked nadegda nadejda nadezhda naked namaste nancy nang nanook napalm napass napoli napster narnia
    narut naruto nascar nastena nastenka nastia nasty nastya nataha natali natalie natalka nataly natascha natasha
    natchez natedog natedogg natha nathan nathanie naught naughty naughtyboy nautica nautilus navajo navigato navigator
    navyseal nazarenko nazgul nbuhtyjr nbvjatq nbvjif ncc1701a ncc1701d ncc1701e ndirish nebraska nebula necromancer
    nederland need4speed needforspeed needit nefertiti nelso nelson nemesis nemrac nemvxyheqdd5oqxyxyzi neng neon
    neptune nermal nessie nesterova nestle netscape network networkingpe neutron nevada never neveragain nevergiveup
    neverland nevermin nevermind nevermor nevermore neverwinter nevets newark newbie newcastl newday newjersey newjob
    newlife newmexico newness newone neworder neworleans newpass newpassword newport newproject newproject2004 newstart
    newuser newyear newyork newzealand nextel nexus nezabudka nfhfrfy nfnmzyf nfvfhf nfy.irf nfytxrf nhecsyfujkjdt
    nhfdvfnjkju nhfdvfnjkju123 nhfkbdfkb nhfrnjh nhfrnjhbcn nhfycajhvths niang niao nibbles niceass niceday niceguy
    nicetits nichola nickel nickle nicky nico nicola nicole nigga niggas niggaz nigger niggers nightcrawler nighthaw
    nighthawk nightmar nightowl nightshade nightwin nightwing nightwish nightwolf nike nikita nikitin nikitos nikki
    nikko niklas nikola nikolaeva nikolaevna nikolai nikolay nikon nimbus nimitz nimrod nineball nineinch niners ning
    ninguna ninja ninjas nintendo nipper nipple nipples nippon nirvan nirvana nissan nissan350z nitram nitro nitrous
    nitrox nittany njdevils nocturne nofear nogard nokia nokia6230i nokiadermo nokian noles nolimit nolimits nomad
    nomads nomar nomore noname nondriversig nong nonmembe nonstop noodle noodles nookie nopasaran nopass nopassword
    normandy northstar norwich nosferat nosferatu nostromo not4you notebook nothing notnow notredam notredame notused
    nounours novell novifarm novikova noway nthvbyfnjh ntktajy ntktdbpjh ntktgepbr nuan nubian nude nudes nudist nudity
    nugget nuggets number numlock nurlan nursultan nutella nutmeg nutsack nuttertools nvidia nwo4life nxjmt nygiants
    nyjets nylons nymets nympho nyyankee nyyankees o9i8u o9i8u7y o9i8u7y6t oakland oaktree oasis oatmeal obelix oberon
    obiwan oblivion obsidian oc247ngucz ocarina ocean oceans ocelot october octopus odin odyssey oedipus offroad ohbaby
    ohiostate ohmygod ohshit ohyeah oicu oilers oilman okmijn oksana olcrackmaster oldfart oldman oldone olds oldschool
    oldsmobile oleg olegnaruto olemiss olenka olesya oliver olivia olivier olympus omanko omega omegared omerta
    omgkremidia omgwtfbbq omicron omnislash omsairam onelove onepiece onetime onetwo onetwothree onion onions online
    onlyme onlyone ontheoutside ontherocks opelagila opelastra open opendoor openit openme opennow opensesame openup
    operator opiate optima optimist optimus optiplex optiquest opus oracle oralsex orang orange oranges orchard orchid
    oreo orgasm orgasms orgy orient oriflame orioles orion orlando orochimaru orpheus orwell osama oscar oscars osiris
    osprey othello otherside otter otters outback outkast outlaw outlaws outsider ovation overkill overlord ow8jtcs8t
    ownage oxford oyster ozzie ozzy p030710p$e4o p0o9i p0o9i8u p0o9i8u7y p455w0rd p4ssw0rd p@ssw0rd pa55w0rd pa55word
    pablo pacers pacino packard packer packers pacman paco paddle paddy padres painkiller paintbal paintball paisley
    pajero pakista pakistan paladin pallmall palmeiras palmtree paloma pamel pamela panache panama panasoni panasonic
    panasonik pancake pancho panda pandabear pandas pandemonium pandora pang panhead panorama panter pantera panther
    panthers pantie panties pantyhos pantyhose panzer paolo papabear papamama paparoach papasmurf papaya paperclip
    paperino papichul papillon papit papito pappy paradigm paradise paradox paragon paraklast paraklast1974 paramedi
    paramedic paramore paris parker parkour parlament parol parola parolamea paroll parolparol parrot parsifal partizan
    party pasadena pascal pasport pass pass1page pass1word passat passcode passfan passfind passion passions passmast
    passmaster passme passord passport passsword passthie passthief passw0r passw0rd passwd passwerd passwo passwor
    password password1234 passwords passwordstandard passwort pasword patata patate patches pathfind pathfinder patit
    patric patrici patrick patrik patriot patriots patrizia patryk pattaya patter patterso paulie pavel pavement
    pavilion pavlik pavlov pavlova payday payton pdiddy pdtplf pdtpljxrf peace peaceout peach peaches peachy peanu
    peanut peanutbutter peanuts pearl pearljam pearls peavey pebble pebbles pecker peddler peekaboo peeper peepers
    peewee pegasus pelican pelikan pencil pendejo pendrago pendragon penetrating penetration penfold peng penguin
    penguins penis pennstat pennstate penny pennywis pennywise penthous pentium pepito peppe pepper pepsi pepsicola
    peregrin perfect perkele perro persik persona pertinant pervasive pervert peter peterbil peterbilt peterburg
    peternorth peterpan petite petra petrov petrova petrovich petrus petter petunia peugeot pfhfnecnhf pfkegf pfloyd
    pfqxbr phaedrus phantom pharao pharmacy phat pheonix phezc419hv phialpha philipp philippe philips phillies phillip
    philly phish phishy phoeni phoenix photo photog photon photos phpbb phreak phrowz pian pianoman pianos piao pic's
    picard picasso piccolo picher picker pickle pickles pickup pics pictere pictuers picturs piehonkii pieman piercing
    pietro pigeon piggies piggy piglet pigpen pikachu pillow pilot pilsner pimp pimpdadd pimpdaddy pimpin pimping
    pimpjuice pimpster pinball pineappl pineapple pinetree pinewood ping pingpong pinguin pingvin pinhead pink pinkfloy
    pinkfloyd pinkpussy pinky pinnacle pintail pioneer pioner pipeline piper pipers pipiska pippen pippo piramida pirate
    pirates pisces pisser pissing pissoff pistol piston pistons pitbull pitchers pitures pixie pixies pizda pizdec pizza
    pizzahut pizzaman pizzas pjcgujrat pjkjnj placebo placid planet planeta planner plasma plastic plastics platinum
    plato platon platypus playa playball playboy playboys player playful playmate playstat playstation playstation2
    playstation3 playtime please pleaseme plokij ploppy plumber pluto pluton plymouth pmdmsctsk pobeda pochta poison
    poiuyt poiuytrewq pokemo pokemon poker pokerface pokey polarbea polarbear polaris polaroid polgara police polina
    polinka polkaudio pollux polly polniypizdec polniypizdec0211 polniypizdec110211 polo polska pomidor pommes pompey
    poncho pong pontiac pony ponyboy poobear pooch poochie poodle pooh poohbea poohbear pookey pookie pooky pool
    poontang poop pooper poophead poopie poopoo poopsie poopy pooter popcorn popeye popova popper poppie poppy poptart
    porkchop porky porn porn4life porn4me pornking pornlover porno pornografia pornographic pornos pornostar pornpass
    pornstar porosenok porsche porshe portishead portland portugal poseidon possum postal postman postov posture potato
    pothead pounded powder power powerade powerman prancer prashant praxis preacher precious predator prelude premium
    premiumcash presario presiden prestigio presto prettyboy prettygirl pretzel prima primal primavera prime primetime
    primus princ prince princes princesa princesit princess princessa princesse princeto pringles printer priscill
    prisonbreak prissy privat private privet priyanka probes problemas prodigy proghouse prophet prosper prospero prosto
    prostreet proton protoss providian proview prowler proxy prozac psychnau psychnaut psycho ptybnxtvgbjy puck puddin
    pudding puddles puertorico puffer puffin puffy pufunga pugsley pulsar pumkin pumper pumpkin pumpkins punani punisher
    punkass punker punkin punkrock punksnotdead punter pupkin puppies puppy puppydog puppys pupsik purdue purpl purple
    pushistik pushkin pushok puss pussey pussie pussies pusssy pussy pussy4me pussybitch pussycat pussyeat pussyeater
    pussyfuck pussylick pussylicker pussylov pussylover pussyman pussys pusyy putamadre putangina putter pyon pyramid
    pyramids python q1q2q q1q2q3q q1q2q3q4q q1w2e q1w2e3r q1w2e3r4t q1w2e3r4t5y q1w2e3r4t5y6 q1w2e3r4t5y6u
    q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i q1w2e3r4t5y6u7i8 q1w2e3r4t5y6u7i8o9p q1w2e3r4t5y6u7i8o9p0 q2q3q q2q3q4q q2q3q4q5q
    q2w3e q2w3e4r q2w3e4r5t q2w3e4r5t6y qa2ws qa2ws3ed qa2ws3ed4rf qa2ws3ed4rf5tg qawsed qawsedrf qawsedrftg
    qawsedrftgyh qaywsx qaz!qaz qaz123wsx qaz123wsx456 qaz2ws qaz2wsx qaz2wsx3edc qaz2wsx3edc4rfv qazedc qazedctgb
    qazplm qazqaz qazse qazsedcft qazws qazwsx qazwsxed qazwsxedc qazwsxedc123 qazwsxedcrfv qazwsxedcrfvtgb qazxc
    qazxcdews qazxcv qazxcvbnm qazxsw qazxsw23edc qazxsw23edcvfr qazxswedc qazxswedc123 qazxswedcvfr qazzaq qian qiang
    qiao qing qiong qpalzm qpwoeiruty qqqq qqqqq qqqqqq qqqwww qqqwwweee qqwwee quake quaker quan quant4307s quantum
    quartz quasar quattro queen queens quest quicksilver quiksilver qw12qw qw23er qw34er qw34er56ty qwas qwaszx
    qwaszxedc qwaszxerdfcv qwe123asd qwe123qwe qwe123rty qwe456rty qweas qweasd qweasdqwe qweasdzx qweasdzxc
    qweasdzxc123 qwedcxzas qwedsa qwedsazxc qweewq qweqwe qwer qwerasdf qwerasdfzxcv qwert qwertasdfg qwertasdfgzxcvb
    qwertgfdsa qwerttrewq qwerty qwerty123456 qwerty123456789 qwertyasd qwertyasdfgh qwertyu qwertyui qwertyuio
    qwertyuiop qwertyuiop10 qwertyuiop12 qwertyuiop123 qwertyuiop12345 qwertyytrewq qwertz qwertzui qwertzuiop qwezxc
    r2d2c3p r2d2c3po r3vi3wpass r4e3w2q rabbit rabbits rabota racecar racer racers racerx rachel racing racoon radar
    radeon radiance radio radiohea radiohead raduga raffaello raffles ragman ragnar ragnarok raiden raider raiders
    rainbow rainbows raindrop rainier rainmaker rainman rainyday raisin raistlin rajesh rakesh raketa rakkaus ralph
    ralphie ralphy ramada ramazan rambler rambo ramjet rammstei rammstein ramones rampage ramrod ramses ramstein ramzes
    ranchero rancid random randy ranetki rang ranger rangerover rangers rapier raptor raptors rapture rapunzel rascal
    rasdzv rasmus rasputin rasta rastafari rastaman raster rastus ratboy ratdog ratfink ratman rattler raven ravens
    rawhide rayman raymond razdvatri raziel razor razz razzle rb26dett rbcekz rbhbkk rctybz rdfhnbhf reader realmadri
    realmadrid realtor reanimator reaper reaver rebbyt rebecca rebel rebels rebelz reboot reborn reckless recon redalert
    redbaron redbeard redbird redbone redbull redcar reddevil reddevils reddog reddragon reddwarf redeye redfish redfive
    redfox redhat redhead redheads redhot redleg redlight redline redman redneck redone redrock redrose redrum reds
    redshift redskin redskins redsox redstar redstorm redwall redwine redwing redwings redwolf redwood reebok reefer
    reeses reflex regal reggae rehbwf rehjgfnrf reliant reload reloaded remingto renat renault renee renegade reng
    repoman reptile repytwjdf requiem rerehepf rereirf rerfhfxf rerfhtre rescue residentevil respublika restart retard
    retsam reviewpass revival revoluti revolver rewq reznor rfcgthcrbq rfgbnjirf rfgecnf rfgecnfcerf rfhbyf rfhbyjxrf
    rfhfgep rfhfrfnbwf rfhfufylf rfhfvtkmrf rfhfylfi rfhlbyfk rfhnjirf rfkbyf rfkmrekznjh rfktylfhm rfnfcnhjaf
    rfnfgekmnf rfnthbyf rfnthbyf1988 rfnthbyrf rfntymrf rfrfirf rfrnec rfv3edc rfvbrflpt rfvfcenhf rfvtgbyhn rhbcnbyf
    rhbcnbyjxrf rhfcfdbwf rhfcfdxbr rhfcjnf rhfcjnrf rhfcyjlfh rhfcyjzhcr rhfdxtyrj rhfvfnjhcr rhino rhinos rhjkbr
    rhjrjlbk rhtdtlrj rhubarb ribbit ricard riccardo rice richar richard riches rickster ricky ricochet riddler riffraff
    rigger rightnow righton riley rincewind ringo ripken ripper ripple riptide river riverplate riverrat riversid rjcvjc
    rjdfkmxer rjdfktyrj rjhjdf rjhjds rjhjkm rjhjkmbien rjhjktdf rjirfrgbde rjitxrf rjntyjr rjntyjxtr rjnzhf rjs1la7qe
    rjvgm.nth rjyatnrf rjycnbnewbz rjycnfynby rjyjgkz rkfdbfnehf rktjgfnhf roadkill roadking roadrunn roadrunner
    roadster roadway rober robert roberto robin robinhood robocop robot robotech robotics rochard rockbottom rocker
    rocket rocketma rocketman rockets rockey rockford rockhard rockhopper rockie rockies rockin rockman rocknrol
    rocknroll rockon rockroll rocks rockstar rocky rockydog rodent rodeo rodina rodion rodman roflcopter roger rogue
    roland rolex roller rollin rolltide roman romanenko romanov romanova romans romantika romario romashka romeo rommel
    romulus ronald ronaldinho ronaldo rong roofer rookie rooster roosters rootbeer rootedit rooter rosebud rosewood
    rosie rostislav rostov roswell rotary rotten route router rover rovers rowdy royals royboy roygbiv rrpass rsalinas
    rt6ytere rtyuehe ruan rubber rubble rubicon rudeboy ruffles rufus rugby ruger rugger rugrat rugrats rulez rulezzz
    rumble runaway rundmc runescape runner rush rushmore ruslan russell russia russian rustam rusty rustydog ryjgrf
    s3t4p s5r8ed67s saab sabaka sabbath sabian sabine sable sabre sabres sabrin sabrina sachin sadie safari safeway
    saffron sahara saibaba saigon sailboat sailfish sailing sailor sailormoon saints sairam saiyan sakura salamander
    salamandra salami salasana saleen sallas sally salman salmon salomon salope salsero saltydog salvator samadams
    samanta samanth samantha samarkand samba sambo samdog samhain samiam samir samm sammi sammy sammydog sammys samoht
    sampson samson samsun samsung samtron samue samuel samurai sanandreas sanane sancho sandeep sandiego sandman sandr
    sandra sandrine sandro sandy sandydog sandys sanfran sanfrancisco sanity sanjay sanjose santacru santafe santiag
    santino saopaulo saphire sapper sapphic sapphire saqartvelo sarah sarajevo saratoga saratov sascha sasha sashka
    saskia sassie sassy sasuke satan satana satanas satchel satchmo satellit sativa satori satriani saturn saun
    saun24865709 sauron sausage sausages savchenko savior sawdust saxman saxophon sayang scamper scania scanner scarab
    scarface scarlet sceptre schalke schastie schatzi scheisse schnuffi school schoolgirlie schule schumi schwanz
    schwinn scirocco scoobie scooby scoobydo scoobydoo scoote scooter scoreland scorpi scorpio scorpion scorpions scotch
    scotland scott scotts scottt scotty scoubidou scout scrabble scrapland scrapper scrappy scream screamer screwy
    screwyou scrooge scrotum scruffy scuba scully seabass seabee seadog seadoo seagull seahawk seahawks seahorse
    sealteam seamus searay searcher seaside seattle seaweed seawolf sebastia sebastian sebastie sebastien sebora sebring
    secre secret security sedona seductive seeker seemnemaailm segblue segreto seinfeld sekret select selmer seminole
    seminoles semper semperfi senators seneca seng senna sensei sentinel sentra sentry sephirot sephiroth septembe
    septiembr sepultura seraphim serega seren serendipity serenity sergbest serge sergeevna sergei sergej sergey sergi
    serpent sersolution server service sesame sestra sevastopol seven sevenof sevens severin seville seviyi sex4me
    sexaddict sexgod sexisgood sexkitten sexmachine sexman sexo sexpistols sexpot sexsex sexsexse sextoy sexual sexx
    sexxx sexxxx sexxxy sexxy sexy sexyass sexybabe sexybeast sexybitch sexyboy sexygirl sexygirls sexylady sexymama
    sexyman sexyme sexyone sexyred sf49ers sfgiants shabba shado shadow shadowfax shadowman shady shag shaggy shai
    shaker shakur shalom shaman shamanking shamil shampoo shamrock shamus shandy shane shaney shang shania shanno
    shannon shanny shao shaolin sharingan shark sharks sharky sharon sharpie shasta shaved shawn shazam sheba sheeba
    sheepdog shei shelby sheltie shemale shen sheng sherlock shevchenko shibby shibumi shifty shiloh shimano shimmer
    shiner shinigami shinji shinobi shiraz shitface shitfuck shithappens shithead shitter shitty shiznit shocker shodan
    shogun shojou shonuf shooter shopper shorty shotgun shotokan shou showboat showme showtime shredder shrike shroom
    shuai shuan shuang shui shun shuo shurik shutup shyguy sickboy sidekick sidewind sidewinder siemens sienna sierra
    sigma sigmachi sigmar silenthill silkeborg silly silve silver silverad silverado silverfox silvi simba simcity
    simferopol simon simple simpleplan simpson simpsons sinatra sinbad sincity sinful singapor single sinister sinjin
    sinned sinner sirius sissy sithlord sixers sixpack sixty sixtynin sixtynine sizzle sk8ordie sk8ter skate skateboa
    skateboard skater skazka skeeter skibum skidoo skiing skillet skillz skinhead skinny skins skipper skippy skittles
    skolko skorpion skulls skunk skydive skydiver skyhawk skylar skylark skyler skyline skynet skywalke skywalker
    slacker slainte slamdunk slammer slapnuts slapper slappy slapshot slasher slava slave slavik slayer sleeper sleepy
    slicer slick slider slim slimjim slimshad slimshady slinky slipkno slipknot slipper slippery slippy sliver sloneczko
    slonik slowhand slugger sluggo slut sluts sluttey slutty smackdow smackdown smallvill smallville smart smartass
    smarty smashing smeghead smegma smeller smelly smile smiles smiley smirnoff smirnov smirnova smith smiths smithy
    smitty smoke smokedog smoker smokes smokeweed smokey smokie smokin smooch smooth smoothie smother smudge smuggles
    smurf smut smutty snafu snake snakeeyes snakeman snakes snapon snapper snapple snappy snapshot snatch sneaker
    sneakers sneaky snicker snickers sniffer snikers sniper snoogans snooker snookie snoop snoopdog snoopdogg snoopy
    snowball snowbird snowboar snowboard snowdog snowflak snowflake snowman snowwhite snowy snuffy snuggle snuggles
    snusmumrik sobaka sober sobriety socce soccer socrate socrates sodapop sofiya softail softball softtail software
    sojdlg123aljg sokolov sokolova solace solaris soldat soldier soleda soleil solidsnake solitude solnce solnishko
    solnyshko solrac something sommer sonata songbird songoku sonic sonics sonne sonnenschein sonny sonoma sonora sony
    sonyericsson sonyfuck sonyvaio sooners sophi sophie soprano sopranos sosiska soso123aljg soulfly soulmate sound
    southpar southpark southpaw southsid southside sowhat space spaceman spade spam spaniel spank spanker spanking
    spankme spanks spanky spanner sparhawk sparkey sparkle sparkles sparky sparta spartacu spartak spartan spartans
    sparty spawn speaker special specialinsta specialk spectre spectrum speed speedo speedster speedy spencer sperma
    sphinx spice spide spider spiderma spiderman spidey spiffy spike spiker spikes spikey spinner spiral spirit spitfire
    splash splatter spleen spliff splinter splurge spock sponge spongebo spongebob spooge spook spooky spoons sport
    sports sportster sporty spotty spring sprint sprinter sprite sprocket sprout spud spunk spunky spurs sputnik spyder
    sqdwfe squall squash squeak squerting squid squirrel squirt squirts srinivas st0n staind stalin stalingrad stalker
    stallion stamford stampede standby stang stanislav stanley star starbuck starbucks starcraf starcraft stardust
    starfire starfish starfleet starfox stargate stargazer starligh starlight starlite starman starship starsky start
    starter startrek starwar starwars stasik static statistika stayout stealth steamforums steaua steel steeler steelers
    steelhea stefano steffi stella stellar stepan stepanova stepashka steph stephani stephen stephy stereo sterlin
    sterva steve steven steveo steves stewart stickdaddy stickdaddy77 stickman sticks sticky stiffy stigmata stiletto
    stimpy sting stinger stingray stinker stinky stinkyfinger stitch stocking stocks stokrotka stomatolog stone stonecol
    stonecold stoned stones stonewal stoney stooge stooges stopit stoppedby storm stormy storys strange stranger
    strannik strap strat stratfor strato stratocaster stratus strawber strawberry streaming streetball strelok strider
    strife strike striker stripclub stripe striper stripper stroker stroller stryker stubby stud studioworks studly
    studman studmuffin stuffer stumpy stunner stupid stylus suan subaru sublime submarin submit subway subwoofer subzero
    succes success suck suckcock suckdick sucker suckers suckit suckme suckmeoff suckmycock suckmydick sucks suede sugar
    sugarbear sugars suikoden sukebe sully sultan summe summer summerti summertime summit sunbeam sunbird sundance
    sunday sundaypunch sunderla sundevil sundown sunfire sunflowe sunflower sunkist sunlight sunny sunnyday sunrise
    sunset sunshin sunshine suntzu super superb superbow superdude superduper superfly supergirl superma superman
    supermanboy supermario supernov supernova superpuper supers supersonic supersta superstar supra surf surfer surfing
    surfsup surveyor survivor susan sushi susieq suslik suzuki sverige sveta svetasveta svetik svetka svetlana svetlanka
    svoboda swallow swallows swampy swanky swatch swede sweeps sweet sweetass sweetdream sweetgirl sweethea sweethear
    sweetnes sweetness sweetpea sweetpussy sweets sweety swifty swimmer swimming swinger swingers swinging swoosh sword
    swordfis swordfish swords sydney sylveste syncmaster synergy syqo15hil syracuse syrinx system systemofadown syzygy
    t4r3e2w1q tabasco taburetka tacit taco tacobell tacoma tadmichaels tadpole taekwondo taffy tahiti tahoe taichi
    tailgate taipan takamine takashi talgat talisman talon tamerlan tammy tampabay tamuna tamwsn3sja tanechka tangerin
    tangerine tango tanker tannenbau tantra tanya tarakan tarantul tardis target tarheel tarheels tarpon tartan tarzan
    tasha tashkent tasty tatarin tater tatjana tattoo tatyana taurus taxman taylo taylor tazman tazmania tazz tbird
    tbone tdfyutkbjy tdutybq tdutybz teabag teacher teamomuch teamwork teapot teaser technics techno tecktonik tecumseh
    teddy teddybea teddybear teejay teen teenie teens teensex tekken telecast telecaster telecom telefon telephon
    televizor temp tempest templar temppass temppassword temptress tenchi tenerife teng tennesse tennis tequier tequiero
    tequila terefon teres terminat terminato terminator termite terran terrapin terrier terriers terror terry test
    testdrive teste tester testibil testing testpass tetris tetsuo teufel texaco texans texas texass tgb6yhn tgbxtcrbq
    thailand thanatos thankyou thanos thatsme thebear thebeast thebeatles thebest theboss theboys thecakeisalie thecat
    theclash thecrow thecure thedog thedon thedoors thedude theduke theedge theend theflash theforce thegame thegreat
    thekid thekiller theking thelast theman themaster thematri thematrix theone therock thesaint theshit thesims
    thething thetruth thewall thewho theworld thierry thinker thinkpad thirteen thisisit thissuck thissucks thistle
    thoma thomas thong thongs thor thorsten thrawn threesom throatfuck thuglife thugstools thumbnils thumbs thumper
    thunder thunderb thunderbird tiamat tian tiao tiberian tiberius tiburon tical ticketmaster tickle tickler tickling
    ticklish ticktock tictac tiffan tiffany tiger tigercat tigers tigerwoods tigge tigger tights tigre tigress timber
    timberland timberwolf timelord timeout timmy timosha timothy timoxa timur ting tinker tinkerbe tinkerbel tinkerbell
    tinman tintin tipper tippy tiptop titan titanic titanium titans titfuck tities titleist titlover titman tits titten
    titties titts titty tittys tkachenko tkbpfdtnf tkfkdg tkfkdgo toaster toasty tobydog today toejam toffee toggle
    tokiohotel tolkien tomahawk tomate tomato tomboy tombraider tomcat tommy tommyboy tomservo tonka tonto tony tonyhawk
    toocool toohot tookie toolbox toolman tooltime toomuch toon toonarmy toonces toons tootie tootsie topaz topcat
    topdevice topdog topgun tophat topher topolino topper topsecre topsecret topspin toriamos torino tornado toronto
    torrent tortoise tortuga toshiba tosser totenkopf totoro tottenha tottenham touchdow toulouse toyota tracer tracker
    tractor tracy trader trailers trainer traktor tralala trample trance tranny transam transcend transexual transfor
    translator trapper travel traveler travis treasure treble trebor treefrog treetop trek trekker trfnthbyf triangle
    tricky trident trigger trigun trinitro trinitron trinity tripleh triplets triplex tripod tripper tristan tristar
    triton triumph trivia trixie trojan trojans troll trombone trooper trouble trousers trout truck trucker truckin
    trucking trucks trueblue truelove truffles trumpet trunks truskawka trust trustme trustn trustno trustnoone tryagain
    tsunami tuborg tucker tucson tuesday tuffy tugboat tujhrf tulane tulip tulips tunafish tundra tuning tupac
    tupacshakur turbo turbos turk turkey turnip turtle turtles tuscl tuxedo tweety twiggy twilight twinkie twinkle twins
    twisted twister twiztid twodogs twostep tycoon tyler tylers typhoon tyrant tyson tzzqi uaeuaeman ub6ib ublhjgjybrf
    ubnfhf udacha ufhhbgjnnth ufhvjybz ufkbyf ufkfrnbrf ugd5hip2j uhbujhbq uhfdbwfgf ujkjdjkjvrf ukflbfnjh ukflbjkec
    uldv ultima ultimate ultra ultraman ultras umbrella ummagumma umpire uncencored undead underdog undertak undertaker
    undertow unforgiven unicorn united universa universi unreal uptown upyours uranus urlaub ursitesux usarmy user
    username usmarine usmc usnavy usuckballz utahjazz utjhubq utjuhfabz utjvtnhbz utopia uzumymw vacation vader vadim
    vadimka vaffanculo vagabond vagina valdepen valentin valentina valera valeriya valhalla valkyrie valleywa vampir
    vampire vampyre vancouve vandal vaness vanessa vangogh vanguard vanhalen vanilla vantage vanyarespekt varvara
    vaseline vasilisa vasiliy vauxhall vbhevbh vbhjckfdf vbhjndjhtw vbienrf vbifyz vbkfirf vbkfyf vector vectra vedder
    vegas vegeta vegita vegitta vegitto vehpbr velosiped velvet vendetta venera venezuel venom vepsrf verbatim vergeten
    veritas verizon vermont veronic veronika versace vertigo verygood verygoodbot vesper vette vfcnth vfczyz vfhbirf
    vfhbyf vfhbyfvfhbyf vfhbyjxrf vfhbyrf vfhecz vfhnsirf vfhnsyjdf vfhufhbnf vfhufhbnrf vfhujif vfhvtkflrf vfibyf
    vfitymrf vfkbyf vfksirf vfktymrfz vflfufcrfh vfnbkmlf vfndtq vfnhjcrby vfntvfnbrf vfpfafrf vfrcbv vfrcbvjdf vfrcbvrf
    vfrcbvvfrcbv vfvekbxrf vfvektxrf vfvekz vfvfbgfgf vfvfgfgf vfvfgfgfz vfvfvskfhfve vfvjxrf vfylfhby vfylfhbyrf
    vfyxtcnth vgirl viagra vibrate vicecity victo victor victori victoriya victory video videoes vides viewsoni
    viewsonic viking vikings viktor viktoria viktorija viktoriya villevalo vincen vincent vintage violator violetta
    violin viper vipergts vipers virago virgin virgini virginie virgo virtuagirl visa vision vitalik vitaliy vitamin
    vittorio vivaldi vivid vivitron vixen vjcrdf vjkjrj vjqgfhjkm vkontakte vlad vladik vladimir vladimirovna vladislav
    vladislava vladvlad vodafone voiture voland volcom volgograd volkodav volkov volkova volkswag volkswagen volley
    volleyba volodin volodya voltron volvo voodoo vorlon vorona vortex vostok voyager voyeur vqsablpzla vsegda vsjasnel
    vthctltc vtldtlm vtufgjkbc vulcan vulva vwgolf vyjujnjxbt w00t w2dlww3v5p w3e4r w_pass wachtwoord waffenss waffle
    wahoo wakeup waldo walker walleye wallstreet wally walmart walnut walrus walter wanderer wanker wanking wannabe
    wanrltw wapapapa wapbbs warcraft wareagle warehous warez warhamme warhammer warhammer40k warlock warlord warrior
    warriors warthog wasabi wasdwasd washingt washingto wasser wassup watashi watcher water waterboy waterfal waterloo
    watermelon waterpolo waterski watford wayer wayne wazzkaprivet wazzup wcrfxtvgbjy wdtnjr wdtnjxtr weare weasel
    webcam webhompas webhompass webmaste webmaster websol websolutions websolutionssu webuivalidat wednesda weed weenie
    weezer weihnachte weihnachten weihnachtsbau weihnachtsbaum welcom welcome welder welkom wellhung wellingt wendy
    wendys weng werder werdna werewolf werter wertzu westcoast westham westie westlife westside westwood wethepeople
    wetpussy wetter wg8e3wjf whaler whales whateve whatever whatsup whatthe whatthefuck whatthehell whatup wheels
    whiplash whiskers whiskey whisky whisper whistler white whiteboy whiteout whitepower whitesox whitetail whitewolf
    whitey whoami whoareyou whocares whodat whoknows whoopass whopper whore whores whosyourdaddy whynot wibble wiccan
    wicked widget wifes wifey wiggles wildbill wildcard wildcat wildcats wildfire wildman wildone wildthing wildwood
    willem willi william willie willow willy wilso winchest windmill windows windsor windsurf wingchun wingman wingnut
    wingzero winner winston winter wisconsi wisdom wiseguy wishbone wishmaster wizard wizards wizzard wobble wolf wolfen
    wolfgang wolfie wolfman wolfpac wolfpack wolverin wolverine wolves wolvie womam womans wombat wonderboy wonderfu
    wonderwall wonderwoman wonton woodie woodland woodstoc woodstock woodwork woody woofer woofwoof woohoo wookie
    wordpass wordup world worldcup wormix wowser wp2003wp wr2i7h wraith wrangler wrench wrestle wrestlin wrestling
    wrinkle wrinkles writerspace wsx3edc wsxedc wsxqaz wsxzaq wutang wxcvbn wysiwyg wyvern x2zkg8w x72jhhu3z x7pxr
    xanadu xantia xavier xbox xerxes xfiles xian xiang xing xpressmusic xrated xterra xthtgfirf xtreme xxxp455w0rd
    xxxp455w0rd5 xxxpass xxxxx xxxxxx xxxzzz xyzzy yahweh yamaha yamahar yamato yankee yankees yanks yaroslav ybrbnf
    ybrbnjc ybrbnjcbr ybrjkfq ybrjkftdbx ybrjkftdyf yeahbaby yeahright year yello yellow yeshua yessir yesterda yfafyz
    yfcntyf yfcntymrf yfcnzyfcnz yfdbufnjh yfhenj yfhrjnbrb yfnfif yfnfirf yfnfitymrf yfnfkb yfnfkbz yfnfkmz yfxfkmybr
    yinyang yitbos yjdsqgfhjkm yngwie yoda yogibear yomama yorkie yorktown yosemite yoshi youandme youknow young
    yourmama yourmom yousuck yoyoma ytngfhjkz ytnhjufnm ytrewq ytrhjvfyn ytyfdbcnm yugioh yuliya yummy yyyyyy yzerman
    z1x2c z1x2c3v z1x2c3v4b z1x2c3v4b5n6m z1x2c3v4b5n6m7 z2x3c z2x3c4v z2x3c4v5b z5ve9rrcz zachary zalupa zamboni zang
    zanzibar zaphod zappa zapper zaq123wsx zaq12wsx zaq1xsw zaq1xsw2cde zaq1xsw2cde3 zaqwsx zaqwsxcde zaqwsxcderfv
    zaqxsw zaqxswcde zaratustra zaraza zardoz zarina zasada zaxscd zcfvfzkexifz zcxfcnkbdf zcxfcnkbdfz zealots zebra
    zebras zelda zeng zenith zephyr zeppelin zerocool zeus zhai zhao zhei zheng zhenya zhjckfd zhong zhou zhuai zhuan
    zhuang zhui zhun zhuo zidane ziggy zigzag zildjian zinger zipper zippo zippy zjses9evpa zodiac zoloto zolushka
    zombie zong zoomer zooropa zorro zqjphsyf6ctifgu zuan zulu zvezda zxasqw zxc123zxc zxcasd zxcasdqwe zxcasdqwe123
    zxccxz zxcqweasd zxcv zxcvasdf zxcvb zxcvbasdfg zxcvbn zxcvbn123456 zxcvbnm zxcvbnm123456789 zxcvvcxz zydfhm zyjxrf
    zz8807zpl zztop zzxxcc zzzxxx zzzxxxccc zzzzz zzzzzz
    """
}
