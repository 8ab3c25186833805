"""English words whose forms no stemmer brings together: bought and buy, children and child.

Left out are forms that are as often another word: rose, lives, leaves, bit, lay, ground, wound.
"""

from __future__ import annotations

_FORMS = """
awake awoke awoken · bear borne · become became · begin began begun · bend bent
bind bound · bite bitten · bleed bled · blow blew blown · break broke broken · breed bred
bring brought · build built · burn burnt · buy bought · catch caught · choose chose chosen
cling clung · come came · creep crept · deal dealt · dig dug · draw drew drawn · dream dreamt
drink drank drunk · drive drove driven · dwell dwelt · eat ate eaten · fall fell fallen
feed fed · feel felt · fight fought · find found · flee fled · fling flung · fly flew flown
forbid forbade forbidden · foresee foresaw foreseen · forget forgot forgotten
forgive forgave forgiven · freeze froze frozen · give gave given · go goes went gone
grow grew grown · hang hung · hear heard · hide hid hidden · hold held · keep kept
kneel knelt · know knew known · lead led · leap leapt · learn learnt · leave left · lend lent
light lit · lose lost · make made · mean meant · meet met · mistake mistook mistaken
overcome overcame · oversleep overslept · pay paid · rebuild rebuilt · repay repaid
rewrite rewrote rewritten · ride rode ridden · ring rang rung · rise risen
run ran · say said · see saw seen · seek sought · sell sold · send sent · sew sewn
shake shook shaken · shine shone · shoot shot shots · show shown · shrink shrank shrunk
sing sang sung · sink sank sunk · sit sat · sleep slept · slide slid · smell smelt
speak spoke spoken · spell spelt · spend spent · spill spilt · spin spun · spoil spoilt
spring sprang sprung · stand stood · steal stole stolen · stick stuck · sting stung
stride strode · strike struck · string strung · strive strove striven · swear swore sworn
sweep swept · swell swollen · swim swam swum · swing swung · take took taken · teach taught
tear tore torn · tell told · think thought thoughts · throw threw thrown
undergo underwent undergone · understand understood · undertake undertook undertaken
undo undid undone
wake woke woken · wear wore worn · weave wove woven · weep wept · win won
withdraw withdrew withdrawn · write wrote written
child children · foot feet · goose geese · half halves · knife knives · man men · mouse mice
ox oxen · person people · shelf shelves · thief thieves · tooth teeth · wife wives · wolf wolves
woman women · grandchild grandchildren
cancel cancelled cancelling cancellation · center centre centres · color colour colours coloured
favor favour favours · favorite favourite favourites · flavor flavour flavours · gray grey
honor honour honours · humor humour · jewelry jewellery · labor labour · liter litre litres
meter metre metres · mold mould · moldy mouldy · neighbor neighbour neighbours
neighborhood neighbourhood neighbourhoods · pajamas pyjamas · program programme programmes
theater theatre theatres · tire tyre tyres · travel travelled travelling traveller
"""

BASE_FORMS = {
    form: base
    for group in _FORMS.replace("\n", " · ").split(" · ")
    if group
    for base, *forms in [group.split()]
    for form in forms
}
"""The base form by each irregular one."""
