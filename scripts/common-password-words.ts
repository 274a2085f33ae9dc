/**
 * Common passwords in Portuguese, English and Spanish, compiled from general knowledge and not copied from a leak. The
 * filter of common passwords contains them beside a list (scripts/common-passwords.ts).
 */
const plain = `
12345 123456 1234567 12345678 123456789 1234567890 0123456789 012345 0123456 01234567 012345678 11111 111111 1111111
11111111 111111111 1111111111 22222 222222 22222222 33333 333333 33333333 44444 444444 44444444 55555 555555 5555555
55555555 66666 666666 6666666 66666666 77777 777777 7777777 77777777 88888 888888 8888888 88888888 99999 999999 9999999
99999999 999999999 00000 000000 0000000 00000000 000000000 0000000000 654321 54321 7654321 87654321 987654321 9876543210
98765 987654 9876543 98765432 123123 1231234 123123123 12341234 1234512345 123321 1234321 123454321 12344321 1233210
112233 11223344 1122334455 111222 111222333 111222333444 222333 332211 321321 321654 321654987 123654 123654789 147258
147258369 1472583690 159753 159357 159951 357159 753951 741852 741852963 852456 258456 456123 456456 456789 4567890 789456
789456123 7894561230 789789 963852741 963852 121212 12121212 131313 141414 151515 161616 171717 181818 191919 202020 212121
232323 242424 252525 272727 282828 292929 303030 313131 323232 343434 454545 565656 676767 696969 787878 898989 909090
010101 101010 10101010 020202 030303 040404 050505 010203 01020304 0102030405 010123 102030 10203040 1020304050 100200
100100 110110 123000 123001 123789 124578 125125 127001 134679 134679852 135790 135791 13579 1357924680 13579246 24680
246810 246802 2468101214 147147 159159 258258 258369 369369 369258 369258147 951753 951357 987987 987321 963963 999888
888999 999000 000999 111000 000111 111999 999111 123455 123457 123459 123450 1234560 1234561 12345600 12345678910
123456789a 123456789q 12345678a 1234567a 123456a 12345a 1234a 123456q 12345q 1234q 123456aa 123456ab 123456abc 12345abc
1234abc 123abc 123abcd 123qwe 123qweasd 123qweasdzxc 1234qwer 12345qwert 123456qwerty 1q2w3e 1q2w3e4r 1q2w3e4r5t
1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz1qaz 1qazxcvb 2wsx3edc 3edc4rfv 1234rewq 123ewq 12qwaszx 12qw12 12qw34er
1a2b3c 1a2b3c4d 1a2s3d 1a2s3d4f 1password 1qwerty q1w2e3 q1w2e3r4 q1w2e3r4t5 q12345 q123456 q1q1q1 a12345 a123456 a1234567
a12345678 a123456789 a1b2c3 a1b2c3d4 a1s2d3 a1s2d3f4 aa123456 aa12345 aa1234 ab123456 ab1234 abc12 abc123 abc1234
abc12345 abc123456 abcd123 abcd1234 abcde abcde12345 abcdef abcdef123 abcdefg abcdefgh abcdefghi abcabc abc321 z123456
zz123456 zxc123 s123456 m123456 as123456 qq123456 qwe123 qwe123456 qwer123 qwer1234 qwert qwert1 qwert123 qwert12345
qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty321 qwerty00 qwerty01 qwerty7 qwertyu qwertyui
qwertyuio qwertyuiop qwertyuiop123 qwertz qwertzu qwertzuiop qwaszx qwasyx qazwsx qazwsx123 qazwsxedc qazwsxedcrfv qazxsw
qweasd qweasd123 qweasdzxc qweqwe qweqweqwe qwerqwer asdasd asdasdasd asdasd123 asdf123 asdf1234 asdfg asdfg123 asdfgh
asdfgh123 asdfghj asdfghjk asdfghjkl asdfjkl asdqwe asdqwe123 asdzxc asd123 asd12345 asd123456 aqwzsx azerty azerty123
azertyuiop zaq12wsx zaq1xsw2 zaqwsx zaqxsw zxcvb zxcvb123 zxcvbn zxcvbn123 zxcvbnm zxcvbnm123 zxczxc zxcasd zxcasdqwe
poiuyt poiuytrewq lkjhgf lkjhgfdsa mnbvcxz mnbvcx plmokn okmijn ijnuhb ytrewq trewq yuiop hjkl1234 fghj1234 dfghjkl
aaaaa aaaaaa aaaaaaa aaaaaaaa aaaaa1 aaa111 aaa123 bbbbbb cccccc dddddd ffffff gggggg hhhhhh jjjjjj kkkkkk llllll mmmmmm
nnnnnn pppppp qqqqq qqqqqq qqqqqqqq rrrrrr ssssss tttttt vvvvvv wwwwww xxxxx xxxxxx xxxxxxxx yyyyyy zzzzz zzzzzz zzzzzzzz
passw0rd p4ssw0rd p@ssw0rd p@ssword pa55word pa55w0rd pass1word passwd password! password1! passpass pass1234 pass12345
pass123 pass@123 pass@word1 admin admin1 admin12 admin123 admin1234 admin12345 admin123456 admin@123 admin888 adminadmin
administrador administrator root123 root1234 rootroot toor123 test1 test12 test123 test1234 test12345 testtest teste teste1
teste12 teste123 teste1234 testing testing1 tester guest123 guest user1 user123 user1234 usuario usuario1 usuario123 demo1
demo123 demo1234 temp123 temp1234 temporal temporary changeme changeme1 change123 changeit mudar mudar1 mudar12 mudar123
mudar1234 mudar@123 trocar trocar123 trocarsenha novasenha minhasenha minhasenha123 senha senha1 senha12 senha123 senha1234
senha12345 senha123456 senha@123 senha2020 senha2021 senha2022 senha2023 senha2024 senha2025 senha2026 senhasenha
senhaforte senhadificil senhasegura semsenha suasenha contrasena contrasena1 contrasena123 micontrasena clave clave123
clave1234 miclave acceso acesso acesso1 acesso123 entrar entrar123 entrada letmein letmein1 letmein123 welcome welcome1
welcome12 welcome123 welcome@123 login login1 login123 logan1 default default1 secret secret1 secret123 segredo segredo1
segredo123 secreto master master1 master12 master123 mestre system system1 sistema sistema1 sistema123 server servidor
manager gerente suporte suporte1 suporte123 support suporte2024 computer computer1 computador internet internet1 internet123
windows windows1 windows10 windows7 linux ubuntu oracle mysql postgres google google1 google123 facebook facebook1
facebook123 instagram instagram1 twitter youtube youtube1 whatsapp whatsapp1 whatsapp123 telegram samsung samsung1
samsung123 motorola iphone iphone1 apple apple123 android nokia nokia1 microsoft hotmail hotmail1 gmail yahoo yahoo1 outlook
iloveyou iloveyou1 iloveyou2 iloveyou12 iloveyou123 iloveu iluvu loveme loveme1 loveyou loveyou1 lovely lovely1 loveless
lovelove mylove ilove myspace1 teamo teamo1 teamo123 teamomucho teamodeus amodeus euteamo euteamo123 tequiero tequiero1
tequieromucho tequieromuito meuamor meuamor1 meuamor123 amorzinho amordaminhavida amoramor amorcito amoreterno miamor
miamor1 mivida minhavida vidaloca vidanova minhafamilia familia familia1 familia123 meusfilhos meufilho minhafilha meubebe
deusefiel deusefiel1 deusefiel123 deusdeus deusemais deuseamor deus123 deus1234 deus12345 deus7 jesus1 jesus12 jesus123 jesus1234
jesus7 jesuscristo jesuscristo1 jesusteama jesusteamo jesusmeama jesusesenhor jesussalva jesusvive jesusislord jesuschrist
diosesamor dios123 diosmio cristo cristo1 cristo123 cristovive espiritosanto nossasenhora aparecida gratidao gratidao1 felicidade
felicidade1 esperanza esperanca vitoria1 blessed blessed1 faith faith1 heaven angel1 angels godisgood trustno1
dragon1 monkey1 shadow1 sunshine1 princess1 football1 baseball1 superman1 batman1 starwars1 pokemon1 naruto1 michael1
jordan23 michaeljordan liverpool1 chelsea1 arsenal1 barcelona1 realmadrid realmadrid1 manchester manutd manchesterunited
juventus acmilan bayern psg123 flamengo flamengo1 flamengo10 flamengo123 flamengo1981 flamengo2019 mengao mengo mengao1
corinthians corinthians1 corinthians123 corinthians10 corinthians2012 timao timao1 vaicorinthians palmeiras palmeiras1
palmeiras123 palmeiras10 verdao saopaulo saopaulo1 saopaulo123 spfc123 tricolor tricolor1 tricolor123 tricolorpaulista
santos santos1 santos123 santosfc vasco1 vasco123 vascodagama vascao fluminense fluminense1 fluminense123 botafogo botafogo1
botafogo123 gremio gremio1 gremio123 gremio1903 internacional internacional1 colorado inter123 cruzeiro cruzeiro1 cruzeiro123
atletico atletico1 atleticomg galo123 galodoido bahia bahia1 bahia123 vitoria sport sport1 nautico santacruz fortaleza
fortaleza1 ceara coritiba atleticopr goias figueirense avai1923 chapecoense paysandu remo123 bocajuniors boca123 riverplate
river123 america americas pumas chivas cruzazul colocolo nacional penarol millonarios alianza brasil brasil1 brasil10 brasil12
brasil123 brasil2014 brasil2018 brasil2022 brazil brazil1 argentina argentina1 argentina10 mexico mexico1 mexico123 espana
portugal portugal1 colombia colombia1 chile123 peru123 venezuela uruguay paraguay ecuador bolivia america1 england england1
canada canada1 london london1 paris paris1 france germany italia italy tokyo texas florida california chicago newyork newyork1
riodejaneiro rio2016 recife salvador curitiba brasilia manaus portoalegre belohorizonte florianopolis campinas goiania natal123
zxcvbnm1 mnbvcxz1 abcdefg1 abcdefgh1 access access1 access14 trustno11 whatever whatever1 nothing nothing1 nopassword
nopass none123 blank123 forget forgot forgotten hello1 hello12 hello123 hello1234 helloworld hellokitty hello12345 hi1234
ola12345 oioioi oioioi1 holahola hola123 hola1234 hola12345 bomdia bomdia1 boanoite tchau123 obrigado obrigado1 porfavor
gatinha gatinha1 gatinho gatinho1 gostosa gostosa1 gostoso gostosao delicia safada safado cachorra cachorro cachorro1 cachorrinho
bandido bandida brasileiro brasileira palhaco otario idiota idiota1 imbecil burro123 corno123 merda merda123 bosta bosta123
caralho caralho1 caralho123 porra porra123 foda-se fodase fodase1 buceta bucetuda puta123 putaria putamadre pendejo cabron
mierda mierda1 fuckyou fuckyou1 fuckyou2 fuckyou123 fuckme fuckoff fucker fucking bitch bitch1 bitches asshole asshole1
pussy pussy1 pussy69 sexsex sexy123 sexygirl sexyboy sexyman boobs boobies blowjob porn123 pornhub xxx123 hardcore playboy
playboy1 69696969 6969696969 420420 420blaze weed420 blaze420 smoke420 marijuana maconha maconha420 cannabis legalize
`

/** Words that are common alone and with the usual suffixes. */
const words = `
password senha qwerty admin love amor deus jesus maria jose joao ana pedro paulo lucas mateus marcos gabriel rafael
felipe bruno carlos eduardo daniel diego andre rodrigo fernando ricardo roberto antonio francisco luis luiz miguel
arthur davi bernardo heitor samuel gustavo guilherme leonardo thiago tiago vinicius matheus caio julia juliana
fernanda amanda camila bruna leticia larissa beatriz patricia vanessa adriana aline carla claudia cristina daniela
gabriela isabela isabella jessica karina laura luana luciana marcela mariana marina natalia paula priscila rafaela
renata sabrina sandra simone tatiana vitoria alice helena sofia valentina manuela lorena alejandro alejandra sebastian
santiago mateo nicolas martin javier jorge manuel sergio andrea carolina valeria ximena guadalupe carmen lucia elena
michael jennifer jordan ashley michelle daniel1 charlie thomas robert hunter andrew joshua matthew anthony william
george richard charles nicole hannah amanda1 samantha taylor austin justin brandon jasmine madison olivia sophie
maggie buster bailey ginger pepper cookie banana orange cherry peanut chocolate butterfly flower summer winter spring
autumn sunshine rainbow star starwars dragon monkey tiger lion eagle falcon phoenix shadow ninja killer hunter1 soccer
football baseball basketball hockey tennis golf superman batman spiderman ironman hulk avengers marvel naruto pokemon
pikachu goku vegeta mario sonic zelda minecraft fortnite freefire roblox valorant league secret master welcome computer
freedom forever friends family happy lucky money cash gold silver diamond crystal angel princess prince queen king
ferrari porsche mercedes mustang corvette harley honda yamaha toyota chevrolet corolla music guitar metallica nirvana
beatles eminem slipknot linkinpark batata pipoca brigadeiro coxinha cachorro gatinho princesa principe bonita lindo linda
anjinho anjo estrela estrelinha borboleta florzinha coracao paixao saudade amizade amigos amiga amigo felicidade sucesso
vitoria1 vencedor campeao guerreiro guerreira futebol flamengo corinthians palmeiras saopaulo santos vasco gremio cruzeiro
brasil familia escola trabalho empresa dinheiro vida nova pantera leao tigre aguia lobo panda urso golfinho tubarao
mickey minnie snoopy garfield tweety scooby simpsons barbie hellokitty disney estrella corazon hermosa preciosa bonito
princesita chiquita amigos1 perro perrito gatito mariposa dulce cielo tesoro futbol campeon guerrero verano chocolate1
`

const ends = ['', '1', '12', '123', '1234', '12345', '2', '01']

const split = (text: string) => text.trim().split(/\s+/)

/** All of them in lower case, with and without usual endings. */
export const commonWords = (): string[] => [
  ...split(plain),
  ...split(words).flatMap((word) => ends.map((end) => word + end)),
]
